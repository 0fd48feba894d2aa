internal import FilterEngine
internal import FilterSyntax

/// The kinds that columns were said to have: `name=text,age=number`.
struct ColumnTypes {
  private var stated: [(column: String, kind: ColumnKind)] = []

  /// No column was said to be anything.
  init() {}

  /// Reads the value of `--types`. A name with a comma or an equals sign is in backquotes.
  init(_ text: String) throws(ToolError) {
    var seen: Set<[UInt8]> = []
    for entry in KeyColumn.split(text, at: ",") {
      var parts = KeyColumn.split(entry, at: "=")
      guard parts.count == 2, !parts[0].isEmpty else {
        throw .message("'\(entry)' is not a column type: write --types name=text,age=number")
      }
      let name = KeyColumn.unquoted(parts.removeFirst())
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
      stated.append((name, kind))
    }
  }

  var isEmpty: Bool { stated.isEmpty }

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

  private static func question(_ name: String, _ known: [String]) -> String {
    EditDistance.nearest(to: name, in: known).map { ", did you mean '\($0)'?" } ?? ""
  }
}
