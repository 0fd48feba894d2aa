internal import EssentialFoundation
package import FilterSyntax

/// The total order of values for a sort key.
///
/// Missing values come first, then booleans and numbers by exact value, then texts, dates, and all other
/// values, which are equal.
package struct SortComparison: Sendable {
  let text: TextComparison
  let isNumeric: Bool

  /// A comparison of texts under `options`; with `isNumeric`, runs of digits in them count as numbers.
  package init(options: AST.Comparison.Options = [], isNumeric: Bool = false) {
    text = TextComparison(options)
    self.isNumeric = isNumeric
  }

  /// The order of `left` relative to `right`: negative, 0 or positive.
  @inline(never)
  package func order(_ left: FilterValue, _ right: FilterValue) -> Int {
    let ranks = (Self.rank(left), Self.rank(right))
    guard ranks.0 == ranks.1 else { return ranks.0 - ranks.1 }
    switch (left, right) {
    case (.string(let left), .string(let right)):
      return isNumeric ? numericOrder(left, right) : text.order(left, right)
    case (.date(let left), .date(let right)):
      return NumberOrder.order(
        left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate
      ).sign
    default:
      return NumberOrder.order(left, right)?.sign ?? 0
    }
  }

  /// The order of two texts: negative, 0 or positive. Invalid UTF-8 is compared with each error replaced by U+FFFD.
  package func order(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    if !isNumeric, left.isASCII, right.isASCII { return text.order(left, right) }
    let (left, right) = (
      String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)
    )
    return isNumeric ? numericOrder(left, right) : text.order(left, right)
  }

  /// The position of a value's kind among the kinds.
  static func rank(_ value: FilterValue) -> Int {
    switch value.kind {
    case .null: 0
    case .boolean, .number: 1
    case .string: 2
    case .date: 3
    default: 4
    }
  }

  /// Compares part by part: runs of digits by value, and the parts between them as text.
  private func numericOrder(_ left: String, _ right: String) -> Int {
    var left = left.unicodeScalars[...]
    var right = right.unicodeScalars[...]
    while !left.isEmpty, !right.isEmpty {
      let isNumber = left.first?.isDigit == true && right.first?.isDigit == true
      let parts = (left.eat(digits: isNumber), right.eat(digits: isNumber))
      let order = isNumber ? valueOrder(parts.0, parts.1) : text.order(parts.0, parts.1)
      if order != 0 { return order }
    }
    return left.isEmpty ? (right.isEmpty ? 0 : -1) : 1
  }

  private func valueOrder(_ left: String, _ right: String) -> Int {
    let left = left.utf8.drop { $0 == UInt8(ascii: "0") }
    let right = right.utf8.drop { $0 == UInt8(ascii: "0") }
    if left.count != right.count { return left.count - right.count }
    if left.elementsEqual(right) { return 0 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }
}

extension ComparisonOrder {
  fileprivate var sign: Int {
    switch self {
    case .ascending: -1
    case .same: 0
    case .descending: 1
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension Substring.UnicodeScalarView {
  /// Removes and returns the run of digits at the beginning, or else the text before the next digit.
  ///
  /// If only one side begins with a digit, its digits are compared as text.
  fileprivate mutating func eat(digits: Bool) -> String {
    let startsWithDigit = first?.isDigit == true
    let part = prefix { $0.isDigit == (digits || startsWithDigit) }
    self = self[part.endIndex...]
    return String(String.UnicodeScalarView(part))
  }
}

extension TextComparison {
  /// Appends bytes with the order of the text.
  func append(_ text: UnsafeBufferPointer<UInt8>, to texts: inout SortedTexts) {
    if isLiteral || text.isASCII {
      texts.append(text, foldsCase: foldsCase)
    } else {
      folding.withFolded(text) { texts.append($0.bytes, foldsCase: false) }
    }
  }

  /// Whether bytes are compared unchanged.
  var isLiteral: Bool { folding.isLiteral }

  /// Whether ASCII is compared in lower case.
  var foldsCase: Bool { folding.foldsCase }
}

extension SortComparison {
  /// Appends bytes with the order of the text. `numeric` is a buffer for them.
  func append(
    _ text: UnsafeBufferPointer<UInt8>, to texts: inout SortedTexts, _ numeric: inout NumericText
  ) {
    guard isNumeric else { return self.text.append(text, to: &texts) }
    numeric.write(text, self.text)
    numeric.bytes.withUnsafeBufferPointer { texts.append($0, foldsCase: false) }
  }
}
