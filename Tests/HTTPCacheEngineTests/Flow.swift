import HTTPCacheEngine
import HTTPCacheRules
import Testing

/// One exchange of a flow: when, what is asked, what the origin does, and what must come of it.
struct Step: Sendable {
    /// Seconds since the beginning.
    var elapsed: Int64
    var request: CacheRequest
    var turns: [OriginTurn]
    var expected: Expected

    /// How many requests reach the origin.
    var answeredCount: Int {
        turns.count { if case .answer = $0 { true } else { false } }
    }

    struct Expected: Sendable {
        var source: AnswerSource
        /// The member of Cache-Status, without the cache's name.
        var cacheStatus: String
        var status: Int
        var body: String
        var sent: [String]
        /// Status and body of all that is stored afterwards; nil where the step before has said it.
        var stored: [String]?
    }

    init(
        at elapsed: Int64,
        _ request: CacheRequest,
        _ turns: OriginTurn...,
        gives source: AnswerSource,
        _ cacheStatus: String,
        _ status: Int = 200,
        _ body: String = "",
        sent: [String] = [],
        stored: [String]? = nil
    ) {
        self.elapsed = elapsed
        self.request = request
        self.turns = turns
        expected = Expected(
            source: source,
            cacheStatus: cacheStatus,
            status: status,
            body: body,
            sent: sent,
            stored: stored
        )
    }
}

/// Exchanges that follow one another over one cache.
struct Flow: CustomTestStringConvertible, Sendable {
    var name: String
    var section: String
    var steps: [Step]

    init(_ name: String, _ section: String, _ steps: Step...) {
        self.name = name
        self.section = section
        self.steps = steps
    }

    var testDescription: String { "\(name) (\(section))" }

    /// Plays the steps and compares each with what is expected; hands back the cache as it is left.
    @discardableResult
    func play(over fixture: EngineFixture? = nil) async throws -> EngineFixture {
        let fixture = try fixture ?? EngineFixture()
        var stored: [String] = []
        for (number, step) in steps.enumerated() {
            let place: Comment = "step \(number + 1)"
            let expected = step.expected
            fixture.clock.move(to: step.elapsed)
            fixture.origin.play(step.turns)
            let reply = try await EngineFixture.read(
                fixture.engine.respond(to: step.request, through: fixture.origin)
            )
            let answer = reply.answer
            #expect(answer.source == expected.source, place)
            #expect(answer.cacheStatus.text == "httpcache; \(expected.cacheStatus)", place)
            #expect(reply.head.status == expected.status, place)
            #expect(reply.body == expected.body, place)
            #expect(fixture.takeSent() == expected.sent, place)
            #expect(answer.originRequestCount == step.answeredCount, place)
            #expect(fixture.origin.turnsLeft == 0, place)
            #expect(answer.storeFailures.isEmpty, place)
            stored = expected.stored ?? stored
            #expect(try fixture.stored() == stored, place)
        }
        return fixture
    }
}
