#if PostgreSQL
  /// The commits whose changes a listener has reported completely.
  struct ReportedCommits {
    /// A snapshot of which all commits were reported.
    private var verified: PostgresSnapshot?

    /// The transactions after it whose notifications have all arrived.
    private var complete: Set<Int64> = []

    /// The most transactions between two snapshots that are looked at one by one.
    private static let most = 4_096

    mutating func add(_ transactions: Set<Int64>) {
      if complete.count > Self.most { complete = [] }
      complete.formUnion(transactions)
    }

    /// Whether all commits that a snapshot contains were reported. False if a transaction is unknown: it may have changed
    /// other tables, or may have been rolled back.
    mutating func cover(_ snapshot: PostgresSnapshot) -> Bool {
      guard let verified,
        let ended = snapshot.transactions(endedAfter: verified, atMost: Self.most),
        ended.allSatisfy(complete.contains)
      else { return false }
      if !ended.isEmpty { verify(snapshot) }
      return true
    }

    /// Stores that all commits of a snapshot were reported.
    mutating func verify(_ snapshot: PostgresSnapshot) {
      if let verified, verified.next > snapshot.next { return }
      verified = snapshot
      complete = complete.filter { !snapshot.sees($0) }
    }
  }
#endif
