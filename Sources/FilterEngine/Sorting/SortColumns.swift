/// Orders rows by keys that are read once for each row.
///
/// Numbers, dates and texts become words with the same order, so that values are not compared again. The order
/// is exactly that of `SortComparison`, and it is stable.
package struct SortColumns {
  let count: Int
  private var columns: [SortWords] = []

  /// No columns yet, for `count` rows.
  package init(count: Int) { self.count = count }

  /// The rows from 0 to `count` in order. `precedes` compares rows that are equal.
  ///
  /// `work` counts units of work before they are done. If it returns false, the rows are in any order.
  package func order(
    precedes: ((Int, Int) -> Bool)? = nil, work: ((_ units: Int) -> Bool)? = nil
  ) -> [UInt32] {
    WordSort.order(of: count, by: columns, precedes: precedes, work: work)
  }

  /// The number of rows before each row. Equal rows have the same number.
  package func ranks() -> [UInt32] { WordSort.ranks(of: count, by: columns) }

  /// Adds the next sort key: a stored property, with its words for each row.
  ///
  /// Unsafe: the items of the words are alive and unchanged.
  package mutating func append(
    _ words: [ValueWords], of field: FieldColumn, _ comparison: SortComparison,
    isAscending: Bool, nilsFirst: Bool
  ) {
    if field.isOptional {
      appendPresence(words.map { $0.high != 0 }, nilsFirst: nilsFirst)
    }
    guard field.kind == .string else {
      columns.append(.single(words.map { isAscending ? $0.low : ~$0.low }))
      return
    }
    var texts = SortedTexts(capacity: count, isAscending: isAscending)
    var numeric = NumericText()
    let isLiteral = comparison.text.isLiteral
    for words in words {
      let string = StringWords(words)
      if string.isNil {
        texts.appendMissing()
      } else if !comparison.isNumeric, string.isSmall, string.isSmallASCII || isLiteral {
        texts.append(small: string, foldsCase: comparison.text.foldsCase)
      } else {
        string.withBytes { comparison.append($0, to: &texts, &numeric) }
      }
    }
    columns.append(.texts(texts))
  }

  /// Whether a stored property can be added by its words.
  package static func takes(_ field: FieldColumn) -> Bool {
    switch field.kind {
    case .integer, .floating, .date, .string: true
    case .uuid, .byte: false
    }
  }

  /// Adds one word for each row.
  mutating func append(_ words: [UInt64]) { columns.append(.single(words)) }

  /// Adds one text for each row.
  mutating func append(_ texts: SortedTexts) { columns.append(.texts(texts)) }

  /// Adds a column for which rows have a value, if only some have one.
  mutating func appendPresence(_ isPresent: [Bool], nilsFirst: Bool) {
    guard isPresent.contains(false), isPresent.contains(true) else { return }
    columns.append(.single(isPresent.map { $0 == nilsFirst ? 1 : 0 }))
  }
}
