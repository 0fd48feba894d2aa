import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdSearch
import HummingbirdTesting
import InMemoryLogging
import Logging
import NIOCore

/// Routes without connections. Each request has a server of its own, which is shut down after it.
struct TestRoutes {
  private let policies: [String: Data]
  let log = InMemoryLogHandler()

  /// Routes with the policies of the sample, or with one for the role `agent`.
  init(policy: String? = nil) throws {
    policies = try policy.map { ["agent": Data($0.utf8)] } ?? TestPolicies.sample()
    _ = try server
  }

  private var server: SearchServer {
    get throws { try SearchServer(Ticket.samples(500), policies: policies) }
  }

  /// The answer to a request for a path with a query that is already encoded.
  func get(
    _ uri: String, token: String? = "demo-agent", body: String? = nil
  ) async throws -> TestResponse {
    let headers: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [:]
    let logger = Logger(label: "test") { [log] _ in log }
    return try await server.application(logger).test(.router) { client in
      let body = body.map { ByteBuffer(string: $0) }
      let response = try await client.execute(
        uri: uri, method: .get, headers: headers, body: body)
      let lines = response.headers.map { "\($0.name): \($0.value)" }
      return TestResponse(
        status: response.status.code, headers: lines.joined(separator: "\r\n"),
        body: String(buffer: response.body))
    }
  }

  /// The answer to a search for a filter.
  func tickets(filter: String, token: String? = "demo-agent") async throws -> TestResponse {
    try await get("/tickets?filter=\(TestClient.encoded(filter))", token: token)
  }
}
