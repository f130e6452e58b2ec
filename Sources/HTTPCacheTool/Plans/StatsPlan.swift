/// What `stats` will tell or do.
struct StatsPlan: Sendable {
    /// How it is told.
    enum Form: Sendable {
        case text, json, prometheus
    }

    var form = Form.text
    var tellsHosts = false
    var resets = false
    var verifies = false
    var repairs = false
    /// The bytes that the store may hold.
    var capacity: Int64 = 0

    /// The capacity where nobody names one.
    static let defaultCapacity = "100M"

    /// Builds the plan.
    ///
    /// - Throws: `UsageError` for options that exclude each other, operands, and sizes that are none.
    static func build(
        _ invocation: Invocation,
        in environment: Environment
    ) throws(UsageError) -> StatsPlan {
        if let operand = invocation.operands.first {
            throw UsageError(
                "stats takes no '\(operand)'",
                hint: "httpcache inspect shows single responses"
            )
        }
        var plan = StatsPlan()
        if invocation.isSet("json") { plan.form = .json }
        if invocation.isSet("prometheus") {
            if plan.form == .json {
                throw UsageError("cannot use --json and --prometheus together")
            }
            plan.form = .prometheus
        }
        plan.tellsHosts = invocation.isSet("by-host")
        plan.resets = invocation.isSet("reset")
        plan.verifies = invocation.isSet("verify")
        plan.repairs = invocation.isSet("repair")
        if plan.repairs, !plan.verifies {
            throw UsageError("--repair needs --verify, which finds what is damaged")
        }
        if plan.verifies, plan.resets {
            throw UsageError("cannot use --verify and --reset together")
        }
        plan.capacity = try capacity(
            invocation,
            environment,
            try ConfigurationFile.read(invocation, environment)
        )
        return plan
    }

    /// The bytes that the store may hold, by option, environment, configuration or default.
    static func capacity(
        _ invocation: Invocation,
        _ environment: Environment,
        _ configuration: ConfigurationFile?
    ) throws(UsageError) -> Int64 {
        if let text = invocation.value("max-size") { return try parseSize(text, for: "--max-size") }
        if let text = environment["HTTPCACHE_MAX_SIZE"] {
            return try parseSize(text, for: "HTTPCACHE_MAX_SIZE")
        }
        if let setting = configuration?.setting("max-size") {
            return try parseSize(setting.value, for: "max-size in line \(setting.line)")
        }
        return try parseSize(defaultCapacity, for: "--max-size")
    }
}
