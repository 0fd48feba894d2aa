package import Testing

/// A suite whose tests start processes or wait for them: only one such suite runs at a time, its tests one after
/// another, so that the others have the processors.
package struct ProcessSuite: SuiteTrait, TestScoping {
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Turn.shared.begin()
    do {
      try await function()
    } catch {
      await Turn.shared.end()
      throw error
    }
    await Turn.shared.end()
  }

  /// The right to run, which suites have in the order in which they ask for it.
  private actor Turn {
    static let shared = Turn()

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func begin() async {
      guard isTaken else { return isTaken = true }
      await withCheckedContinuation { waiting.append($0) }
    }

    func end() {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
  }
}

extension Trait where Self == ProcessSuite {
  package static var startsProcesses: ProcessSuite { ProcessSuite() }
}
