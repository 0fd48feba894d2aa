internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// A sort key as it is written on the command line, with the column that it reads.
struct SortColumn {
  let column: KeyColumn
  private let key: SortKeyText

  var isAscending: Bool { key.isAscending }
  var options: AST.Comparison.Options { key.options }
  var isNumeric: Bool { key.isNumeric }

  /// Reads a sort key, for a request that it charges if there is one.
  init(
    _ text: String, libraries: FilterLibraries = .standard, in request: EvaluationContext? = nil
  ) throws(ToolError) {
    do throws(SyntaxError) {
      key = try SortKeyText(text, isExpression: true)
    } catch {
      throw .syntax(error)
    }
    guard let error = key.unknownOption else {
      column = try KeyColumn(key.keyPath, libraries: libraries, in: request)
      return
    }
    column = try KeyColumn(
      key: key.keyPath, libraries: libraries, otherwise: .syntax(error))
  }

  private init(_ column: KeyColumn, _ key: SortKeyText) { (self.column, self.key) = (column, key) }

  /// The key, given some rows of the input.
  func resolved(
    in rows: @autoclosure () throws(ToolError) -> [FilterValue], _ request: EvaluationContext? = nil
  ) throws(ToolError) -> SortColumn {
    with(try column.resolved(in: try rows(), request))
  }

  /// The key with another column.
  func with(_ column: KeyColumn) -> SortColumn { SortColumn(column, key) }

  /// The keys of several lists, one after another.
  static func list(
    _ texts: [String], libraries: FilterLibraries, in request: EvaluationContext
  ) throws(ToolError) -> [SortColumn] {
    var keys: [SortColumn] = []
    for text in texts { keys += try list(text, libraries: libraries, in: request) }
    return keys
  }

  /// The keys of a list such as `name,age:desc`.
  static func list(
    _ text: String, libraries: FilterLibraries = .standard, in request: EvaluationContext? = nil
  ) throws(ToolError) -> [SortColumn] {
    var keys: [SortColumn] = []
    for part in ColumnText.list(text) {
      keys.append(try SortColumn(part, libraries: libraries, in: request))
    }
    return keys
  }
}
