internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// A change of what is shown, for people: a line for each section and row that came, went, moved or
/// changed.
///
/// Places are those of the library, `[section, row]` counted from 0: of deletions in what was shown
/// before, of insertions in what is shown now.
struct ChangeReport {
  /// More lines are only counted.
  private static let maximumLines = 50
  private static let narrowest = 20

  private let width: Int
  private let json: (OpenRow) -> [UInt8]

  /// Rows are cut off at `width`; nil for as wide as a page.
  init(width: Int?, json: @escaping (OpenRow) -> [UInt8]) {
    self.width = width ?? 100
    self.json = json
  }

  /// The lines.
  func text(_ change: ResultsChange<OpenRow>) -> String {
    if change.isReload { return "reloaded: \(ValueText.count(change.new.rowCount, "row"))" }
    let set = change.changeset
    var lines: [String] = []
    let add = { (line: () -> String) in
      if lines.count <= Self.maximumLines { lines.append(line()) }
    }
    for place in set.deletedSections { add { section("delete", "\(place)", change.old, place) } }
    for place in set.insertedSections { add { section("insert", "\(place)", change.new, place) } }
    for pair in set.movedSections {
      add { section("move", "\(pair.from) → \(pair.to)", change.new, pair.to) }
    }
    for pair in set.updatedSections {
      add { section("update", places("\(pair.from)", "\(pair.to)"), change.new, pair.to) }
    }
    for place in set.deletedItems { add { row("delete", path(place), change.old, place) } }
    for place in set.insertedItems { add { row("insert", path(place), change.new, place) } }
    for pair in set.movedItems {
      add { row("move", "\(path(pair.from)) → \(path(pair.to))", change.new, pair.to) }
    }
    for pair in set.updatedItems {
      add { row("update", places(path(pair.from), path(pair.to)), change.new, pair.to) }
    }
    if set.count > Self.maximumLines {
      lines.removeLast(lines.count - Self.maximumLines)
      lines.append("… and \(set.count - Self.maximumLines) more")
    }
    return lines.joined(separator: "\n")
  }

  private func path(_ path: ResultsPath) -> String { "[\(path.section),\(path.item)]" }

  private func places(_ from: String, _ to: String) -> String {
    from == to ? from : "\(from) → \(to)"
  }

  private func section(
    _ word: String, _ place: String, _ snapshot: ResultsSnapshot<OpenRow>, _ index: Int
  ) -> String {
    let section = snapshot.sections[index]
    return "\(word) section \(place)  \(ValueText.text(section.key)) "
      + "(\(ValueText.count(section.count, "row")))"
  }

  private func row(
    _ word: String, _ place: String, _ snapshot: ResultsSnapshot<OpenRow>, _ path: ResultsPath
  ) -> String {
    let head = "\(word) \(place)  "
    let text = snapshot[path].map { String(decoding: json($0), as: UTF8.self) } ?? ""
    let room = max(Self.narrowest, width - TextWidth.of(head))
    return head + TextWidth.clip(TerminalText.line(text), to: room)
  }
}
