import SearchServer

/// Runs a server on a port that is free, and a test against it.
func withServer(
  tickets: Int = 500, time: Duration = .seconds(10), capacity: Int = 64,
  _ body: (TestClient) async throws -> Void
) async throws {
  var settings = SearchServer.Settings()
  settings.port = 0
  settings.time = time
  settings.capacity = capacity
  let server = try SearchServer(Ticket.samples(tickets), settings)
  let running = Task { try await server.run() }
  let result: Result<Void, any Error>
  do {
    result = .success(try await body(TestClient(port: server.port)))
  } catch {
    result = .failure(error)
  }
  await server.stop()
  running.cancel()
  try result.get()
}
