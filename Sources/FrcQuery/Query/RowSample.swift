internal import FilterEngine
internal import FilterJSON

/// The first rows of the inputs, which show what key paths there are.
struct RowSample {
  /// The number of bytes of each input that are read, and the maximum number of cells of its rows: 1 MiB.
  static let size = 1 << 20

  /// The number of bytes of each input where every row has matched: 64 KiB.
  static let smallSize = 1 << 16

  private(set) var rows: [FilterValue] = []

  /// What notes may know of the rows; nil for everything.
  private let policy: FilterPolicy?

  init(policy: FilterPolicy? = nil) { self.policy = policy }

  /// The filter that rows have to pass, with the values of its variables; nil for all rows.
  private var admission: (predicate: FilterPredicate<FilterValue>, bindings: [String: FilterValue])?

  /// A sample of what a policy shows, with the values of the variables of the filters that it joins.
  init(
    of policy: FilterPolicy?, _ libraries: FilterLibraries, bindings: [String: FilterValue]
  ) throws(ToolError) {
    self.init(policy: policy)
    guard let policy, !policy.always.isEmpty else { return }
    let text = "TRUEPREDICATE"
    let asked: FilterPredicate<FilterValue>
    do throws(SyntaxError) {
      asked = try FilterPredicate(
        text: text, options: FilterOptions(libraries: libraries, policy: policy))
    } catch {
      throw .syntax(error)
    }
    try asked.checkConstants(bindings, text)
    admission = (try asked.withoutPolicy(of: text, isInverted: false), bindings)
  }

  /// Whether rows of cells are among them.
  private(set) var hasCells = false

  /// Whether these are all rows.
  private(set) var isWhole = true

  /// Adds the first rows of a file, of which no more is read than a sample, or of one of several tables.
  mutating func add(
    file path: String, asked format: RowFormat?, table: String?, in surroundings: Surroundings
  ) throws(ToolError) {
    guard var query = everything() else { return }
    query.form.format = format
    (query.table, query.policy) = (table, policy)
    if let store = try RowFormat.store(path, query) {
      // What is wrong with a table ends a sample without a word.
      _ = try store.columns()
      _ = add(store, table: table, lockTimeout: query.lockTimeout)
    } else {
      try add(beginningOf: surroundings.source(path), InputForm(format: format))
    }
  }

  /// Adds the first rows of a source, of which no more is read than a sample.
  mutating func add(
    beginningOf source: ByteSource, _ form: InputForm
  ) throws(ToolError) {
    source.keptSize = Self.size
    let format = try form.format(of: source)
    if source.extent == nil {
      while source.kept.count < Self.size, try source.fill() {}
    }
    add(source, format, form)
  }

  /// Adds the beginning of an input that has been read to its end.
  mutating func add(
    _ source: ByteSource, _ format: RowFormat, _ form: InputForm = InputForm(),
    size: Int = RowSample.size
  ) {
    var bytes = source.kept
    var isCut = !source.hasKeptAll
    if source.extent == nil, bytes.count > size {
      bytes.removeSubrange(size...)
      isCut = true
    }
    if let extent = source.extent {
      let range = 0..<min(size, extent.count)
      bytes = Array(repeating: 0, count: range.count)
      let read = SystemCalls.read(
        source.descriptor, at: extent.lowerBound, into: &bytes, range)
      guard case .success(range.count) = read else {
        isWhole = false
        return
      }
      isCut = extent.count > range.count
    }
    if isCut {
      isWhole = false
      Self.cutLastLine(of: &bytes, format)
    }
    if format.separator != nil { hasCells = true }
    // Bad data ends the sample, and has been reported before.
    try? read(ByteSource(bytes: bytes, name: source.name), format, form)
  }

  /// Adds and returns the first rows of a source with tables.
  mutating func add(
    _ store: RowFormat.Store, table: String?, lockTimeout: Double
  ) -> [FilterValue] {
    let count = rows.count
    guard var query = everything(limit: RowDiagnosis.maximumRows) else { return [] }
    (query.table, query.lockTimeout) = (table, lockTimeout)
    do throws(ToolError) {
      try read(store.open(query))
      isWhole = isWhole && rows.count < count + RowDiagnosis.maximumRows
    } catch {
      isWhole = false
    }
    return Array(rows[count...])
  }

  /// Removes the last line of a beginning, which may go on. Elements of an array are found by their ends.
  private static func cutLastLine(of bytes: inout [UInt8], _ format: RowFormat) {
    guard format.record != .json(isElement: true) else { return }
    bytes.removeSubrange(((bytes.lastIndex(of: 0x0A) ?? -1) + 1)...)
  }

  /// The first rows of an input, of which nothing is taken. Waits for no more than a line of a stream.
  static func firstRows(
    of source: ByteSource, _ format: RowFormat, _ form: InputForm, policy: FilterPolicy?
  ) throws(ToolError) -> [FilterValue] {
    let wanted = source.isRegularFile ? size / 16 : 1
    while source.rest.count < wanted || !source.rest.contains(0x0A), source.rest.count < size,
      try source.fill()
    {}
    var bytes = Array(source.rest.prefix(size))
    if !source.isAtEnd || bytes.count < source.rest.count { cutLastLine(of: &bytes, format) }
    var (sample, form) = (RowSample(policy: policy), form)
    form.types = ColumnTypes()
    try? sample.read(ByteSource(bytes: bytes, name: source.name), format, form)
    return sample.rows
  }

  private mutating func read(
    _ source: ByteSource, _ format: RowFormat, _ form: InputForm
  ) throws(ToolError) {
    guard var query = everything() else { return }
    query.form = form
    if format.separator == nil { query.form.types = ColumnTypes() }
    if format.records != nil { query = query.readingCells() }
    guard let input = try format.input(source, query) else { return }
    try read(input)
  }

  private mutating func read<Input: RowInput>(_ input: Input) throws(ToolError) {
    defer { input.end() }
    guard input.fault == nil else { return }
    let (parts, scanner) = (input.parts(), input.scanner()())
    var (number, offset) = (0, input.start.offset)
    // A row has all columns, however few cells its record has.
    let end = rows.count + Self.size / max(1, input.width)
    while rows.count <= end, let part = try parts(number)?.get() {
      var request = JSONLineFilter.Request()
      request.skipsBad = true
      request.limit = end + 1 - rows.count
      let found = try scanner.scan(part, from: offset, request)
      let values = found.rows.map(\.output.value)
      rows += policy.map { values.map($0.permitted) } ?? values
      offset = found.extent?.upperBound ?? offset
      number += 1
    }
    guard rows.count > end else { return }
    rows.removeLast(rows.count - end)
    isWhole = false
  }

  /// All rows that may be known, as values; nil if the predicate cannot be made.
  private func everything(limit: Int? = nil) -> Query? {
    guard
      let predicate = admission?.predicate
        ?? (try? FilterPredicate<FilterValue>(text: "TRUEPREDICATE"))
    else { return nil }
    var query = Query(
      text: "", predicate: predicate, bindings: admission?.bindings ?? [:],
      output: .usual(onTerminal: true), selection: Selection(nil), sortKeys: [], section: nil,
      limit: limit, offset: 0, isCount: false, isInverted: false, skipsErrors: false,
      limits: .standard)
    query.isSample = true
    return query
  }
}
