internal import FilterSyntax

/// The kinds that columns were said to have: `name=text,age=number`.
struct ColumnTypes {
  private var stated: [(column: String, kind: ColumnKind)] = []

  /// No column was said to be anything.
  init() {}

  /// What an option says; a name with a comma or an equals sign stands in backquotes.
  init(_ text: String) throws(ToolError) {
    for entry in KeyColumn.split(text, at: ",") {
      var parts = KeyColumn.split(entry, at: "=")
      guard parts.count == 2, !parts[0].isEmpty else {
        throw .message("'\(entry)' is no type of a column: write --types name=text,age=number")
      }
      let name = KeyColumn.unquoted(parts.removeFirst())
      guard let kind = ColumnKind(rawValue: parts[0].lowercased()) else {
        let kinds = ColumnKind.allCases.map(\.rawValue)
        throw .message(
          "there is no kind '\(parts[0])'" + Self.question(parts[0], kinds)
            + "; columns are " + kinds.joined(separator: ", "))
      }
      guard !stated.contains(where: { $0.column.hasBytes(of: name) }) else {
        throw .message("--types names the column '\(name)' twice")
      }
      stated.append((name, kind))
    }
  }

  var isEmpty: Bool { stated.isEmpty }

  /// What is stated of each of these columns, nil for those of which nothing is.
  func kinds(of columns: [String], in file: String) throws(ToolError) -> [ColumnKind?] {
    for (name, _) in stated where !columns.contains(where: { $0.hasBytes(of: name) }) {
      throw .message(
        "\(file): there is no column '\(name)'" + Self.question(name, columns))
    }
    return columns.map { column in stated.first { $0.column.hasBytes(of: column) }?.kind }
  }

  private static func question(_ name: String, _ known: [String]) -> String {
    EditDistance.nearest(to: name, in: known).map { ", did you mean '\($0)'?" } ?? ""
  }
}

extension String {
  /// Whether both are the same name: names are bytes, as members are.
  fileprivate func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
