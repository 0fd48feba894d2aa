internal import FilterSyntax

/// The sort key of a version: a text, such that the order of the texts is the order of the versions by semantic
/// versioning.
///
/// A number is written with its count of digits before it, as a letter: `a1`, `b10`. A pre-release follows `-`, which is
/// less than the `.` at the end of a release, which is less than the letter of a further number.
package struct VersionKey {
  private(set) var text: [UInt8] = []

  /// Reads numbers with points between them, `v` before them or not, a pre-release after `-` and a build, which has
  /// no part in the order, after `+`; nil for any other text.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    if let first = rest.first, first | 0x20 == UInt8(ascii: "v") { rest.removeFirst() }
    if let plus = rest.firstIndex(of: UInt8(ascii: "+")) {
      guard Self.identifiers(rest[(plus + 1)...]) != nil else { return nil }
      rest = rest[..<plus]
    }
    let hyphen = rest.firstIndex(of: UInt8(ascii: "-"))
    guard var numbers = Self.identifiers(rest[..<(hyphen ?? rest.endIndex)]) else { return nil }
    guard numbers.allSatisfy(Self.isNumber) else { return nil }
    // 1.10 is 1.10.0.
    while let last = numbers.last, last.allSatisfy({ $0 == UInt8(ascii: "0") }) {
      numbers.removeLast()
    }
    for number in numbers { append(number: number) }
    guard let hyphen else {
      self.text.append(UInt8(ascii: "."))
      return
    }
    guard let parts = Self.identifiers(rest[(hyphen + 1)...]) else { return nil }
    self.text.append(UInt8(ascii: "-"))
    // A number is less than a word, and the end less than both.
    for part in parts {
      if Self.isNumber(part) {
        self.text.append(UInt8(ascii: "#"))
        append(number: part)
      } else {
        self.text.append(UInt8(ascii: "+"))
        self.text += part
      }
    }
  }

  /// The version with a key, without `v`, zeros at its end and a build; nil for a text that is no key.
  package static func version(ofKey key: String) -> String? {
    var rest = Array(key.utf8)[...]
    var numbers: [[UInt8]] = []
    while let first = rest.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) {
      guard let number = takeNumber(&rest) else { return nil }
      numbers.append(number)
    }
    if numbers.isEmpty { numbers.append([UInt8(ascii: "0")]) }
    var text = Array(numbers.joined(separator: [UInt8(ascii: ".")]))
    switch rest.popFirst() {
    case UInt8(ascii: "."): return rest.isEmpty ? String(decoding: text, as: UTF8.self) : nil
    case UInt8(ascii: "-"): break
    default: return nil
    }
    var parts: [[UInt8]] = []
    while let sign = rest.popFirst() {
      if sign == UInt8(ascii: "#") {
        guard let number = takeNumber(&rest) else { return nil }
        parts.append(number)
      } else {
        guard sign == UInt8(ascii: "+") else { return nil }
        let word = rest.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "+") }
        rest = rest.dropFirst(word.count)
        parts.append(Array(word))
      }
    }
    guard !parts.isEmpty else { return nil }
    text.append(UInt8(ascii: "-"))
    text += parts.joined(separator: [UInt8(ascii: ".")])
    return String(decoding: text, as: UTF8.self)
  }

  /// Removes and returns the digits of a number behind their count.
  private static func takeNumber(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    var count = 0
    while rest.first == UInt8(ascii: "z") {
      count += 25
      rest.removeFirst()
    }
    guard let letter = rest.popFirst(), (UInt8(ascii: "a")...UInt8(ascii: "y")).contains(letter)
    else { return nil }
    count += Int(letter - UInt8(ascii: "a")) + 1
    let digits = rest.prefix(count)
    guard digits.count == count, isNumber(digits) else { return nil }
    rest = rest.dropFirst(count)
    return Array(digits)
  }

  /// The parts between points, each of letters, digits and hyphens; nil if a part is empty or has other bytes.
  private static func identifiers(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let areWords = parts.allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy { $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "-") }
    }
    return areWords ? parts : nil
  }

  private static func isNumber(_ part: ArraySlice<UInt8>) -> Bool { part.allSatisfy(\.isDigit) }

  /// Appends the number of digits, `a` for one up to `y` for 25, with `z` for each 25 more, and the digits.
  private mutating func append(number: ArraySlice<UInt8>) {
    let digits = number.drop { $0 == UInt8(ascii: "0") }
    let shown = digits.isEmpty ? number.suffix(1) : digits
    var count = shown.count
    while count > 25 {
      text.append(UInt8(ascii: "z"))
      count -= 25
    }
    text.append(UInt8(ascii: "a") + UInt8(count - 1))
    text += shown
  }
}
