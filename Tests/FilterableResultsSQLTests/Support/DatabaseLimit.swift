#if SQLite
  import Testing

  /// Lets a number of test cases use their databases at a time, as each takes connections of the server that all share.
  struct DatabaseLimit: TestTrait, SuiteTrait, TestScoping {
    private static let slots = Slots(6)

    var isRecursive: Bool { true }

    func provideScope(
      for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
      guard testCase != nil else { return try await body() }
      await Self.slots.enter()
      do {
        try await body()
      } catch {
        await Self.slots.leave()
        throw error
      }
      await Self.slots.leave()
    }

    private actor Slots {
      private var free: Int
      private var waiting: [CheckedContinuation<Void, Never>] = []

      init(_ count: Int) { free = count }

      func enter() async {
        guard free == 0 else { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
      }

      func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
      }
    }
  }

  extension Trait where Self == DatabaseLimit {
    /// Waits until few enough tests use a database.
    static var limitedDatabases: Self { Self() }
  }
#endif
