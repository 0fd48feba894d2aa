#if PostgreSQL
  /// The transactions whose changes were reported to sources, all of them or none.
  ///
  /// The notifications of a transaction may arrive one after another. A marker arrives after those of all transactions
  /// that had committed when it was sent, so that it says which snapshots contain nothing unreported.
  struct ReportedCommits {
    /// What the newest marker saw when it was sent; nil before the first.
    private var snapshot: PostgresSnapshot?

    /// The numbers of transactions of markers, which change no rows.
    private var markers: Set<Int64> = []

    /// The most transactions between two snapshots that are compared one by one.
    private static var mostTransactions: Int64 { 4_096 }

    /// Adds a marker that has arrived: what it saw, and the number of its transaction.
    mutating func add(_ seen: PostgresSnapshot, marker: Int64) {
      snapshot = seen
      markers = markers.filter { $0 >= seen.lowest }
      markers.insert(marker)
    }

    /// Forgets all, after a connection was lost.
    mutating func reset() { self = ReportedCommits() }

    /// Whether all transactions that a snapshot sees were reported.
    func include(_ other: PostgresSnapshot) -> Bool {
      guard let snapshot else { return false }
      let first = min(snapshot.lowest, other.next)
      guard other.next - first <= Self.mostTransactions else { return false }
      return (first..<other.next).allSatisfy {
        !other.sees($0) || snapshot.sees($0) || markers.contains($0)
      }
    }
  }
#endif
