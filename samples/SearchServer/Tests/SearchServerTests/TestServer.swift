import SearchServer

/// Runs a server on a port that is free, and a test against it.
func withServer(
  tickets: Int = 500, time: Duration = .seconds(10),
  _ change: (inout SearchServer.Settings) -> Void = { _ in },
  _ body: (TestClient) async throws -> Void
) async throws {
  try await withServer(tickets: tickets, time: time, change) { client, _ in
    try await body(client)
  }
}

/// Runs a server on a port that is free, and a test against it that also changes it.
func withServer(
  tickets: Int = 500, time: Duration = .seconds(10),
  _ change: (inout SearchServer.Settings) -> Void = { _ in },
  _ body: (TestClient, SearchServer) async throws -> Void
) async throws {
  var settings = SearchServer.Settings()
  settings.port = 0
  settings.searches.time = time
  settings.searches.deadline = .seconds(20)
  change(&settings)
  let server = try SearchServer(Ticket.samples(tickets), settings)
  let running = Task { await server.run() }
  let result: Result<Void, any Error>
  do {
    result = .success(try await body(TestClient(port: server.port), server))
  } catch {
    result = .failure(error)
  }
  running.cancel()
  await running.value
  try result.get()
}
