#if PostgreSQL && os(Linux)
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterableResults
  internal import FilterableResultsSQL

  /// A request that is followed, and what it must show, written without the library.
  enum FollowerKind: String, CaseIterable {
    /// All rows of all lanes by their amounts.
    case sorted

    /// Some rows, in sections by their groups.
    case sectioned

    /// A window of the first rows by their amounts, and the number of all.
    case window

    /// The first rows by their amounts, which are all read after each commit.
    case limited

    /// Few columns of rows, whose items are read by the page.
    case pages

    static let windowSize = 12
    static let limit = 28

    func request(_ table: SQLTable<Entry>) throws -> SQLFetchRequest<Entry> {
      func request(_ filter: String, _ sort: [ResultsSortKey<Entry>]) throws -> SQLFetchRequest<
        Entry
      > {
        SQLFetchRequest(table, try FilterPredicate(text: filter), sort: sort)
      }
      switch self {
      case .sorted, .pages: return try request("lane >= 0", [.ascending(\.amount)])
      case .sectioned:
        // The engine tests a part of it.
        return try request(
          "lane >= 0 AND title CONTAINS[c] 'A'",
          [.descending(\.title, options: .normalized), .ascending(\.amount)])
      case .window: return try request("lane >= 0", [.ascending(\.amount)]).countsRows()
      case .limited:
        var request = try request("lane IN {0, 1, 2} AND touched >= 0", [.ascending(\.amount)])
        request.limit = Self.limit
        return request
      }
    }

    func source(
      _ table: SQLTable<Entry>, _ store: any SQLStore
    ) throws -> LiveSource<Entry> {
      switch self {
      case .sorted, .sectioned, .limited: try LiveFetch(request(table), in: store)
      case .window: try LiveWindow(request(table), rows: Self.windowSize, in: store)
      case .pages: try LivePages(request(table), items: table, page: 8, in: store)
      }
    }

    func controller(_ key: KeyForm) throws -> ResultsController<Entry> {
      let results =
        key == .id
        ? ResultsController<Entry>(identifiedBy: \.id)
        : ResultsController<Entry>(identifiedBy: \.key)
      if self == .sectioned {
        try results.configure {
          $0.sections.key = ResultsKey(\.group)
          $0.sections.order = .ascending
        }
      }
      return results
    }

    /// The rows that are shown of all rows.
    func expected(_ all: [Entry]) -> [[Entry]] {
      switch self {
      case .sorted, .pages: return [all.sorted(by: Self.isBefore)]
      case .window: return [Array(all.sorted(by: Self.isBefore).prefix(Self.windowSize))]
      case .limited:
        return [Array(all.sorted(by: Self.isBefore).prefix(Self.limit))]
      case .sectioned:
        let matches = all.filter { $0.title.utf8.contains { $0 == 0x61 || $0 == 0x41 } }
        let groups = Dictionary(grouping: matches, by: \.group)
        return groups.keys.sorted(by: Self.isLess).compactMap { groups[$0] }.map { entries in
          entries.sorted { left, right in
            left.title == right.title
              ? Self.isBefore(left, right) : Self.isLess(right.title, left.title)
          }
        }
      }
    }

    private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
      (left.amount, left.id) < (right.amount, right.id)
    }

    private static func isLess(_ left: String, _ right: String) -> Bool {
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }
#endif
