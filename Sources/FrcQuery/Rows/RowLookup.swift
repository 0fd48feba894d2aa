internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The rows of another file, of which each row has the one that its key names: `cid=FILE:cid`.
struct RowLookup: Sendable {
  /// The name under which the row of the other file is read.
  let name: String

  /// The value that is the key of the row of the other file.
  let column: KeyColumn

  /// The other file, and its key.
  let path: String
  let key: String

  /// The rows by their keys, which are numbers where texts spell numbers if `hasCells`.
  var rows: [FilterValue: FilterValue] = [:]
  var hasCells = false

  /// Reads `FIELD=FILE:KEY` or `NAME:FIELD=FILE:KEY`. The name is otherwise that of the file, without its endings.
  init(_ text: String, libraries: FilterLibraries) throws(ToolError) {
    var parts = ColumnText.split(text, at: "=")
    var field = parts.removeFirst()
    guard !field.isEmpty,
      let (path, key) = ColumnText.divided(parts.joined(separator: "="), atLast: ":"),
      !path.isEmpty, !key.isEmpty
    else {
      throw .message("'\(text)' is not a lookup: write --lookup FIELD=FILE:KEY")
    }
    let file = path.parts(at: "/").last ?? path
    var name = file.parts(at: ".").first { !$0.isEmpty } ?? file
    let names = ColumnText.split(field, at: ":")
    if names.count == 2 { (name, field) = (ColumnText.unquoted(names[0]), names[1]) }
    (self.name, self.path, self.key) = (name, path, key)
    column = try KeyColumn(field, libraries: libraries)
  }

  /// The row whose key has a value, or the number that a text spells if `hasCells`; null if there is none.
  private func row(_ value: FilterValue, hasCells: Bool) -> FilterValue {
    if let row = rows[value] { return row }
    guard hasCells, case .string(let text) = value else { return .null }
    return rows[CellReading.number(text, JSONReader())] ?? .null
  }

  /// Throws if the name is a key of rows, which it would hide.
  func checkName(in rows: [FilterValue]) throws(ToolError) {
    let isKey = rows.contains { row in
      if case .object(let object) = row { object.shape.slot(of: name) != nil } else { false }
    }
    guard isKey else { return }
    throw .message(
      "the rows have a key '\(name)', as the lookup is named: write --lookup NAME:FIELD=FILE:KEY")
  }

  /// Notes on those of `paths` that read of the row that is found what no row of the other file has.
  func notes(
    on paths: [[String]], _ run: EvaluationContext, _ libraries: FilterLibraries
  ) -> [String] {
    let unknown = paths.filter { path in
      path.count > 1 && path[0].utf8.elementsEqual(name.utf8)
        && UnknownKeys.isMissing(Array(path.dropFirst()), in: rows.values, run, libraries)
    }
    guard !unknown.isEmpty else { return [] }
    let named = rows.values.prefix(Self.sampleSize).map { row in
      FilterValue.object(FilterObject([(key: name, value: row)]))
    }
    return UnknownKeys(rows: named, isWhole: true, run: run, libraries: libraries)
      .notes(on: unknown) { _, near in near.map { ", did you mean \($0)?" } ?? "" }
  }

  /// The rows whose keys are proposed.
  private static let sampleSize = 1_000

  /// The functions that find rows: keys of documents have their kinds, so that for cells there is another one.
  fileprivate var functions: [FilterFunction] {
    func function(_ selector: String, hasCells: Bool) -> FilterFunction {
      FilterFunction(
        selector, parameters: [nil], result: nil,
        documentation: FilterDocumentation("The row of \(path) with a key.", example: "")
      ) { arguments, _ in row(arguments[0], hasCells: hasCells) }
    }
    let first = function(selector, hasCells: hasCells)
    guard !hasCells, let other = Self.ofCells(selector) else { return [first] }
    return [first, function(other, hasCells: true)]
  }

  private static let start = "lookup "

  /// No text can name it.
  fileprivate var selector: String { Self.start + name + ":" }

  /// The function that finds the row for the text of a cell; nil if the selector is that of another function, or of one
  /// for the values of columns.
  static func selector(ofCells selector: String, _ libraries: FilterLibraries) -> String? {
    guard let other = ofCells(selector), libraries.function(other) != nil else { return nil }
    return other
  }

  /// No name of a lookup begins with this character.
  private static func ofCells(_ selector: String) -> String? {
    selector.begins(with: start) ? start + "\0" + selector.dropping(start.utf8.count) : nil
  }

  /// The key path in place of the call that finds the row.
  fileprivate static func written(
    _ expression: AST.Expression, _ bound: [Exact]
  ) -> AST.Expression? {
    switch expression {
    case .keyPath(let path):
      guard case .keyPath(let found)? = written(path.base, bound) else { return nil }
      return .keyPath(AST.KeyPath(found.components + path.components, range: path.range))
    case .call(let call) where call.selector.begins(with: start):
      let name = call.selector.dropping(start.utf8.count, last: 1)
      return .keyPath(AST.KeyPath([AST.KeyPath.Component(.key, name)]))
    default: return nil
    }
  }

  /// The value that is looked for, in place of what is read of the row that is found.
  fileprivate static func field(
    _ expression: AST.Expression, _ bound: [Exact]
  ) -> AST.Expression? {
    switch expression {
    case .keyPath(let path): field(path.base, bound)
    case .call(let call) where call.selector.begins(with: start): call.arguments.first
    default: nil
    }
  }
}

extension AST.Predicate {
  /// The predicate with the names of lookups, as it is written.
  var written: AST.Predicate { replacing(RowLookup.written) }

  /// The key paths that are read of the rows of the input, and not of those of other files.
  var ownReads: KeyReads { KeyReads(replacing(RowLookup.field)) }
}

extension AST.Expression {
  /// The expression with the names of lookups, as it is written.
  var written: AST.Expression { replacing(RowLookup.written) }

  /// The key paths that are read of the rows of the input, and not of those of other files.
  var ownReads: KeyReads { KeyReads(replacing(RowLookup.field)) }
}

extension Query {
  /// The query with the rows of other files under their names, in the predicate and in all columns.
  func lookingUp(_ lookups: [RowLookup]) throws(ToolError) -> Query {
    guard !lookups.isEmpty else { return self }
    let library = FilterLibrary(name: "lookup", functions: lookups.flatMap(\.functions))
    let libraries = FilterLibraries(predicate.libraries.libraries + [library])
    func replacement(_ expression: AST.Expression, _ bound: [Exact]) -> AST.Expression? {
      guard case .keyPath(var path) = expression, case .selfReference = path.base,
        let first = path.components.first, first.kind == .key,
        let lookup = lookups.first(where: { $0.name.utf8.elementsEqual(first.name.utf8) })
      else { return nil }
      let call = AST.Expression.call(
        AST.FunctionCall(
          lookup.selector, [lookup.column.expression.syntax], range: path.range))
      path.components.removeFirst()
      path.base = call
      return path.components.isEmpty ? call : .keyPath(path)
    }
    do throws(SyntaxError) {
      var query = try replacingColumns { column, _ throws(SyntaxError) in
        try column.replacing(libraries, replacement)
      }
      query.predicate = try predicate.rewritten(
        predicate.syntax.replacing(replacement), libraries: libraries, limits: limits)
      query.lookups = lookups
      return query
    } catch {
      throw .syntax(error)
    }
  }
}
