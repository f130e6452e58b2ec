package import HTTPCacheEngine
import HTTPCacheStore

/// The command line minus `main`: parses, plans and runs one command.
package struct Tool {
    private let arguments: ArraySlice<String>

    /// - Parameter arguments: The process's arguments, its own name first.
    package init(_ arguments: [String]) { self.arguments = arguments.dropFirst() }

    /// Runs the command without an origin; where it needs one, nothing has been done yet.
    package func run() -> ToolOutcome {
        switch prepare(mayReadStandardInput: false) {
        case .finished(let status): return .finished(status)
        case .originRequired: return .originRequired
        case .fetch(let plan, let engine): return FetchFromStore(plan: plan, engine: engine).run()
        }
    }

    /// Runs the command with an origin behind it.
    package func run(through origin: some RequestSending) async -> ExitStatus {
        switch prepare(mayReadStandardInput: true) {
        case .finished(let status): return status
        case .originRequired: return .internalError
        case .fetch(let plan, let engine):
            return await FetchThroughOrigin(plan: plan, engine: engine, origin: origin).run()
        }
    }

    private enum Preparation {
        case finished(ExitStatus)
        /// Standard input is to be read for the plan, which only the helper may do.
        case originRequired
        case fetch(FetchPlan, CacheEngine)
    }

    private func prepare(mayReadStandardInput: Bool) -> Preparation {
        do throws(UsageError) {
            let invocation = try ArgumentParser.parse(Array(arguments))
            let environment = Environment()
            if invocation.isSet("version") {
                return .finished(StandardOutput.print("httpcache \(HTTPCacheVersion.current)\n"))
            }
            guard let command = invocation.command, !invocation.isSet("help") else {
                return .finished(try help(invocation))
            }
            switch command {
            case .fetch:
                if !mayReadStandardInput, FetchPlan.readsStandardInput(invocation) {
                    return .originRequired
                }
                return try prepareFetch(invocation, environment)
            case .help: return .finished(try help(invocation))
            case .completion: return .finished(try completion(invocation))
            case .inspect, .purge, .stats, .queue:
                return .finished(try StoreCommands.run(command, invocation, environment))
            }
        } catch {
            Diagnostics.report("\(error.subject): \(error.message)", hint: error.hint)
            return .finished(error.status)
        }
    }

    private func help(_ invocation: Invocation) throws(UsageError) -> ExitStatus {
        guard invocation.command != nil || invocation.isSet("help") else {
            throw UsageError("no command given", hint: "httpcache --help lists the commands")
        }
        var words = invocation.operands[...]
        var command = invocation.command == .help ? nil : invocation.command
        if command == nil { command = words.popFirst().map(CommandName.init) ?? nil }
        let topic = command == nil ? invocation.operands.first : words.first
        return StandardOutput.print(try HelpText.text(for: command, topic: topic))
    }

    private func completion(_ invocation: Invocation) throws(UsageError) -> ExitStatus {
        let shell = invocation.operands.first ?? ""
        guard invocation.operands.count == 1, let script = CompletionScript.text(for: shell) else {
            throw UsageError(
                "no completions for '\(invocation.operands.joined(separator: " "))'",
                hint: "the shells are " + CompletionScript.shells.joined(separator: ", ")
            )
        }
        return StandardOutput.print(script)
    }

    private func prepareFetch(
        _ invocation: Invocation,
        _ environment: Environment
    ) throws(UsageError) -> Preparation {
        let plan = try FetchPlan.build(invocation, in: environment)
        if plan.printsKey { return .finished(printKeys(plan)) }
        let store = plan.usesCache ? try StoreCommands.store(invocation, environment) : nil
        var engine = CacheEngine(store: store, clock: SystemClock.now)
        engine.capacity = try StatsPlan.capacity(
            invocation,
            environment,
            plan.configuration
        )
        return .fetch(plan, engine)
    }

    private func printKeys(_ plan: FetchPlan) -> ExitStatus {
        for transfer in plan.transfers {
            switch transfer.target {
            case .success(let target):
                let status = StandardOutput.print(
                    plan.request(for: target, of: transfer).key.hex + "\n"
                )
                if status != .ok { return status }
            case .failure(let malformation):
                return FetchReport(plan: plan, store: nil).malformed(transfer.urlText, malformation)
            }
        }
        return .ok
    }
}
