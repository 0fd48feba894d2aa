import Foundation
import HummingbirdSearch
import Logging
import ServiceLifecycle

/// The policies of a test.
enum TestPolicies {
  /// The folder of the sample's policies.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Policies")

  /// The policies of the sample.
  static func sample() throws -> [String: Data] {
    try Dictionary(
      uniqueKeysWithValues: ["agent", "admin"].map {
        ($0, try Data(contentsOf: folder.appending(path: "\($0).json")))
      })
  }
}

/// A server of a test, on a port that is free.
struct TestServer: Sendable {
  let server: SearchServer
  let client: TestClient

  /// The services of the server; a shutdown of the group is one of the server.
  let group: ServiceGroup

  /// Ends with the server.
  let running: Task<Void, any Error>

  struct NotRunning: Error {}

  /// Runs a server until its group is shut down or its task is cancelled.
  init(
    tickets: Int = 500, time: Duration = .seconds(10), policies: [String: Data]? = nil,
    _ change: (inout SearchServer.Settings) -> Void = { _ in }
  ) async throws {
    var settings = SearchServer.Settings()
    settings.port = 0
    settings.searches.time = time
    settings.searches.deadline = .seconds(20)
    change(&settings)
    let server = try SearchServer(
      Ticket.samples(tickets), policies: policies ?? TestPolicies.sample(), settings)
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let group = ServiceGroup(
      services: [server.application(logger) { continuation.yield($0) }], logger: logger)
    running = Task {
      defer { continuation.finish() }
      try await group.run()
    }
    guard let port = await ports.first(where: { _ in true }) else { throw NotRunning() }
    client = TestClient(port: UInt16(port))
    (self.server, self.group) = (server, group)
  }
}

/// Runs a server, and a test against it.
func withServer(
  tickets: Int = 500, time: Duration = .seconds(10), policies: [String: Data]? = nil,
  _ change: (inout SearchServer.Settings) -> Void = { _ in },
  _ body: (TestClient) async throws -> Void
) async throws {
  try await withServer(tickets: tickets, time: time, policies: policies, change) { client, _ in
    try await body(client)
  }
}

/// Runs a server, and a test against it that also changes it.
func withServer(
  tickets: Int = 500, time: Duration = .seconds(10), policies: [String: Data]? = nil,
  _ change: (inout SearchServer.Settings) -> Void = { _ in },
  _ body: (TestClient, SearchServer) async throws -> Void
) async throws {
  let test = try await TestServer(tickets: tickets, time: time, policies: policies, change)
  let result: Result<Void, any Error>
  do {
    result = .success(try await body(test.client, test.server))
  } catch {
    result = .failure(error)
  }
  await test.group.triggerGracefulShutdown()
  try await test.running.value
  try result.get()
}
