#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSQL
  internal import FilterTables

  /// The rows that the statement of a plan returns, one at a time, read in the memory of the database.
  final class DatabaseRows {
    private let plan: DatabasePlan
    private let statement: DatabaseStatement
    private let shape: FilterObject.Shape

    /// The cells of the current row.
    private var slots: [RowSlot]

    /// The number of bytes in the texts and blobs of the current row.
    private(set) var size = 0

    /// The most bytes of a row.
    private let limit: Int

    /// The stated kind of each column, and the columns that have one.
    private let kinds: [StatedKind?]
    private let stated: [(column: Int, kind: StatedKind)]

    /// The JSON of the members of a row up to their values, `"name":`, concatenated, and the end of each.
    private var members: [UInt8] = []
    private var memberEnds: [Int] = []

    convenience init(_ plan: DatabasePlan) throws(ToolError) {
      let select = plan.counting ?? plan.grouping ?? plan.select
      self.init(
        plan,
        try plan.table.driver.statement(
          plan.table.text(of: select), select.parameters, tests: plan.translation.tests,
          mayStop: true))
    }

    /// The rows of another statement with the columns of the plan.
    init(_ plan: DatabasePlan, _ statement: DatabaseStatement) {
      self.plan = plan
      self.statement = statement
      limit = plan.table.driver.limits.rowBytes
      shape = FilterObject.Shape(plan.columns)
      slots = Array(repeating: RowSlot(.null), count: plan.columns.count)
      kinds = plan.stated
      stated = kinds.enumerated().compactMap { column, kind in kind.map { (column, $0) } }
      for (index, name) in plan.columns.enumerated() {
        members.append(UInt8(ascii: index == 0 ? "{" : ","))
        JSONWriter.write(name, to: &members)
        members.append(UInt8(ascii: ":"))
        memberEnds.append(members.count)
      }
    }

    /// A row that was returned.
    enum Row {
      case row

      /// A row with a value that cannot be read
      case bad(String)
    }

    /// The number of rows, if only that is requested and the database counts them.
    func count() throws(ToolError) -> Int? {
      guard plan.counting != nil, try statement.next(),
        case .int(let number)? = statement.value(at: 0)
      else { return nil }
      return Int(number)
    }

    /// Advances to the next row; nil after the last.
    func next() throws(ToolError) -> Row? {
      guard try statement.next() else { return nil }
      if let cell = statement.read(into: &slots) {
        return .bad("column '\(plan.columns[cell.column])' holds \(cell.content)")
      }
      for (column, kind) in stated {
        guard let slot = kind.slot(slots[column]) else {
          let (text, name) = (Columns.text(of: stored(at: column)), plan.columns[column])
          return .bad("'\(text)' in column '\(name)' is not \(kind.noun)")
        }
        slots[column] = slot
      }
      size = 0
      for (column, slot) in slots.enumerated() {
        switch slot.kind {
        case .string: size += slot.utf8.count
        case .other: size += statement.byteCount(at: column)
        default: break
        }
      }
      if size > limit {
        return .bad("a row has more than \(limit) bytes; --byte-limit allows more")
      }
      return .row
    }

    /// The current row as a value.
    var value: FilterValue {
      let values = slots.indices.map { value(at: $0) }
      return .object(FilterObject(shape: shape, values: values))
    }

    /// The current row as the database stores it, whatever kinds are stated.
    var stored: FilterObject {
      FilterObject(shape: shape, values: slots.indices.map { stored(at: $0) })
    }

    private func value(at column: Int) -> FilterValue {
      kinds[column]?.value(stored(at: column)) ?? stored(at: column)
    }

    private func stored(at column: Int) -> FilterValue { statement.value(at: column) ?? .null }

    /// The number of cells of the current row that are NaN or infinite.
    var specialCount: Int { slots.count(where: \.isSpecial) }

    /// Appends the current row as JSON.
    func appendJSON(to bytes: inout [UInt8]) {
      guard !slots.isEmpty else { return bytes.append(contentsOf: "{}".utf8) }
      // The names are slices of one buffer: a separate array for each would be retained for each value.
      members.withUnsafeBufferPointer { members in
        var start = 0
        for (column, slot) in slots.enumerated() {
          bytes.append(contentsOf: members[start..<memberEnds[column]])
          append(slot, at: column, to: &bytes)
          start = memberEnds[column]
        }
      }
      bytes.append(UInt8(ascii: "}"))
    }

    private func append(_ slot: RowSlot, at column: Int, to bytes: inout [UInt8]) {
      switch slot.kind {
      case .null: bytes.append(contentsOf: "null".utf8)
      case .integer: JSONWriter.write(slot.integer, to: &bytes)
      case .double: JSONWriter().write(slot.double, to: &bytes)
      case .string: JSONWriter.write(utf8: slot.utf8, to: &bytes)
      default: JSONWriter().write(value(at: column), to: &bytes)
      }
    }

    /// The number of rows of the table that the current row counts for.
    var weight: Int {
      guard plan.grouping != nil, case .int(let count)? = statement.value(at: slots.count) else {
        return 1
      }
      return Int(count)
    }

    /// The key of the current row, a list if it has several columns; null if the row has none.
    var key: FilterValue {
      let values = plan.keyIndices.map { statement.value(at: $0) ?? .null }
      return values.count == 1 ? values[0] : values.isEmpty ? .null : .list(FilterList(values))
    }

    /// The file, the table and the key of the current row.
    var place: String {
      let table = "\(plan.table.driver.path):\(plan.table.name)"
      guard !plan.keyIndices.isEmpty, plan.grouping == nil else { return table }
      let key = plan.keyIndices.map { index in
        statement.value(at: index).map(Columns.text(of:)) ?? "?"
      }
      return table + ":" + key.joined(separator: ",")
    }
  }

  // MARK: - Key paths

  extension DatabaseRows {
    /// The source of the value of a key path.
    enum Source {
      /// A cell
      case cell(Int)
      /// The row as a value
      case row
    }

    func source(of path: [String]) -> Source {
      guard path.count == 1,
        let column = plan.columns.firstIndex(where: { $0.utf8.elementsEqual(path[0].utf8) })
      else { return .row }
      return .cell(column)
    }

    /// The value in the current row, valid until the next row; `other` if it must be read from the row as a value.
    func slot(_ source: Source) -> RowSlot {
      if case .cell(let column) = source { slots[column] } else { RowSlot(.other) }
    }

    /// The value in the current row; nil if it must be read from the row as a value.
    func value(_ source: Source) -> FilterValue? {
      if case .cell(let column) = source { value(at: column) } else { nil }
    }

    /// Appends a value of the current row as JSON. Returns false if it must be read from the row as a value.
    func appendJSON(_ source: Source, to bytes: inout [UInt8]) -> Bool {
      guard case .cell(let column) = source else { return false }
      append(slots[column], at: column, to: &bytes)
      return true
    }
  }
#endif
