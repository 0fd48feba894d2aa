#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import Testing

  @testable import FilterableResultsGRDB

  /// Windows over tables whose rows are told apart by columns of each kind, under orders that leave rows equal.
  @Suite(.limitedDatabases) struct LiveWindowKeyTests {
    struct Entry: Filterable, Hashable, Sendable {
      var name: String
      var number: Int64
      var score: Double
      var due: Date
      var part: Int64?

      static let filterFields = FilterFields<Entry>(
        FilterField("title", \.name), FilterField("number", \.number),
        FilterField("score", \.score), FilterField("due", \.due), FilterField("part", \.part))
    }

    private static let entries: [Entry] = [
      ("b", 1, 2.5, 3, nil), ("B", -7, -0.5, 1.5, 1), ("é", 1, 0, 0, 2), ("", 3, 1e300, 0.25, 1),
      ("e\u{301}", 2, 1, -4, nil), ("a", 9, -1e300, 7, 1), ("ab", 1, 3, 8, nil),
      ("zz", 4, 4, -0.125, 2),
    ].map {
      Entry(
        name: $0, number: $1, score: $2, due: Date(timeIntervalSince1970: $3), part: $4)
    }

    /// The columns of a key, with what is less of two entries by them.
    struct Key: Sendable, CustomTestStringConvertible {
      let columns: [String]
      let precedes: @Sendable (Entry, Entry) -> Bool

      var testDescription: String { columns.joined(separator: " ") }
    }

    private static func byName(_ left: Entry, _ right: Entry) -> Bool {
      left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }

    static let keys = [
      Key(columns: ["name"], precedes: byName),
      Key(columns: ["score"]) { $0.score < $1.score },
      Key(columns: ["due"]) { $0.due < $1.due },
      Key(columns: ["number", "name"]) {
        $0.number == $1.number ? byName($0, $1) : $0.number < $1.number
      },
      Key(columns: ["name", "number"], precedes: byName),
    ]

    enum Order: CaseIterable, Sendable {
      case none, part, partDescending, numberDescending

      var sort: [ResultsSortKey<Entry>] {
        switch self {
        case .none: []
        case .part: [.ascending(\.part)]
        case .partDescending: [.descending(\.part)]
        case .numberDescending: [.descending(\.number), .ascending(\.part)]
        }
      }

      /// Less than 0 where an entry comes first; nil is the least.
      func compare(_ left: Entry, _ right: Entry) -> Int64 {
        let part = (left.part ?? 0) - (right.part ?? 0)
        switch self {
        case .none: return 0
        case .part: return part
        case .partDescending: return -part
        case .numberDescending:
          return left.number == right.number ? part : right.number - left.number
        }
      }
    }

    private static func table(_ key: [String]) throws -> SQLTable<Entry> {
      try SQLTable<Entry>(
        "entry", key: key,
        columns: [
          .text("name", field: "title"), .integer("number"), .real("score"),
          .date("due", as: .unixReal), .integer("part", nullable: true),
        ]
      ) { row in
        Entry(
          name: row.next(), number: row.next(), score: row.next(), due: row.next(),
          part: row.next())
      }
    }

    private static func base(_ key: [String]) throws -> TicketBase {
      let base = try TicketBase(
        schema: """
          CREATE TABLE entry (name TEXT NOT NULL, number INTEGER NOT NULL, score REAL NOT NULL,
            due REAL NOT NULL, part INTEGER, UNIQUE (\(key.joined(separator: ", "))))
          """)
      try base.writer.write { database in
        for entry in entries {
          try database.execute(
            sql: "INSERT INTO entry VALUES (?, ?, ?, ?, ?)",
            arguments: [
              entry.name, entry.number, entry.score, entry.due.timeIntervalSince1970, entry.part,
            ])
        }
      }
      return base
    }

    @Test(arguments: keys, Order.allCases)
    func aWindowGoesThroughAllRowsInBothDirections(_ key: Key, _ order: Order) throws {
      let base = try Self.base(key.columns)
      let request = SQLFetchRequest(try Self.table(key.columns), sort: order.sort)
      let live = try LiveWindow(request, rows: 3, in: SQLiteStore(base.writer))
      let results = ResultsController<Entry>()
      let expected = Self.entries.sorted {
        let order = order.compare($0, $1)
        return order == 0 ? key.precedes($0, $1) : order < 0
      }
      let last = expected.count - 3
      for (steps, start) in [
        (0, 0), (3, 2), (2, 4), (1, last), (9, last), (-3, 2), (-1, 1), (-3, 0),
      ] {
        if steps > 0 { live.showNext(steps) } else { live.showPrevious(-steps) }
        try results.update(from: live)
        #expect(results.snapshot.items == Array(expected[start..<start + 3]), "\(steps)")
        #expect(live.isAtStart == (start == 0) && live.isAtEnd == (start == last), "\(steps)")
      }
    }

    /// The values of a key have to be those of the database.
    @Test(arguments: ["open", "missing"])
    func aKeyThatItemsDoNotHaveIsRefused(_ column: String) throws {
      let base = try TicketBase(
        schema: "CREATE TABLE entry (open INTEGER NOT NULL UNIQUE, missing TEXT NOT NULL UNIQUE)")
      let table = try SQLTable<Entry>(
        "entry", key: [column], columns: [.boolean("open"), .text("missing")]
      ) { _ in Self.entries[0] }
      let error = #expect(throws: FetchError.self) {
        try LiveWindow(SQLFetchRequest(table), rows: 3, in: SQLiteStore(base.writer))
      }
      #expect(error?.description == "the database has no position of the item by '\(column)'")
    }
  }
#endif
