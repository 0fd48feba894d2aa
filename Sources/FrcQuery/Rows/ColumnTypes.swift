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
    for entry in ColumnText.split(text, at: ",") {
      var parts = ColumnText.split(entry, at: "=")
      guard parts.count == 2, !parts[0].isEmpty else {
        throw .message("'\(entry)' is not a column type: write --types name=text,age=number")
      }
      let key = parts.removeFirst()
      let name = ColumnText.unquoted(key)
      guard let kind = ColumnKind(rawValue: parts[0].lowercased()) else {
        let kinds = ColumnKind.allCases.map(\.rawValue)
        throw .message(
          "there is no kind '\(parts[0])'" + Self.question(parts[0], kinds)
            + "; columns are " + kinds.joined(separator: ", "))
      }
      // Names are bytes, as members are.
      guard seen.insert(Array(name.utf8)).inserted else {
        throw .message("--types names the column '\(name)' twice")
      }
      stated.append((name, key, kind))
    }
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

  /// The rows that are looked at for a note.
  private static let notedRows = 1_000

  /// Notes on columns whose dates are after the year 9999, as of numbers of smaller steps than were stated.
  func notes(on rows: [FilterValue]) -> [String] {
    stated.compactMap { entry in
      guard entry.kind.isDate, let column = try? KeyColumn(entry.key) else { return nil }
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

  /// A query that converts the values at the stated key paths for tests, orders, groups and computed columns, but not
  /// for columns that are written as they are. Only values of `kinds` are converted.
  func converting(
    _ query: Query, _ kinds: [ColumnKind] = ColumnKind.allCases
  ) throws(ToolError) -> Query {
    let functions = kinds.map { kind in
      FilterFunction(
        Self.selector(kind), parameters: [nil], result: nil,
        documentation: FilterDocumentation("The value as a \(kind.rawValue).", example: "")
      ) { arguments, _ in kind.converted(arguments[0]) }
    }
    let library = FilterLibrary(name: "types", functions: functions)
    let libraries = FilterLibraries(query.predicate.libraries.libraries + [library])
    var paths: [(path: [Exact], kind: ColumnKind)] = []
    for (key, entry) in zip(try keys(), stated) where kinds.contains(entry.kind) {
      guard let path = key.path, !path.isEmpty else {
        throw .message("'\(entry.key)' in --types is not a key path of names")
      }
      paths.append((path.map(Exact.init), entry.kind))
    }
    func replacement(_ expression: AST.Expression, _ bound: [Exact]) -> AST.Expression? {
      guard case .keyPath(let node) = expression, let names = expression.names?.map(Exact.init),
        let kind = paths.first(where: { $0.path == names })?.kind
      else { return nil }
      return .call(AST.FunctionCall(Self.selector(kind), [expression], range: node.range))
    }
    let original = query.predicate
    var query = query
    // Dates in text are read in place; a value of any other kind needs its function.
    if paths.allSatisfy({ $0.kind == .date }) {
      let known = Set(paths.map(\.path))
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
      query.predicate = try FilterPredicate(
        query.predicate.syntax.replacing(replacement),
        options: FilterOptions(libraries: libraries, limits: query.limits))
      func converted(_ column: KeyColumn) throws(SyntaxError) -> KeyColumn {
        try column.replacing(libraries, replacement)
      }
      var keys: [SortColumn] = []
      for key in query.sortKeys { keys.append(key.with(try converted(key.column))) }
      query.sortKeys = keys
      if let columns = query.selection.columns {
        var selected: [KeyColumn] = []
        for column in columns {
          let isWritten = column.path != nil && query.counting == nil
          selected.append(isWritten ? column : try converted(column))
        }
        query.selection = Selection(selected)
      }
    } catch {
      throw .diagnostic(error.description)
    }
    return query
  }

  /// The function that converts to a kind. No text can name it.
  private static func selector(_ kind: ColumnKind) -> String { "--types=\(kind.rawValue):" }

  private static func question(_ name: String, _ known: [String]) -> String {
    EditDistance.nearest(to: name, in: known).map { ", did you mean '\($0)'?" } ?? ""
  }
}
