extension ResultsSnapshot: CustomStringConvertible, CustomReflectable {
  /// The sections with their titles, and the first rows, one a line: at most fifty lines.
  public var description: String {
    guard isLoaded else { return "no data" }
    var lines: [String] = []
    for section in self {
      guard lines.count < 50 else { break }
      lines.append("\(section.title ?? "-") (\(section.count))")
      for row in section.prefix(50 - lines.count) { lines.append("  \(row)") }
    }
    let shown = lines.count
    return lines.joined(separator: "\n") + (shown < rowCount + count ? "\n…" : "")
  }

  /// The sections.
  public var customMirror: Mirror {
    Mirror(self, children: ["isLoaded": isLoaded, "sections": Array(self)], displayStyle: .struct)
  }
}

extension ResultsRow: CustomStringConvertible {
  /// The item, or what the row shows in its place.
  public var description: String {
    switch self {
    case .item(let item): "\(item)"
    case .group(let group): "group of \(group.items.count)"
    case .extra(let extra): "extra \(extra.id)"
    }
  }
}
