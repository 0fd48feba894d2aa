#if SQLite
  /// The table whose rows a connection changes one after another.
  ///
  /// A statement that changes many rows adds the number of each to a list. Nothing is looked up or hashed for a row.
  struct RecentTable {
    /// The name; empty for no table.
    private(set) var name = ""

    /// The name with its end, as SQLite hands it on.
    private var bytes: ContiguousArray<CChar> = []

    /// How keys are read; nil for a table that is not followed.
    private(set) var reading: KeyReading?

    /// The columns that hold keys of followed rows of other tables.
    private(set) var links: Set<Int> = []

    /// The numbers of rows that were changed, some of them several times.
    private(set) var ids: [Int64] = []

    /// Whether so many rows were changed that their numbers are of no use.
    var isEverything = false

    init() {}

    init(_ name: String, _ reading: KeyReading?, links: Set<Int>) {
      self.name = name
      self.links = links
      bytes = name.utf8CString
      self.reading = reading
    }

    /// Whether the table has a name, which ends with 0.
    func hasName(_ other: UnsafePointer<CChar>) -> Bool {
      var index = 0
      while index < bytes.count, bytes[index] == other[index] {
        if bytes[index] == 0 { return true }
        index += 1
      }
      return false
    }

    /// Adds the number of a row.
    mutating func add(_ id: Int64) { ids.append(id) }

    /// Takes the numbers out, each one once.
    mutating func takeIDs() -> [Int64] {
      // Rows usually change in the order of their numbers. Then nothing has to be moved, and sorting is cheaper than
      // hashing.
      ids.sort()
      var distinct: [Int64] = []
      for id in ids where id != distinct.last { distinct.append(id) }
      ids = []
      return distinct
    }
  }
#endif
