import Foundation
import HummingbirdSearch
import Testing

extension ServerTests {
  /// A thousand hostile requests: each is answered, none with a failure of the server, and it goes on.
  @Suite struct HostileTests {
    /// `FRC_SEED` repeats a run.
    private static let seed =
      ProcessInfo.processInfo.environment["FRC_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 0..<1_000_000)

    @Test func everyRequestIsAnswered() async throws {
      FileHandle.standardError.write(Data("hostile requests: FRC_SEED=\(Self.seed)\n".utf8))
      var hostile = HostileQueries(seed: Self.seed)
      let queries = (0..<1_000).map { _ in hostile.next() }
      try await withServer(tickets: 2_000, time: .milliseconds(100)) { client in
        let before = try await client.tickets(filter: "priority == 1")
        var counts: [Int: Int] = [:]
        for batch in stride(from: 0, to: queries.count, by: 4) {
          let part = queries[batch..<min(batch + 4, queries.count)]
          for (query, response) in try await Self.responses(to: part, client) {
            counts[response.status, default: 0] += 1
            Self.expectHarmless(response, query)
          }
        }
        let text = counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        print("hostile requests:", text.joined(separator: ", "))
        #expect(counts.values.reduce(0, +) == queries.count)
        let after = try await client.tickets(filter: "priority == 1")
        #expect(after.status == 200)
        #expect(try after.member("count") as? Int == before.member("count") as? Int)
      }
    }

    private static func responses(
      to queries: ArraySlice<String>, _ client: TestClient
    ) async throws -> [(String, TestResponse)] {
      try await withThrowingTaskGroup(of: (String, TestResponse).self) { group in
        for query in queries { group.addTask { (query, try await client.tickets(query)) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }

    private static func expectHarmless(_ response: TestResponse, _ query: String) {
      let isExpected = [200, 400, 414, 422, 503].contains(response.status)
      #expect(isExpected, "FRC_SEED=\(seed): \(response.status) for \(query)")
      // Values of columns that agents do not see.
      let isQuiet =
        !response.body.contains("@example.com") && !response.body.contains("Account manager")
      #expect(isQuiet, "FRC_SEED=\(seed): \(query)")
      #expect(!response.headers.contains("Set-Cookie"), "FRC_SEED=\(seed): \(query)")
    }
  }
}
