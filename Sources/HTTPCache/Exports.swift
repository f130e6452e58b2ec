// What a user of the library sees of the layers below: `import HTTPCache` is enough.

@_exported public import HTTPCacheEngine
@_exported public import HTTPCacheRules
