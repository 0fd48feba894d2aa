#if PostgreSQL && os(Linux)
  internal import Synchronization

  /// The rows that a follower shows, for other threads.
  final class Shown: Sendable {
    struct Contents {
      var versions: Versions?
      var rows: [[Entry]] = []
      var total: Int?
      var checksum: UInt64?
      var deliveries = 0
      var errors: [String] = []
    }

    private let state = Mutex(Contents())

    var contents: Contents { state.withLock { $0 } }

    func change(_ body: (inout Contents) -> Void) { state.withLock { body(&$0) } }
  }
#endif
