import HTTPCacheRules
import Synchronization
import Testing

@testable import HTTPCacheStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("A process that dies, and a system that fails, at each step")
struct FaultTests {
    /// What is done to a store that holds `old`, described by the entity tag "old".
    struct Change: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var make: @Sendable (DiskStore, StoreKey) throws -> Void
        /// What may be found afterwards: entity tag and body of each stored response.
        var allowed: [Set<String>]

        init(
            _ name: String,
            allowed: [Set<String>],
            _ make: @escaping @Sendable (DiskStore, StoreKey) throws -> Void
        ) {
            testDescription = name
            self.allowed = allowed
            self.make = make
        }
    }

    static let key = StoreKey(hashing: "GET\nhttps://example.org/list\n")

    static func tagged(_ tag: String, accept: String? = nil) throws -> StoredHead {
        guard let accept else { return try head([FieldLine("ETag", tag)]) }
        return try head(
            [FieldLine("ETag", tag), FieldLine("Vary", "Accept")],
            nominated: [FieldLine("Accept", accept)]
        )
    }

    static let changes: [Change] = [
        Change("replacing by a body of the same length", allowed: [["old old"], ["new new"], []]) {
            try $0.put("new", for: $1, tagged("new"))
        },
        Change("replacing by a longer body", allowed: [["old old"], ["new newer"], []]) {
            try $0.put("newer", for: $1, tagged("new"))
        },
        Change("adding a variant", allowed: [["old old"], ["old old", "new new"]]) {
            try $0.put("new", for: $1, tagged("new", accept: "json"))
        },
        Change("freshening", allowed: [["old old"], ["fresh old"]]) { store, key in
            for response in try store.storedResponses(for: key) {
                _ = try store.freshen(response, with: tagged("fresh"))
            }
        },
        Change("removing", allowed: [["old old"], []]) {
            try $0.remove(EntryName(key: $1))
        },
        Change("removing all variants", allowed: [["old old"], []]) {
            _ = try $0.removeAll(for: $1)
        },
    ]

    /// Fails one call, or this one and all later ones, as if the process had ended.
    final class Fault: Sendable {
        private let remaining: Atomic<Int>
        private let number: Int32
        private let isCrash: Bool
        /// Whether the call to fail was reached.
        var struck: Bool { remaining.load(ordering: .relaxed) < 0 }

        init(atCall call: Int, _ number: Int32, isCrash: Bool) {
            remaining = Atomic(call)
            self.number = number
            self.isCrash = isCrash
        }

        func strike(_ operation: FileOperation, _ path: String) -> Int32? {
            let before = remaining.wrappingSubtract(1, ordering: .relaxed).oldValue
            return before == 0 || (isCrash && before < 0) ? number : nil
        }
    }

    private func contents(of store: DiskStore) throws -> Set<String> {
        var found: Set<String> = []
        for response in try store.storedResponses(for: Self.key) {
            let tag = response.head.response.fields["ETag"] ?? ""
            let sum = try response.body.sha256()
            #expect(sum == response.metadata.sha256)
            found.insert(tag + " " + (try response.text))
        }
        return found
    }

    /// Makes the change with a fault at each call in turn, until no call is left to fail.
    private func strikeEachCall(
        of change: Change,
        _ number: Int32,
        isCrash: Bool,
        _ verify: (_ fixture: StoreFixture, _ call: Int) throws -> Void
    ) throws {
        for call in 0..<500 {
            let fixture = StoreFixture()
            try fixture.store().put("old", for: Self.key, Self.tagged("old"))
            let fault = Fault(atCall: call, number, isCrash: isCrash)
            do {
                try change.make(fixture.store(failing: fault.strike), Self.key)
            } catch is StoreError {}
            let found = try contents(of: fixture.store())
            #expect(change.allowed.contains(found), "call \(call): \(found)")
            try verify(fixture, call)
            if !fault.struck {
                #expect(call > 3, "the change makes no calls")
                return
            }
        }
        Issue.record("there was always one more call")
    }

    @Test("a crash leaves whole pairs, and the next store heals", arguments: changes)
    func crash(_ change: Change) throws {
        try strikeEachCall(of: change, EIO, isCrash: true) { fixture, call in
            try fixture.store().put("again", for: Self.key, Self.tagged("again"))
            #expect(try contents(of: fixture.store()).contains("again again"), "call \(call)")
        }
    }

    @Test(
        "an error leaves whole pairs and no temporary files",
        arguments: changes,
        [ENOSPC, EACCES, ENOENT]
    )
    func error(_ change: Change, _ number: Int32) throws {
        try strikeEachCall(of: change, number, isCrash: false) { fixture, call in
            // The one call that failed may have been the clean-up itself.
            let temporaries = StoreFixture.tree(fixture.cache).filter {
                $0.path.contains(StoreLayout.temporaryPrefix)
            }
            #expect(temporaries.count <= 1, "call \(call)")
            try fixture.store().put("again", for: Self.key, Self.tagged("again"))
        }
    }

    @Test("the first store of all can be struck at each call, and the next one makes up for it")
    func firstStore() throws {
        for (isCrash, number) in [(true, EIO), (false, ENOSPC), (false, ENOENT)] {
            for call in 0..<500 {
                let fixture = StoreFixture()
                let fault = Fault(atCall: call, number, isCrash: isCrash)
                do {
                    let store = fixture.store(failing: fault.strike)
                    try store.put("new", for: Self.key, Self.tagged("new"))
                } catch is StoreError {}
                let found = try contents(of: fixture.store())
                #expect(found.isEmpty || found == ["new new"], "call \(call)")
                try fixture.store().put("again", for: Self.key, Self.tagged("again"))
                #expect(try contents(of: fixture.store()) == ["again again"], "call \(call)")
                if !fault.struck { break }
            }
        }
    }

    @Test("a lookup struck at each call gives what is there, or an error")
    func lookup() throws {
        let fixture = StoreFixture()
        try fixture.store().put("old", for: Self.key, Self.tagged("old"))
        for number in [EIO, EMFILE, EACCES, ENOMEM] {
            for call in 0..<100 {
                let fault = Fault(atCall: call, number, isCrash: false)
                do {
                    let found = try contents(of: fixture.store(failing: fault.strike))
                    #expect(found == ["old old"] || found.isEmpty, "call \(call)")
                } catch is StoreError {}
                #expect(try contents(of: fixture.store()) == ["old old"], "call \(call)")
                if !fault.struck { break }
            }
        }
    }
}
