/// What is computed once for each text of many rows, such as the cells of a column.
struct TextParts<Part> {
  private struct Entry {
    // Unowned: memory that is referred to is not given to another text, so that no other has the identifier.
    unowned let text: RowText
    let part: Part
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// The part of a text; nil if it has none.
  subscript(text: RowText) -> Part? {
    text.count < RowStore.manyRows ? nil : entries[ObjectIdentifier(text)]?.part
  }

  /// Adds the parts of all texts of many rows that have none, and removes those of texts that are gone.
  mutating func prepare<Failure: Error>(
    _ store: RowStore, _ make: (RowText) throws(Failure) -> Part
  ) throws(Failure) {
    let texts = store.texts
    let known = Set(texts.lazy.map { ObjectIdentifier($0) })
    entries = entries.filter { known.contains($0.key) }
    for text in texts where entries[ObjectIdentifier(text)] == nil {
      entries[ObjectIdentifier(text)] = Entry(text: text, part: try make(text))
    }
  }
}
