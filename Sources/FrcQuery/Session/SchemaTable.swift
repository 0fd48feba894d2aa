internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The key paths of rows, as a list for people.
struct SchemaTable {
  static let columns = ["key", "type", "rows", "example"]

  /// Longer examples are cut.
  private static let maximumExample = 60

  /// No text is shortened below this width.
  private static let narrow = 8

  /// The cells of an entry, in the order of the columns; the number of rows is a number.
  private struct Line {
    var texts: [String]
    let count: Int
    var hasExample = true
  }

  private var lines: [Line]

  /// Texts are shortened in the middle so that each line fits into `width`; nil for any width.
  init(_ entries: [RowSchema.Entry], width: Int?) {
    lines = entries.map { entry in
      let example = entry.example.map {
        TextWidth.clip(ValueText.text($0), to: Self.maximumExample)
      }
      return Line(
        texts: [entry.path, entry.type, example ?? ""], count: entry.count,
        hasExample: example != nil)
    }
    if let width { fit(into: width) }
  }

  private mutating func fit(into width: Int) {
    let names = Self.columns
    let full = [0, 1, 2].map { column in
      max(names[column == 2 ? 3 : column].count, lines.map { widthOfText($0, column) }.max() ?? 0)
    }
    let numbers = max(names[2].count, lines.map { String($0.count).count }.max() ?? 0)
    var room = width - numbers - TableLayout.gap * (names.count - 1)
    guard full.reduce(0, +) > room else { return }
    var widths = full
    // The narrow columns first: what they do not need is left for the others.
    for (index, column) in [0, 1, 2].sorted(by: { full[$0] < full[$1] }).enumerated() {
      widths[column] = min(full[column], max(Self.narrow, room / (3 - index)))
      room -= widths[column]
    }
    for line in lines.indices {
      for column in 0..<3 {
        lines[line].texts[column] = TableLayout.shortened(
          TerminalText.line(lines[line].texts[column]), to: widths[column])
      }
    }
  }

  private func widthOfText(_ line: Line, _ column: Int) -> Int {
    TextWidth.of(TerminalText.line(line.texts[column]))
  }

  /// The lines as rows; their JSON is made if `asJSON`.
  func rows(asJSON: Bool) -> [OutputRow] {
    lines.map { line in
      let row = FilterObject([
        (key: "key", value: .string(line.texts[0])), (key: "type", value: .string(line.texts[1])),
        (key: "rows", value: .int(Int64(line.count))),
        (key: "example", value: line.hasExample ? .string(line.texts[2]) : .null),
      ])
      return OutputRow(
        value: .object(row), json: asJSON ? JSONWriter().bytes(.object(row)) : [])
    }
  }
}

extension RowSchema {
  /// The entries of a key path and of those below it; of all without a key.
  func entries(below key: String) -> [Entry] {
    let key = Self.plain(key)
    guard !key.isEmpty else { return entries }
    return entries.filter { entry in
      let path = Self.plain(entry.path)
      return path == key || path.begins(with: key + ".") || path.begins(with: key + "[")
    }
  }

  /// A key path without the signs that make words of the language and other characters keys.
  private static func plain(_ path: String) -> String {
    String(path.unicodeScalars.filter { $0 != "`" && $0 != "#" })
  }
}

extension RowSchema.Entry {
  /// `string`, `list of numbers`, `number or nil`
  var type: String {
    func name(_ kind: FilterKind) -> String {
      guard kind == .list, !elementKinds.isEmpty else { return kind.rawValue }
      let elements = elementKinds.map { $0 == .null ? $0.rawValue : $0.rawValue + "s" }
      return "list of " + elements.joined(separator: ", ")
    }
    return (kinds.filter { $0 != .null } + kinds.filter { $0 == .null }).map(name)
      .joined(separator: " or ")
  }
}
