#if PostgreSQL && os(Linux)
  internal import Synchronization

  /// The number of transactions of each lane.
  typealias Versions = [Int64]

  /// The rows of a lane, by their numbers, without its clock.
  typealias LaneRows = [Int64: Entry]

  /// The contents that the table has had: writers add those of each transaction before its commit.
  ///
  /// The clock of a lane is locked from the first statement of a transaction to its end, so that the transactions of a
  /// lane have one order. A transaction whose commit was not confirmed may have happened: the next one of the lane reads
  /// the clock and tells.
  final class Lanes: Sendable {
    private struct Lane {
      /// The rows at the versions from `first` on.
      var states: [LaneRows] = [[:]]
      var first: Int64 = 0

      /// The newest version whose commit was confirmed.
      var confirmed: Int64 = 0

      func rows(_ version: Int64) -> LaneRows? {
        let index = version - first
        return index >= 0 && index < states.count ? states[Int(index)] : nil
      }
    }

    /// Why the contents of a version are not known.
    enum Gap: Error {
      /// They were forgotten.
      case forgotten
      /// No transaction has made them.
      case unwritten(lane: Int, version: Int64)
    }

    private let state: Mutex<[Lane]>

    /// The number of versions that are kept.
    private static let limit = 4_000

    init() { state = Mutex(Array(repeating: Lane(), count: Entry.lanes)) }

    /// The rows of a lane at a version.
    func rows(_ lane: Int, _ version: Int64) throws(Gap) -> LaneRows {
      let found = state.withLock { ($0[lane].rows(version), $0[lane].first) }
      if let rows = found.0 { return rows }
      throw version < found.1 ? .forgotten : .unwritten(lane: lane, version: version)
    }

    /// The rows of all lanes with their clocks.
    func rows(_ versions: Versions) throws(Gap) -> [Entry] {
      var entries: [Entry] = []
      for (lane, version) in versions.enumerated() {
        entries.append(Entry(clockOf: lane, version: version))
        entries += try rows(lane, version).values
      }
      return entries
    }

    /// Adds the rows that a transaction is about to commit. Those of an earlier transaction with the same version, which
    /// has not happened, are replaced.
    func propose(_ lane: Int, _ version: Int64, _ rows: LaneRows) {
      state.withLock { lanes in
        let index = Int(version - lanes[lane].first)
        guard index >= 0, index <= lanes[lane].states.count else { return }
        lanes[lane].states.removeSubrange(index...)
        lanes[lane].states.append(rows)
        let extra = lanes[lane].states.count - Self.limit
        guard extra > Self.limit / 4 else { return }
        lanes[lane].states.removeFirst(extra)
        lanes[lane].first += Int64(extra)
      }
    }

    /// Notes that a transaction was committed.
    func confirm(_ lane: Int, _ version: Int64) {
      state.withLock { $0[lane].confirmed = max($0[lane].confirmed, version) }
    }

    /// The newest versions whose commits were confirmed.
    var confirmed: Versions { state.withLock { $0.map(\.confirmed) } }
  }
#endif
