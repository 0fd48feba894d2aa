internal import FilterEngine
internal import FilterJSON

/// How people write numbers: the sign between groups of digits and the one before decimals, as a sample such as
/// `1.234,56` shows them.
///
/// A number may have a currency sign, and is negative with a minus or in parentheses.
struct NumberPattern: Hashable {
  /// The sample.
  let text: String
  private let group: Unicode.Scalar?
  private let point: Unicode.Scalar?

  /// Reads a sample; throws the reason why it does not say which sign is which.
  init(sample: String) throws(ToolError) {
    text = sample
    let (digits, _) = Self.digits(of: sample)
    let signs = digits.filter { !Self.isDigit($0) }
    guard !digits.isEmpty, signs.allSatisfy(Self.signs.contains) else { throw Self.failure(sample) }
    let places = digits.indices.filter { !Self.isDigit(digits[$0]) }
    switch Set(signs).count {
    case 0: (group, point) = (nil, nil)
    case 1:
      let (sign, after) = (signs[0], digits.endIndex - places[0] - 1)
      let before = places[0] - digits.startIndex
      if signs.count > 1 || !Self.points.contains(sign) {
        (group, point) = (sign, nil)
      } else if after != 3 || !(1...3).contains(before) {
        (group, point) = (nil, sign)
      } else {
        throw .message(
          "'\(sample)' can have groups or decimals: write a number with both in --types, as in number:1.234,56"
        )
      }
    default:
      guard let last = signs.last, Set(signs.dropLast()).count == 1, signs[0] != last,
        Self.points.contains(last)
      else { throw Self.failure(sample) }
      (group, point) = (signs[0], last)
    }
    guard number(sample) != nil else { throw Self.failure(sample) }
  }

  private static func failure(_ sample: String) -> ToolError {
    .message("'\(sample)' is not a sample of numbers: write one as in number:1.234,56")
  }

  /// The number of a text; nil for any other text.
  func number(_ text: String) -> FilterValue? {
    let (digits, isNegative) = Self.digits(of: text)
    var parts =
      point.map { digits.split(separator: $0, omittingEmptySubsequences: false) }
      ?? [digits]
    let decimals = parts.count > 1 ? parts.removeLast() : nil
    guard parts.count == 1, decimals.map({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) }) ?? true
    else { return nil }
    let groups =
      group.map { parts[0].split(separator: $0, omittingEmptySubsequences: false) }
      ?? parts
    let whole = groups.joined()
    guard whole.allSatisfy(Self.isDigit), !whole.isEmpty || decimals != nil else { return nil }
    if groups.count > 1 {
      guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 })
      else { return nil }
    }
    var json = isNegative ? "-" : ""
    let significant = whole.drop { $0 == "0" }
    json.unicodeScalars.append(contentsOf: significant.isEmpty ? ["0"] : Array(significant))
    if let decimals {
      json += "."
      json.unicodeScalars.append(contentsOf: decimals)
    }
    return try? JSONReader().read(json)
  }

  /// The digits of a number with the signs between them, and whether it is negative.
  private static func digits(
    of text: String
  ) -> (digits: ArraySlice<Unicode.Scalar>, isNegative: Bool) {
    var rest = text.unicodeScalars.map { spellings[$0] ?? $0 }[...]
    var isNegative = false
    func trim() { rest = rest.drop { $0 == " " }.dropLast(while: { $0 == " " }) }
    trim()
    var hasSign = rest.count > 1 && [rest.first, rest.last] == ["(", ")"]
    if hasSign {
      isNegative = true
      rest = rest.dropFirst().dropLast()
      trim()
    }
    var hasCurrency = false
    while let first = rest.first, let last = rest.last {
      if !hasSign, first == "-" || first == "+" {
        (hasSign, isNegative) = (true, first == "-")
        rest = rest.dropFirst()
      } else if !hasSign, last == "-" {
        (hasSign, isNegative) = (true, true)
        rest = rest.dropLast()
      } else if !hasCurrency, isCurrency(first) {
        hasCurrency = true
        rest = rest.dropFirst()
      } else if !hasCurrency, isCurrency(last) {
        hasCurrency = true
        rest = rest.dropLast()
      } else {
        break
      }
      trim()
    }
    return (rest, isNegative)
  }

  /// The signs between digits; the first two can be before decimals.
  private static let points: Set<Unicode.Scalar> = [".", ","]
  private static let signs = points.union([" ", "'", "_"])

  /// Other spellings of signs: typographic minuses and apostrophes, and blanks at which no line is broken.
  private static let spellings: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{2212}": "-", "\u{2019}": "'", "\u{A0}": " ", "\u{202F}": " ", "\u{2009}": " ",
  ]

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isCurrency(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .currencySymbol
  }
}

extension ArraySlice {
  /// Without the elements at the end that satisfy `isDropped`.
  fileprivate func dropLast(while isDropped: (Element) -> Bool) -> ArraySlice {
    lastIndex { !isDropped($0) }.map { self[...$0] } ?? []
  }
}
