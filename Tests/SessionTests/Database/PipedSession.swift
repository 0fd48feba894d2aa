import FilterEngine

@testable import FrcQuery

/// A session of the pipe in this process.
struct PipedSession {
  private let session = PipeSession(libraries: .standard, lockTimeout: 0.05)

  init() throws {}

  func answer(_ request: String) throws -> String {
    String(decoding: session.answer(request.utf8), as: UTF8.self)
  }
}
