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

  init(_ text: String, libraries: FilterLibraries = .standard) throws(ToolError) {
    do throws(SortKeyError) {
      key = try SortKeyText(text)
    } catch {
      throw .message(error.description)
    }
    column = try KeyColumn(key.keyPath, libraries: libraries)
  }

  /// The keys of a list such as `name,age:desc`.
  static func list(
    _ text: String, libraries: FilterLibraries = .standard
  ) throws(ToolError) -> [SortColumn] {
    var keys: [SortColumn] = []
    for part in KeyPathText.split(text, at: ",") {
      keys.append(try SortColumn(part, libraries: libraries))
    }
    return keys
  }
}
