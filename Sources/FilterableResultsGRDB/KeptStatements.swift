#if SQLite
  internal import Synchronization

  /// The texts of statements that the connections of a store keep prepared.
  ///
  /// GRDB keeps the statements of a connection until it is closed, and cannot drop a single one. So the first texts that
  /// recur are kept, up to a number of them, and texts that are run once never are.
  final class KeptStatements: Sendable {
    private struct State {
      var kept: Set<String> = []
      var recent: [String] = []
    }

    private let state = Mutex(State())

    /// The largest number of texts.
    static var most: Int { 16 }

    /// Whether connections keep the statement of a text that is run now.
    func keeps(_ text: String) -> Bool {
      // GRDB takes texts for the same that Unicode takes for equal.
      guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
      return state.withLock { state in
        if state.kept.contains(text) { return true }
        guard state.kept.count < Self.most else { return false }
        guard let index = state.recent.firstIndex(of: text) else {
          if state.recent.count == Self.most { state.recent.removeFirst() }
          state.recent.append(text)
          return false
        }
        state.recent.remove(at: index)
        state.kept.insert(text)
        return true
      }
    }
  }
#endif
