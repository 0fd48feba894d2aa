#if PostgreSQL && os(Linux)
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterableResultsSQL

  /// A row of the table `entry`.
  ///
  /// The rows of a lane have numbers from `lane * 1_000_000` on. The first of them is the clock of the lane: each
  /// transaction that changes the lane increases its version. The amounts of all other rows sum to zero.
  struct Entry: Filterable, Hashable, Sendable {
    var id: Int64
    var key: String
    var lane: Int64
    var amount: Int64
    var group: String
    var title: String
    var version: Int64
    var touched: Int64

    static let filterFields = FilterFields<Entry>(
      FilterField("id", \.id), FilterField("key", \.key), FilterField("lane", \.lane),
      FilterField("amount", \.amount), FilterField("group", \.group),
      FilterField("title", \.title), FilterField("version", \.version),
      FilterField("touched", \.touched))

    /// The number of lanes.
    static let lanes = 3

    /// The amount of a clock, which is less than those of other rows.
    static let clockAmount: Int64 = -1_000_000_000_000

    static let groups = ["Oslo", "Rome", "a\"b", "ü, \\ '"]
    static let titles = ["", "a", "Ab", "ba\u{1F600}", "[\"x\"]", "zz", "it's"]

    init(lane: Int, number: Int, amount: Int64, group: String, title: String, version: Int64) {
      id = Int64(lane) * 1_000_000 + Int64(number)
      self.lane = Int64(lane)
      (self.amount, self.group, self.title, self.version) = (amount, group, title, version)
      touched = 0
      key = Self.key(id)
    }

    /// The clock of a lane.
    init(clockOf lane: Int, version: Int64) {
      self.init(
        lane: lane, number: 0, amount: Self.clockAmount, group: Self.groups[0], title: "clock a",
        version: version)
    }

    /// A text that a payload must quote, and whose order is that of the numbers.
    static func key(_ id: Int64) -> String {
      let digits = String(id)
      return "k\"',\\é" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }

    var isClock: Bool { id % 1_000_000 == 0 }

    var text: String {
      "\(id) \(lane) \(amount) \(group) '\(title)' v\(version) t\(touched)"
    }

    // MARK: - The database

    static let columns = "id, key, lane, amount, \"gr\"\"oup\", title, version, touched"

    /// The statements that create the table, with rows of no lane that only bulk updates change.
    static func schema(keyedBy key: KeyForm, ballast: Int) -> String {
      """
      CREATE TABLE entry (
        id bigint NOT NULL, key text COLLATE "C" NOT NULL, lane bigint NOT NULL,
        amount bigint NOT NULL, "gr""oup" text COLLATE "C" NOT NULL,
        title text COLLATE "C" NOT NULL, version bigint NOT NULL, touched bigint NOT NULL,
        PRIMARY KEY (\(key.rawValue)));
      CREATE INDEX entry_lane ON entry (lane);
      CREATE INDEX entry_amount ON entry (amount);
      INSERT INTO entry SELECT i * 1000000, 'k"'',\\é' || lpad((i * 1000000)::text, 8, '0'), i,
        \(clockAmount), '\(groups[0])', 'clock a', 0, 0 FROM generate_series(0, \(lanes - 1)) i;
      INSERT INTO entry SELECT 1000000000000000000 + i, 'ballast of a table ' || i, -1, 0, '', '',
        0, 0 FROM generate_series(1, \(ballast)) i;
      """
    }

    static func table(keyedBy key: KeyForm) throws -> SQLTable<Entry> {
      try SQLTable<Entry>(
        "entry", key: [key.rawValue],
        columns: [
          .integer("id"), .text("key"), .integer("lane"), .integer("amount"),
          .text("gr\"oup", field: "group"), .text("title"), .integer("version"),
          .integer("touched"),
        ]
      ) { row in
        Entry(
          id: row.next(), key: row.next(), lane: row.next(), amount: row.next(),
          group: row.next(), title: row.next(), version: row.next(), touched: row.next())
      }
    }

    private init(
      id: Int64, key: String, lane: Int64, amount: Int64, group: String, title: String,
      version: Int64, touched: Int64
    ) {
      (self.id, self.key, self.lane, self.amount) = (id, key, lane, amount)
      (self.group, self.title, self.version, self.touched) = (group, title, version, touched)
    }

    /// Reads a row of the columns by the driver alone; nil if a cell has another type.
    init?(_ cells: [SQLCellValue]) {
      guard cells.count == 8, case .integer(let id) = cells[0], case .text(let key?) = cells[1],
        case .integer(let lane) = cells[2], case .integer(let amount) = cells[3],
        case .text(let group?) = cells[4], case .text(let title?) = cells[5],
        case .integer(let version) = cells[6], case .integer(let touched) = cells[7]
      else { return nil }
      self.init(
        id: id, key: key, lane: lane, amount: amount, group: group, title: title,
        version: version, touched: touched)
    }
  }

  /// The column that is the key of the table.
  enum KeyForm: String, CaseIterable {
    case id, key
  }
#endif
