/// The work of reading a stored field whose values differ in size: a text, an array.
///
/// Used only if something can end a run, so that the run checks often enough however long the texts are.
struct FieldSize: Sendable {
  private enum Content: Sendable {
    case text
    case texts
    case elements
  }

  private let offset: Int
  private let content: Content

  /// The greatest number of units of work for a unit of the field.
  private var factor: Int

  /// Nil if all values take about as long to read, or if their size is not known without reading them.
  init?(_ field: FieldAccess, isMatched: Bool) {
    guard let offset = field.offset else { return nil }
    self.offset = offset
    // One attempt of a regular expression may read all of the text.
    factor = isMatched ? 256 : 1
    if case .string = field.type.storage.base, StringWords.isKnown {
      content = field.type.storage.wrapper == .array ? .texts : .text
    } else if field.type.storage.wrapper == .array || field.type.itemStride != nil {
      content = .elements
    } else {
      return nil
    }
  }

  /// The units of work of a row.
  func units(_ row: Row) -> Int {
    switch content {
    case .text: Self.units(StringWords(row, at: offset)) * factor
    case .texts:
      row.withElements(String.self, at: offset) { texts in
        guard let base = texts.baseAddress else { return 0 }
        var units = texts.count
        for index in texts.indices {
          units += Self.units(StringWords(Row(base + index), at: 0)) * factor
        }
        return units
      }
    case .elements: row.elementCount(at: offset) * factor
    }
  }

  /// Whether it is the number of elements of an array.
  var isOfElements: Bool { content == .elements }

  /// Counts more units for a unit of the field, because each of its elements is tested several times.
  mutating func multiply(by count: Int) { factor *= count }

  /// One unit for 32 bytes. The size of a text in another form is not known without a copy.
  private static func units(_ words: StringWords) -> Int {
    words.isSmall || !words.isNative ? 0 : words.nativeCount / 32
  }
}
