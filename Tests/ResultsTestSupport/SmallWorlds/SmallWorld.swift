import FilterableResults

/// A few rows in a few sections: `A: 1 2x | B:`, where `2x` is row 2 with other content.
package struct SmallWorld: Hashable, Sendable {
  /// A section with its rows.
  package struct Section: Hashable, Sendable {
    package var name: Int
    package var rows: [SmallRow]
  }

  package var sections: [Section]

  package init(_ sections: [Section]) { self.sections = sections }

  /// The sections as they are stored.
  var stored: [StoredSection<SmallRow>] {
    sections.map { StoredSection($0.name, title: nil, items: $0.rows) }
  }

  /// The rows of each section.
  var rows: [[SmallRow]] { sections.map(\.rows) }
}

extension SmallWorld: CustomStringConvertible {
  package var description: String {
    sections.map { section in
      let name = Unicode.Scalar(UInt8(65 + section.name % 26))
      return ([name.description + ":"] + section.rows.map(\.description)).joined(separator: " ")
    }.joined(separator: " | ")
  }

  /// Reads what `description` writes; nil for anything else.
  package init?(_ text: String) {
    sections = []
    for part in text.split(separator: "|") {
      let words = part.split(separator: " ")
      guard let name = words.first, name.count == 2, name.last == ":",
        let letter = name.utf8.first, letter >= 65, letter < 91
      else { return nil }
      let rows = words.dropFirst().map { SmallRow(String($0)) }
      guard rows.allSatisfy({ $0 != nil }) else { return nil }
      sections.append(Section(name: Int(letter) - 65, rows: rows.compactMap { $0 }))
    }
  }
}
