import Foundation

/// A program with the surroundings it is started in.
package struct Program: Sendable {
    package var path: String
    /// All of the environment: nothing is inherited.
    package var environment: [String: String]
    /// The working directory; nil is the test's own.
    package var directory: String?
    /// After so long the program is killed, and the result says so.
    package var timeLimit: Duration

    package init(
        _ path: String,
        environment: [String: String] = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"],
        directory: String? = nil,
        timeLimit: Duration = .seconds(60)
    ) {
        self.path = path
        self.environment = environment
        self.directory = directory
        self.timeLimit = timeLimit
    }

    /// How a program ended.
    package enum Status: Equatable, Sendable, CustomStringConvertible {
        case exited(Int32)
        case signalled(Int32)

        package var description: String {
            switch self {
            case .exited(let code): "exit \(code)"
            case .signalled(let number): "signal \(number)"
            }
        }
    }

    /// What a program left behind.
    package struct Result: Sendable {
        package var status: Status
        package var outputBytes: [UInt8]
        package var errorBytes: [UInt8]
        package var duration: Duration
        /// Whether the time limit ended it.
        package var timedOut: Bool

        package var output: String { String(decoding: outputBytes, as: UTF8.self) }
        package var errorOutput: String { String(decoding: errorBytes, as: UTF8.self) }
    }

    /// Runs the program to its end, draining both outputs; without input it reads `/dev/null`.
    package func run(_ arguments: [String] = [], input: [UInt8]? = nil) async throws -> Result {
        try await start(arguments, input: input).result()
    }

    /// Starts the program and returns at once.
    package func start(
        _ arguments: [String] = [],
        input: [UInt8]? = nil
    ) throws -> RunningProgram {
        try RunningProgram(self, arguments, input: input)
    }
}
