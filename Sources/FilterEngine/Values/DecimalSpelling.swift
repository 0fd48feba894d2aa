/// A number as its decimal digits, times a power of ten.
struct DecimalSpelling {
  private let isNegative: Bool
  /// From 0 to 9 each; at least one.
  private var digits: [UInt8]
  private var tens: Int

  /// The number of a text such as `-12`, `0.5` or `1.5e-07`; nil for any other text.
  init?(_ text: String) {
    isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = text.utf8.dropFirst(isNegative ? 1 : 0).split(
      separator: UInt8(ascii: "e"), maxSplits: 1, omittingEmptySubsequences: false)
    let halves = parts[0].split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    digits = halves.joined().map { $0 &- UInt8(ascii: "0") }
    guard !digits.isEmpty, digits.allSatisfy({ $0 <= 9 }) else { return nil }
    tens = halves.count > 1 ? -halves[1].count : 0
    if parts.count > 1 {
      guard let exponent = Int(String(decoding: parts[1], as: UTF8.self)),
        exponent.magnitude < 1 << 32
      else { return nil }
      tens += exponent
    }
  }

  /// Rounds the number to `places` decimal places, halves away from zero. A negative number of places rounds to tens,
  /// hundreds and so on.
  mutating func round(to places: Int) {
    let surplus = -places - tens
    guard surplus > 0 else { return }
    guard surplus <= digits.count else {
      (digits, tens) = ([0], 0)
      return
    }
    let isUp = digits[digits.count - surplus] >= 5
    digits.removeLast(surplus)
    tens = -places
    if isUp { increment() }
    if digits.isEmpty { (digits, tens) = ([0], 0) }
  }

  /// Adds 1 to the last digit.
  private mutating func increment() {
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
  }

  /// The digits with their exponent, as in `-15e-1`.
  var text: String { "\(sign)\(spelled)e\(tens)" }

  /// The digits of an integer; without the zeros that are behind the point.
  var integerText: String { sign + spelled + String(repeating: "0", count: max(0, tens)) }

  private var sign: String { isNegative ? "-" : "" }

  private var spelled: String {
    String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
  }
}
