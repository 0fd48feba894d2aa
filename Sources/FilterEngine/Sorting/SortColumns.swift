/// Orders rows by what was read of each of them once.
///
/// Numbers, dates and texts become words whose order is theirs, so that rows are ordered without
/// looking at values again. Exactly the order of `SortComparison`; rows that it leaves equal keep
/// theirs.
package struct SortColumns {
  let count: Int
  private var columns: [SortWords] = []

  /// Columns of `count` rows, none yet.
  package init(count: Int) { self.count = count }

  /// The rows from 0 to `count` in order; `precedes` is asked about those that are left equal.
  package func order(precedes: ((Int, Int) -> Bool)? = nil) -> [UInt32] {
    WordSort.order(of: count, by: columns, precedes: precedes)
  }

  /// For each row how many come before it, the same number for rows that are equal.
  package func ranks() -> [UInt32] { WordSort.ranks(of: count, by: columns) }

  /// Adds the next sort key, a stored property with its words for each row.
  ///
  /// Unsafe: the words are those of items that are alive and have not changed.
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

  /// Adds which rows have a value, where not all are alike in that.
  mutating func appendPresence(_ isPresent: [Bool], nilsFirst: Bool) {
    guard isPresent.contains(false), isPresent.contains(true) else { return }
    columns.append(.single(isPresent.map { $0 == nilsFirst ? 1 : 0 }))
  }
}
