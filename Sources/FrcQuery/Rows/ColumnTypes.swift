internal import EssentialFoundation
internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The kinds that columns were said to have: `name=text,age=number`.
struct ColumnTypes {
  private var stated: [(column: String, key: String, kind: ColumnKind)] = []

  /// No column was said to be anything.
  init() {}

  /// Reads the value of `--types`. A name with a comma or an equals sign is in backquotes.
  init(_ text: String) throws(ToolError) {
    var seen: Set<[UInt8]> = []
    for entry in Self.entries(text) {
      var parts = ColumnText.split(entry, at: "=")
      guard parts.count == 2, !parts[0].isEmpty else {
        throw .message("'\(entry)' is not a column type: write --types name=text,age=number")
      }
      let key = parts.removeFirst()
      let name = ColumnText.unquoted(key)
      let kind = try Self.kind(parts[0])
      // Names are bytes, as members are.
      guard seen.insert(Array(name.utf8)).inserted else {
        throw .message("--types names the column '\(name)' twice")
      }
      stated.append((name, key, kind))
    }
  }

  /// The entries of a list. The form of a text goes on after a comma up to the next equals sign.
  private static func entries(_ text: String) -> [String] {
    var entries: [String] = []
    for part in ColumnText.split(text, at: ",") {
      if let last = entries.last, last.has(":"), ColumnText.split(part, at: "=").count == 1 {
        entries[entries.count - 1] += "," + part
      } else {
        entries.append(part)
      }
    }
    return entries
  }

  private static func kind(_ text: String) throws(ToolError) -> ColumnKind {
    let colon = text.place(of: ":")
    let name = (colon.map { String(text[..<$0]) } ?? text).lowercased()
    if let colon {
      let form = text[colon...].dropping(1)
      switch name {
      case "date": return .dateText(try DatePattern(form))
      case "number": return .numberText(try NumberPattern(sample: form))
      default:
        throw .message(
          "'\(text)' is not a form of texts: write date:%d.%m.%Y or number:1.234,56")
      }
    }
    if let kind = ColumnKind(rawValue: name) { return kind }
    let kinds = ColumnKind.named.map(\.name)
    throw .message(
      "there is no kind '\(text)'" + question(text, kinds) + "; columns are "
        + kinds.joined(separator: ", "))
  }

  var isEmpty: Bool { stated.isEmpty }

  /// The names of the columns.
  var names: [String] { stated.map(\.column) }

  /// The stated kind of each of these columns; nil for columns without one.
  func kinds(of columns: [String], in file: String) throws(ToolError) -> [ColumnKind?] {
    guard !stated.isEmpty else { return Array(repeating: nil, count: columns.count) }
    let names = FilterObject.Shape(stated.map(\.column))
    var isFound = Array(repeating: false, count: stated.count)
    let kinds = columns.map { column -> ColumnKind? in
      guard let place = names.slot(of: column) else { return nil }
      isFound[place] = true
      return stated[place].kind
    }
    if let missing = isFound.firstIndex(of: false) {
      let name = stated[missing].column
      throw .message("\(file): there is no column '\(name)'" + Self.question(name, columns))
    }
    return kinds
  }

  /// The kinds whose values are converted after rows with these columns have been read: those of key paths into columns,
  /// and of columns those that only the engine reads.
  func conversions(of columns: [String]) throws(ToolError) -> ColumnTypes {
    if isEmpty { return self }
    let (whole, paths) = try divided(columns)
    var conversions = paths
    conversions.stated += whole.stated.filter(\.kind.isConverted)
    return conversions
  }

  /// The kinds of these columns, and those of key paths into them.
  func divided(_ columns: [String]) throws(ToolError) -> (columns: ColumnTypes, paths: ColumnTypes)
  {
    let names = FilterObject.Shape(columns)
    var (whole, paths) = (ColumnTypes(), ColumnTypes())
    for (key, entry) in zip(try keys(), stated) {
      let isPath =
        names.slot(of: entry.column) == nil && key.path?.count ?? 0 > 1
        && key.path?.first.flatMap(names.slot) != nil
      if isPath { paths.stated.append(entry) } else { whole.stated.append(entry) }
    }
    return (whole, paths)
  }

  /// The columns of the stated keys.
  func keys() throws(ToolError) -> [KeyColumn] {
    var keys: [KeyColumn] = []
    for entry in stated { keys.append(try KeyColumn(entry.key)) }
    return keys
  }

  /// Keys of a schema with the stated kinds; of a list its elements have that kind, as in a row.
  func stated(
    _ keys: [KeySchema.DescribedKey]
  ) throws(ToolError) -> [KeySchema.DescribedKey] {
    var keys = keys
    for (key, entry) in zip(try self.keys(), stated) {
      guard let index = keys.firstIndex(where: { $0.names == key.path ?? [entry.column] }) else {
        throw .message(
          "the schema has no key '\(entry.column)'" + Self.question(entry.column, keys.map(\.path)))
      }
      let kinds = entry.kind.filterKind.map { [$0] } ?? []
      if keys[index].kinds.contains(.list) {
        keys[index].elementKinds = kinds
      } else {
        keys[index].kinds = kinds
      }
      if kinds != [.string] { keys[index].cases = nil }
    }
    return keys
  }

  /// The rows that are looked at for a note.
  private static let notedRows = 1_000

  /// Notes on columns whose dates are after the year 9999, as of numbers of smaller steps than were stated.
  func notes(on rows: [FilterValue]) -> [String] {
    stated.compactMap { entry in
      guard entry.kind.isConverted, let column = try? KeyColumn(entry.key) else { return nil }
      let finer = rows.prefix(Self.notedRows).lazy.compactMap {
        entry.kind.finer(column.value(of: $0))
      }
      .first
      return finer.map {
        "note: '\(column.name)' as \(entry.kind.rawValue) has dates after the year 9999: write --types "
          + "\(entry.key)=\($0.rawValue)"
      }
    }
  }

  /// Converts the values at the stated key paths of rows. A path through a list means its elements.
  func rowConversion() throws(ToolError) -> (FilterValue) -> FilterValue {
    let entries = zip(try paths(of: stated), stated.map(\.kind)).map { (path: $0, kind: $1) }
    return { row in
      entries.reduce(row) { Self.converted($0, at: $1.path[...], $1.kind) }
    }
  }

  /// The key paths of stated kinds. Throws if one is no path of names.
  private func paths(
    of stated: [(column: String, key: String, kind: ColumnKind)]
  ) throws(ToolError) -> [[String]] {
    var paths: [[String]] = []
    for entry in stated {
      guard let path = try KeyColumn(entry.key).path, !path.isEmpty else {
        throw .message("'\(entry.key)' in --types is not a key path of names")
      }
      paths.append(path)
    }
    return paths
  }

  /// The key paths of all stated kinds.
  func paths() throws(ToolError) -> Set<[Exact]> {
    Set(try paths(of: stated).map { $0.map(Exact.init) })
  }

  private static func converted(
    _ value: FilterValue, at path: ArraySlice<String>, _ kind: ColumnKind
  ) -> FilterValue {
    guard let name = path.first else { return kind.converted(value) }
    switch value {
    case .object(let object):
      guard let slot = object.shape.slot(of: name) else { return value }
      var values = object.values
      values[slot] = converted(values[slot], at: path.dropFirst(), kind)
      return .object(FilterObject(shape: object.shape, values: values))
    case .list(let list):
      return .list(FilterList(list.elements.map { converted($0, at: path, kind) }))
    default: return value
    }
  }

  /// Calls of functions that convert the values at stated key paths, in the place of these in expressions.
  struct Conversion {
    fileprivate let libraries: FilterLibraries
    fileprivate let paths: [[Exact]]
    fileprivate let call: Int

    func predicate(
      _ predicate: FilterPredicate<FilterValue>, _ limits: EvaluationLimits
    ) throws(SyntaxError) -> FilterPredicate<FilterValue> {
      try predicate.rewritten(
        predicate.syntax.replacing(replacement), libraries: libraries, limits: limits)
    }

    func expression(
      _ expression: FilterExpression<FilterValue>
    ) throws(SyntaxError) -> FilterExpression<FilterValue> {
      try FilterExpression(
        expression.syntax.replacing(replacement), options: FilterOptions(libraries: libraries))
    }

    func column(_ column: KeyColumn) throws(SyntaxError) -> KeyColumn {
      try column.replacing(libraries, replacement)
    }

    private func replacement(_ expression: AST.Expression, _ bound: [Exact]) -> AST.Expression? {
      guard case .keyPath(let node) = expression, let names = expression.names?.map(Exact.init),
        let number = paths.firstIndex(of: names)
      else { return nil }
      return .call(
        AST.FunctionCall(ColumnTypes.selector(call, number), [expression], range: node.range))
    }
  }

  /// The conversions to the kinds for which `isWanted` is true, beside the functions of `libraries`.
  func conversion(
    _ libraries: FilterLibraries, only isWanted: (ColumnKind) -> Bool = { _ in true }
  ) throws(ToolError) -> Conversion {
    let stated = stated.filter { isWanted($0.kind) }
    // The selectors differ from those of a conversion that was made before.
    let call = libraries.libraries.count
    let functions = stated.enumerated().map { number, entry in
      FilterFunction(
        Self.selector(call, number), parameters: [nil], result: nil,
        documentation: FilterDocumentation("The value as a \(entry.kind.rawValue).", example: "")
      ) { arguments, _ in entry.kind.converted(arguments[0]) }
    }
    let library = FilterLibrary(name: "types", functions: functions)
    return Conversion(
      libraries: FilterLibraries(libraries.libraries + [library]),
      paths: try paths(of: stated).map { $0.map(Exact.init) }, call: call)
  }

  /// A query that converts the values at the stated key paths for tests, orders, sections, groups and computed columns,
  /// but not for columns that are written as they are.
  func converting(_ query: Query) throws(ToolError) -> Query {
    let original = query.predicate
    let conversion = try conversion(original.libraries)
    var query = query
    // Dates in text are read in place; a value of any other kind needs its function.
    if stated.allSatisfy({ $0.kind == .date }) {
      let known = Set(conversion.paths)
      query.converted = JSONLinePredicate.Converted(original) { path in
        guard known.contains(path.map(Exact.init)) else { return nil }
        return { slot in
          guard slot.kind == .string, let date = Date(iso8601: slot.utf8) else {
            return Optional.none
          }
          return .date(date)
        }
      }
    }
    do throws(SyntaxError) {
      query.predicate = try conversion.predicate(original, query.limits)
      return try query.replacingColumns { column, isWritten throws(SyntaxError) in
        isWritten && column.path != nil ? column : try conversion.column(column)
      }
    } catch {
      throw .syntax(error)
    }
  }

  /// The function that converts to the kind with a number. No text can name it.
  private static func selector(_ call: Int, _ number: Int) -> String {
    "--types=\(call).\(number):"
  }

  private static func question(_ name: String, _ known: [String]) -> String {
    EditDistance.nearest(to: name, in: known).map { ", did you mean '\($0)'?" } ?? ""
  }
}
