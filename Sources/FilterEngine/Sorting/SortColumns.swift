internal import FoundationEssentials

/// Orders rows by what was read of each of them once.
///
/// Numbers, dates and texts become words whose order is theirs, so that rows are ordered without
/// looking at values again. Exactly the order of `SortComparison`; rows that it leaves equal keep
/// theirs.
package struct SortColumns {
  private let count: Int
  private var columns: [SortWords] = []

  /// Columns of `count` rows, none yet.
  package init(count: Int) { self.count = count }

  /// The rows from 0 to `count` in order; `precedes` is asked about those that are left equal.
  package func order(precedes: ((Int, Int) -> Bool)? = nil) -> [UInt32] {
    WordSort.order(of: count, by: columns, precedes: precedes)
  }

  /// Adds the next sort key, which has one value for each row.
  package mutating func append(
    _ values: [FilterValue], _ comparison: SortComparison, isAscending: Bool, nilsFirst: Bool
  ) {
    appendPresence(values.map { $0.kind != .null }, nilsFirst: nilsFirst)
    switch Form(values, comparison) {
    case .integers, .doubles, .dates:
      columns.append(.single(values.map { isAscending ? Self.word($0) : ~Self.word($0) }))
    case .texts:
      var texts = SortedTexts(capacity: count, isAscending: isAscending)
      for value in values {
        if case .string(var text) = value {
          text.withUTF8 { comparison.text.append($0, to: &texts) }
        } else {
          texts.appendMissing()
        }
      }
      columns.append(.texts(texts))
    case .mixed:
      let ranks = Self.ranks(values, comparison)
      columns.append(.single(isAscending ? ranks : ranks.map { ~$0 }))
    }
  }

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
    let isLiteral = comparison.text.isLiteral
    for words in words {
      let string = StringWords(words)
      if string.isNil {
        texts.appendMissing()
      } else if string.isSmall, string.isSmallASCII || isLiteral {
        texts.append(small: string, foldsCase: comparison.text.foldsCase)
      } else {
        string.withBytes { comparison.text.append($0, to: &texts) }
      }
    }
    columns.append(.texts(texts))
  }

  /// Whether a stored property can be added by its words.
  package static func takes(_ field: FieldColumn, _ comparison: SortComparison) -> Bool {
    switch field.kind {
    case .integer, .floating, .date: true
    case .string: !comparison.isNumeric
    case .uuid, .byte: false
    }
  }

  private mutating func appendPresence(_ isPresent: [Bool], nilsFirst: Bool) {
    guard isPresent.contains(false), isPresent.contains(true) else { return }
    columns.append(.single(isPresent.map { $0 == nilsFirst ? 1 : 0 }))
  }

  // MARK: - Values

  /// What all values of a column are, `nil` left out.
  private enum Form {
    case integers, doubles, dates, texts
    /// Of several kinds, or of one that needs more than a word.
    case mixed

    init(_ values: [FilterValue], _ comparison: SortComparison) {
      var common: Form?
      for value in values where value.kind != .null {
        let form = Form(value, comparison)
        if form == .mixed || common ?? form != form {
          self = .mixed
          return
        }
        common = form
      }
      self = common ?? .integers
    }

    private init(_ value: FilterValue, _ comparison: SortComparison) {
      switch value {
      case .bool, .int: self = .integers
      case .double: self = .doubles
      case .date: self = .dates
      case .string: self = comparison.isNumeric ? .mixed : .texts
      default: self = .mixed
      }
    }
  }

  /// The word of a value that is neither text nor one of several kinds.
  private static func word(_ value: FilterValue) -> UInt64 {
    switch value {
    case .bool(let value): ValueWords.ordered(value ? 1 as Int64 : 0)
    case .int(let value): ValueWords.ordered(value)
    case .double(let value): ValueWords.ordered(value)
    case .date(let value): ValueWords.ordered(value.timeIntervalSinceReferenceDate)
    default: 0
    }
  }

  /// Numbers in the order of the values, equal ones for values without an order.
  private static func ranks(_ values: [FilterValue], _ comparison: SortComparison) -> [UInt64] {
    var ranks: [UInt64] = Array(repeating: 0, count: values.count)
    let order = values.indices.sorted { comparison.order(values[$0], values[$1]) < 0 }
    var rank: UInt64 = 0
    for (index, place) in order.enumerated() {
      if index > 0, comparison.order(values[order[index - 1]], values[place]) != 0 { rank += 1 }
      ranks[place] = rank
    }
    return ranks
  }
}
