#if PostgreSQL
  /// The transactions whose changes were reported to sources completely.
  struct ReportedCommits {
    /// A snapshot of which all transactions were reported; nil before the first.
    private var snapshot: PostgresSnapshot?

    /// The numbers of other transactions that were reported, and of markers, which change no rows.
    private var transactions: Set<Int64> = []

    /// The most transactions between two snapshots that are compared one by one.
    private static let mostTransactions = 4_096

    /// Adds transactions of which all notifications have arrived.
    mutating func add(_ complete: Set<Int64>) {
      // A transaction that is forgotten costs a marker.
      if transactions.count > Self.mostTransactions { transactions = [] }
      transactions.formUnion(complete)
    }

    /// Adds a snapshot that a marker took, which has arrived after the notifications of all that the snapshot sees.
    mutating func add(_ seen: PostgresSnapshot) {
      if let snapshot, snapshot.next > seen.next { return }
      snapshot = seen
      transactions = transactions.filter { !seen.sees($0) }
    }

    /// Forgets all, after a connection was lost.
    mutating func reset() { self = ReportedCommits() }

    /// Whether all transactions that a snapshot sees were reported. False if one of them is unknown: it may have changed
    /// other tables, or may have been rolled back.
    mutating func include(_ other: PostgresSnapshot) -> Bool {
      guard let snapshot,
        let ended = other.transactions(endedAfter: snapshot, atMost: Self.mostTransactions),
        ended.allSatisfy(transactions.contains)
      else { return false }
      // An earlier snapshot sees no other transactions.
      if !ended.isEmpty { add(other) }
      return true
    }
  }
#endif
