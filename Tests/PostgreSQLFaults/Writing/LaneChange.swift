#if PostgreSQL && os(Linux)
  internal import FilterSQL
  internal import FilterableResultsPostgres
  internal import TestSupport

  /// The rows of a lane within a transaction. Each statement changes them as it changes the table.
  ///
  /// No statement but `add` changes the sum of the amounts.
  struct LaneChange {
    let lane: Int

    /// The version of the lane after the transaction.
    let version: Int64

    /// The rows without the clock.
    var rows: LaneRows

    /// The largest number of rows of a lane.
    private static let limit = 40

    private func pick(_ random: inout SeededGenerator) -> Entry? {
      rows.isEmpty ? nil : rows[random.pick(rows.keys.sorted())]
    }

    /// A new row.
    func entry(_ amount: Int64, _ random: inout SeededGenerator) -> Entry {
      var entry: Entry
      repeat {
        entry = Entry(
          lane: lane, number: random.below(Self.limit * 2) + 1, amount: amount,
          group: random.pick(Entry.groups), title: random.pick(Entry.titles), version: version)
      } while rows[entry.id] != nil
      return entry
    }

    // MARK: - Statements

    /// Changes the sum of the amounts.
    mutating func add(
      _ amount: Int64, _ connection: PostgresConnection, _ random: inout SeededGenerator
    ) throws {
      guard var entry = pick(&random), random.chance(70) || rows.count >= Self.limit else {
        try insert(entry(amount, &random), connection)
        return
      }
      entry.amount += amount
      try update(entry, connection)
    }

    /// Runs a random statement or two that leave the sum of the amounts as it is.
    mutating func change(
      _ connection: PostgresConnection, _ random: inout SeededGenerator
    ) throws {
      switch random.below(10) {
      case 0...2 where rows.count < Self.limit - 2:
        let amount = Int64(random.below(50))
        try insert(entry(amount, &random), connection)
        try insert(entry(-amount, &random), connection)
      case 3, 4:
        guard let entry = pick(&random) else { return }
        try connection.run("DELETE FROM entry WHERE id = $1", [.integer(entry.id)])
        rows[entry.id] = nil
        if entry.amount != 0 { try add(entry.amount, connection, &random) }
      case 5:
        // The row gets another key.
        guard let entry = pick(&random) else { return }
        var moved = self.entry(entry.amount, &random)
        (moved.group, moved.title) = (entry.group, entry.title)
        moved.touched = entry.touched
        try connection.run(
          "UPDATE entry SET id = $1, key = $2, version = $3 WHERE id = $4",
          [
            .integer(moved.id), .text(moved.key), .integer(version), .integer(entry.id),
          ])
        rows[entry.id] = nil
        rows[moved.id] = moved
      case 6:
        try connection.run(
          "UPDATE entry SET touched = touched + 1 WHERE lane = $1 AND id <> $2",
          [.integer(Int64(lane)), .integer(Entry(clockOf: lane, version: 0).id)])
        for id in rows.keys { rows[id]?.touched += 1 }
      case 7:
        guard let entry = pick(&random) else { return }
        // A statement that changes no value.
        try connection.run("UPDATE entry SET title = title WHERE id = $1", [.integer(entry.id)])
      default:
        guard var entry = pick(&random) else { return }
        entry.title = random.pick(Entry.titles)
        entry.group = random.pick(Entry.groups)
        try update(entry, connection)
      }
    }

    mutating func insert(_ entry: Entry, _ connection: PostgresConnection) throws {
      try connection.run(
        "INSERT INTO entry (\(Entry.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        [
          .integer(entry.id), .text(entry.key), .integer(entry.lane), .integer(entry.amount),
          .text(entry.group), .text(entry.title), .integer(entry.version),
          .integer(entry.touched),
        ])
      if !entry.isClock { rows[entry.id] = entry }
    }

    private mutating func update(_ entry: Entry, _ connection: PostgresConnection) throws {
      var entry = entry
      entry.version = version
      try connection.run(
        """
        UPDATE entry SET amount = $1, "gr""oup" = $2, title = $3, version = $4 WHERE id = $5
        """,
        [
          .integer(entry.amount), .text(entry.group), .text(entry.title), .integer(version),
          .integer(entry.id),
        ])
      rows[entry.id] = entry
    }
  }
#endif
