// Why an import that nothing here uses: in release builds only this target is compiled for a static
// standard library, and so only its imports name the static libraries beneath FoundationNetworking to the linker.

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif
