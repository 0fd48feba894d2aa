internal import FilterEngine
internal import FilterSyntax

/// `key[:asc|:desc][:cdnl|:numeric]`
struct SortKey {
  let column: KeyColumn
  private(set) var isAscending = true
  private(set) var options: AST.Comparison.Options = []
  private(set) var isNumeric = false

  init(_ text: String, libraries: FilterLibraries = .standard) throws(ToolError) {
    let parts = KeyColumn.split(text, at: ":")
    column = try KeyColumn(parts[0], libraries: libraries)
    for part in parts.dropFirst() {
      switch part.lowercased() {
      case "asc": isAscending = true
      case "desc": isAscending = false
      case "numeric": isNumeric = true
      case let letters where !letters.isEmpty && letters.allSatisfy({ "cdnl".contains($0) }):
        if letters.contains("c") { options.insert(.caseInsensitive) }
        if letters.contains("d") { options.insert(.diacriticInsensitive) }
        if letters.contains("n") { options.insert(.normalized) }
        if letters.contains("l") { options.insert(.localeSensitive) }
      default:
        throw .message(
          "'\(part)' is no sort option in '\(text)': use asc, desc, numeric, or letters of cdnl")
      }
    }
  }

  /// The keys of a list such as `name,age:desc`.
  static func list(_ text: String, libraries: FilterLibraries = .standard) throws(ToolError)
    -> [SortKey]
  {
    var keys: [SortKey] = []
    for part in KeyColumn.split(text, at: ",") {
      keys.append(try SortKey(part, libraries: libraries))
    }
    return keys
  }
}
