#if PostgreSQL
  /// The transactions whose changes a snapshot sees, as `pg_snapshot` prints them: `10:20:10,14,15`.
  package struct PostgresSnapshot: Hashable, Sendable {
    /// The lowest number of a transaction that was in progress. The changes of all lower ones are visible, or undone.
    package let lowest: Int64

    /// The lowest number that no transaction had yet.
    package let next: Int64

    /// The numbers from `lowest` to `next` of transactions that were in progress.
    private let inProgress: Set<Int64>

    init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, let lowest = Int64(parts[0]), let next = Int64(parts[1]),
        lowest >= 0, next >= lowest
      else { return nil }
      (self.lowest, self.next) = (lowest, next)
      inProgress = Set(parts[2].split(separator: ",").compactMap { Int64($0) })
    }

    /// Whether a transaction had ended when the snapshot was taken.
    package func sees(_ transaction: Int64) -> Bool {
      transaction < lowest || transaction < next && !inProgress.contains(transaction)
    }

    /// The transactions that ended after an earlier snapshot was taken and before this one; nil if there may be more than
    /// `most`.
    package func transactions(
      endedAfter earlier: PostgresSnapshot, atMost most: Int
    ) -> [Int64]? {
      // Neither number is negative.
      guard next - earlier.next <= most else { return nil }
      let new = earlier.next < next ? Array(earlier.next..<next) : []
      return (earlier.inProgress + new).filter(sees)
    }
  }
#endif
