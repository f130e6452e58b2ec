// swift-tools-version: 6.3

import PackageDescription

// Two executables share one tool (docs/decisions/0001-two-executables.md): `httpcache` answers from
// the store and is fully static in release builds; `httpcache-origin` speaks to origin servers.

let release = BuildSettingCondition.when(platforms: [.linux], configuration: .release)
let debug = BuildSettingCondition.when(platforms: [.linux], configuration: .debug)
let linux = TargetDependencyCondition.when(platforms: [.linux])

let package = Package(
    name: "httpcache",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "HTTPCache", targets: ["HTTPCache"]),
        .executable(name: "httpcache", targets: ["HTTPCacheCommand"]),
        .executable(name: "httpcache-origin", targets: ["HTTPCacheOriginCommand"]),
    ],
    targets: [
        .target(name: "HTTPCacheRules"),
        .target(name: "CKernel"),
        .target(name: "HTTPCacheStore", dependencies: ["HTTPCacheRules", "CKernel"]),
        .target(name: "HTTPCacheEngine", dependencies: ["HTTPCacheStore", "HTTPCacheRules"]),
        .target(
            name: "HTTPCache",
            dependencies: [
                "HTTPCacheEngine", "HTTPCacheStore", "HTTPCacheRules", "CURLTapInterface",
            ]
        ),
        .target(name: "CURLTapInterface"),
        .target(
            name: "CURLTap",
            dependencies: ["CURLTapInterface"],
            exclude: ["stub"],
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]
        ),
        .target(
            name: "HTTPCacheTool",
            dependencies: ["HTTPCacheEngine", "HTTPCacheStore", "HTTPCacheRules", "CKernel"]
        ),
        // Why it compiles HTTPCache/Transport itself, by a symbolic link, instead of depending on HTTPCache:
        // what the helper depends on is linked into the front too, which depends on the helper so that
        // both are built together; and FoundationNetworking may not come near the front.
        .executableTarget(
            name: "HTTPCacheOriginCommand",
            dependencies: [
                "HTTPCacheTool", "HTTPCacheEngine", "HTTPCacheRules", "CURLTapInterface",
                .target(name: "CURLTap", condition: linux),
            ],
            swiftSettings: [.unsafeFlags(["-static-stdlib"], release)],
            linkerSettings: [
                .unsafeFlags(
                    [
                        "-static-stdlib", "-L",
                        "\(Context.packageDirectory)/Sources/CURLTap/stub",
                    ],
                    release
                ),
                .unsafeFlags(["-Xlinker", "-export-dynamic"], debug),
            ]
        ),
        .executableTarget(
            name: "HTTPCacheCommand",
            dependencies: ["HTTPCacheTool", "HTTPCacheOriginCommand"],
            swiftSettings: [.unsafeFlags(["-static-executable"], release)],
            // Why stripped: the debugging sections cost a hit a twentieth of its time.
            linkerSettings: [.unsafeFlags(["-static-executable", "-Xlinker", "-s"], release)]
        ),

        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(
            name: "HTTPCacheRulesTests",
            dependencies: ["HTTPCacheRules", "TestSupport"]
        ),
        .testTarget(
            name: "HTTPCacheStoreTests",
            dependencies: ["HTTPCacheStore", "HTTPCacheRules", "CKernel", "TestSupport"],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "HTTPCacheEngineTests",
            dependencies: ["HTTPCacheEngine", "HTTPCacheStore", "HTTPCacheRules", "TestSupport"]
        ),
        .testTarget(
            name: "HTTPCacheTests",
            dependencies: [
                "HTTPCache", "HTTPCacheEngine", "HTTPCacheStore", "HTTPCacheRules", "TestSupport",
                .target(name: "CURLTap", condition: linux),
            ],
            linkerSettings: [
                .unsafeFlags(["-Xlinker", "-export-dynamic"], .when(platforms: [.linux]))
            ]
        ),
        .testTarget(
            name: "HTTPCacheToolTests",
            dependencies: [
                "HTTPCacheTool", "HTTPCacheEngine", "HTTPCacheStore", "HTTPCacheRules",
                "TestSupport",
            ]
        ),
        // Runs the built executables, which `swift test` builds beside the bundle; it may not depend
        // on them, because their linker flags would reach the test bundle.
        .testTarget(name: "CommandTests", dependencies: ["TestSupport"]),
        .testTarget(
            name: "ConformanceTests",
            dependencies: ["TestSupport"],
            exclude: ["NOTICE.md", "exceptions.txt", "open-tests.json"]
        ),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets
where !["CURLTap", "CURLTapInterface", "CKernel"].contains(target.name) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
}
