#if SQLite
  /// The table whose rows a connection is changing.
  ///
  /// A statement that changes many rows appends their row ids to a list, without a look-up or a hash for each row.
  struct RecentTable {
    /// The name; empty if there is no table.
    private(set) var name = ""

    /// The name as a C string, for comparison with the name that SQLite passes.
    private var bytes: ContiguousArray<CChar> = []

    /// The way in which keys are read; nil for a table that is not followed.
    private(set) var reading: KeyReading?

    /// The columns that hold keys of followed tables.
    private(set) var links: Set<Int> = []

    /// The row ids of changed rows, with duplicates.
    private(set) var ids: [Int64] = []

    /// Whether too many rows were changed to keep their row ids.
    var isEverything = false

    init() {}

    init(_ name: String, _ reading: KeyReading?, links: Set<Int>) {
      self.name = name
      self.links = links
      bytes = name.utf8CString
      self.reading = reading
    }

    /// Whether the table has the name in a C string.
    func hasName(_ other: UnsafePointer<CChar>) -> Bool {
      var index = 0
      while index < bytes.count, bytes[index] == other[index] {
        if bytes[index] == 0 { return true }
        index += 1
      }
      return false
    }

    /// Adds the row id of a changed row.
    mutating func add(_ id: Int64) { ids.append(id) }

    /// Removes and returns the row ids, without duplicates.
    mutating func takeIDs() -> [Int64] {
      // Rows usually change in the order of their row ids, so that sorting is cheaper than hashing.
      ids.sort()
      var distinct: [Int64] = []
      for id in ids where id != distinct.last { distinct.append(id) }
      ids = []
      return distinct
    }
  }
#endif
