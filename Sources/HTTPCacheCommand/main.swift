// The front: parses, looks up, decides and serves hits; becomes the helper where an origin is needed.

import HTTPCacheTool

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

signal(SIGPIPE, SIG_IGN)
BackgroundValidation.helperPaths = OriginHelper.paths
switch Tool(CommandLine.arguments).run() {
case .finished(let status): exit(status.code)
case .originRequired: exit(OriginHelper.takeOver().code)
}
