import TestSupport
import Testing

/// Lets as many test cases use databases at a time as there are processors. Each blocks threads, and takes connections
/// of the server that all share.
struct DatabaseLimit: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await body() }
    await Turns.ofDatabases.begin()
    do {
      try await body()
    } catch {
      await Turns.ofDatabases.end()
      throw error
    }
    await Turns.ofDatabases.end()
  }
}

extension Trait where Self == DatabaseLimit {
  /// Waits until few enough tests use a database.
  static var limitedDatabases: Self { Self() }
}
