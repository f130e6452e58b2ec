import HTTPCacheRules

extension ConfigurationFile {
    /// Reads the file that `--config` names, or the user's own; nil where there is none.
    ///
    /// - Throws: `UsageError` where the file named is missing, or a file cannot be read or understood.
    static func read(
        _ invocation: Invocation,
        _ environment: Environment
    ) throws(UsageError) -> ConfigurationFile? {
        let typed = invocation.value("config")
        guard let path = typed ?? environment.configurationPath() else { return nil }
        switch InputFile.contents(of: path) {
        case .success(let bytes):
            return try ConfigurationFile(String(decoding: bytes, as: UTF8.self), path: path)
        case .failure(let failure):
            if typed == nil, failure.isMissing { return nil }
            throw UsageError("cannot read the configuration \(path): \(failure.reason)")
        }
    }

    /// Why a value cannot stand for a setting, or nil where it can.
    ///
    /// Checked for every section at once, lest a mistake wait for the URL that it is meant for.
    static func complaint(about value: String, for name: String) -> UsageError? {
        do throws(UsageError) {
            switch name {
            case "policy":
                if !OptionTable.policyNames.contains(value) { return .unknownPolicy(value) }
            case "max-size": _ = try parseSize(value, for: name)
            case "heuristics", "offline-fallback":
                if value != "on", value != "off" {
                    return UsageError("'\(name)' is neither on nor off")
                }
            case "user-key": break
            default: _ = try parseDuration(value, for: name)
            }
            return nil
        } catch {
            return error
        }
    }
}
