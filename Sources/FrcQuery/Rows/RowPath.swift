internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The rows inside of a document, as `--rows` names them: those of a list such as `Items`, of lists inside of the
/// elements of lists such as `Reservations[].Instances[]`, or the values of an object such as `packages{}`.
struct RowPath: Sendable {
  let text: String
  let steps: [JSONStep]

  init(_ text: String, _ libraries: FilterLibraries) throws(ToolError) {
    self.text = text
    var steps: [JSONStep] = []
    for part in ColumnText.split(text, at: ".") {
      var name = part
      var containers: [JSONStep] = []
      while name.ends(with: "[]") || name.ends(with: "{}") {
        containers.insert(name.ends(with: "[]") ? .elements : .members, at: 0)
        name = name.dropping(0, last: 2)
      }
      if !name.isEmpty || containers.isEmpty {
        guard let keys = try KeyColumn(name, libraries: libraries).path, !keys.isEmpty else {
          throw .message("'\(text)' is not a key path of names, as --rows requires")
        }
        steps += keys.map { .key($0) }
      }
      steps += containers
    }
    if case .key? = steps.last { steps.append(.elements) }
    self.steps = steps
  }

  /// The error for an input without a list or an object at the path.
  func missing(in name: String) -> ToolError {
    .message("\(name): there is no \(steps.last == .members ? "object" : "list") at '\(text)'")
  }

  /// The member of a row for its name in an object.
  static let nameMember = "key"

  /// Appends a row, with the name that it has in an object as its first member; the value of a row that is no object
  /// becomes a member, too.
  static func append(_ json: ArraySlice<UInt8>, named name: String?, to rows: inout [UInt8]) {
    guard let name else { return rows.append(contentsOf: json) }
    rows += #"{"\#(nameMember)":"#.utf8
    JSONWriter.write(name, to: &rows)
    guard json.first == UInt8(ascii: "{") else {
      rows += #","value":"#.utf8
      rows += json
      return rows.append(UInt8(ascii: "}"))
    }
    let members = json.dropFirst()
    if members.first(where: { !$0.isJSONSpace }) != UInt8(ascii: "}") {
      rows.append(UInt8(ascii: ","))
    }
    rows += members
  }
}
