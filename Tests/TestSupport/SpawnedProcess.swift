import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A child process and our ends of its three pipes.
struct SpawnedProcess: Sendable {
    let identifier: pid_t
    private let started = ContinuousClock.now
    private let input: Int32?
    private let output: Int32
    private let errorOutput: Int32

    init(_ program: Program, _ arguments: [String], hasInput: Bool) throws {
        // Why: what is opened here must not be inherited by a program started on another thread
        // before it is marked.
        descriptorLock.lock()
        defer { descriptorLock.unlock() }
        let inputPipe = hasInput ? try Self.makePipe() : nil
        let outputPipe = try Self.makePipe()
        let errorPipe = try Self.makePipe()
        defer {
            [inputPipe?.read, outputPipe.write, errorPipe.write].compactMap { $0 }
                .forEach { close($0) }
        }
        #if canImport(Glibc)
        var actions = posix_spawn_file_actions_t()
        #else
        var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let inputPipe {
            posix_spawn_file_actions_adddup2(&actions, inputPipe.read, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, outputPipe.write, 1)
        posix_spawn_file_actions_adddup2(&actions, errorPipe.write, 2)
        if let directory = program.directory {
            try Self.change(to: directory, in: &actions)
        }
        let environment = program.environment.map { "\($0.key)=\($0.value)" }
        identifier = try Self.withCStrings([program.path] + arguments) { argv in
            try Self.withCStrings(environment) { envp in
                try Self.withPlainSignals { attributes in
                    var child: pid_t = 0
                    var code: Int32
                    var tries = 0
                    repeat {
                        code = posix_spawn(
                            &child,
                            program.path,
                            &actions,
                            attributes,
                            argv,
                            envp
                        )
                        tries += 1
                        // Why: a program that was just copied is busy for as long as another
                        // test's child, started meanwhile, holds the copy open for writing.
                        if code == ETXTBSY { usleep(2000) }
                    } while code == ETXTBSY && tries < 500
                    guard code == 0 else { throw SystemCallError("posix_spawn", code: code) }
                    return child
                }
            }
        }
        input = inputPipe?.write
        output = outputPipe.read
        errorOutput = errorPipe.read
    }

    /// Feeds and drains the pipes until the process ends, at the latest at the limit.
    func supervise(input content: [UInt8], limit: Duration) -> Program.Result {
        var pipes = DrainedPipes(
            input: input,
            content: content,
            output: output,
            errorOutput: errorOutput
        )
        var timedOut = false
        var status: Int32?
        var grace: ContinuousClock.Instant?
        while pipes.turn(milliseconds: status == nil ? 50 : 10) {
            if status == nil { status = reaped(WNOHANG) }
            if status != nil {
                // Why: something it started may hold the pipes open long after its end.
                let end = grace ?? .now + .seconds(2)
                grace = end
                if ContinuousClock.now > end { break }
            } else if !timedOut && ContinuousClock.now - started > limit {
                timedOut = true
                kill(identifier, SIGKILL)
            }
        }
        while status == nil {
            status = reaped(WNOHANG)
            guard status == nil else { break }
            if !timedOut && ContinuousClock.now - started > limit {
                timedOut = true
                kill(identifier, SIGKILL)
            }
            usleep(500)
        }
        pipes.closeAll()
        return Program.Result(
            status: Self.decoded(status ?? 0),
            outputBytes: pipes.outputBytes,
            errorBytes: pipes.errorBytes,
            duration: ContinuousClock.now - started,
            timedOut: timedOut
        )
    }

    private func reaped(_ options: Int32) -> Int32? {
        var status: Int32 = 0
        return waitpid(identifier, &status, options) == identifier ? status : nil
    }

    private static func decoded(_ status: Int32) -> Program.Status {
        let number = status & 0x7f
        return number == 0 ? .exited((status >> 8) & 0xff) : .signalled(number)
    }

    private static func makePipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemCallError("pipe") }
        ends.forEach(Socket.closeOnExec)
        return (ends[0], ends[1])
    }

    #if canImport(Glibc)
    private typealias AddDirectory =
        @convention(c) (
            UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
        ) -> Int32

    // Why: the Glibc module leaves out what is not POSIX; the function is there nevertheless.
    private static func change(
        to directory: String,
        in actions: inout posix_spawn_file_actions_t
    ) throws {
        let name = "posix_spawn_file_actions_addchdir_np"
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), name) else { throw SystemCallError(name) }
        _ = unsafeBitCast(symbol, to: AddDirectory.self)(&actions, directory)
    }
    #else
    private static func change(
        to directory: String,
        in actions: inout posix_spawn_file_actions_t?
    ) throws {
        posix_spawn_file_actions_addchdir_np(&actions, directory)
    }
    #endif

    private static func withCStrings<Value>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Value
    ) rethrows -> Value {
        let pointers = strings.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return try body(pointers + [nil])
    }

    /// Signals as a shell would set them: none blocked, SIGPIPE at its default.
    private static func withPlainSignals<Value>(
        _ body: (UnsafePointer<posix_spawnattr_t>) throws -> Value
    ) rethrows -> Value {
        #if canImport(Glibc)
        var attributes = posix_spawnattr_t()
        #else
        var attributes: posix_spawnattr_t?
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
        )
        return try body(&attributes)
    }
}
