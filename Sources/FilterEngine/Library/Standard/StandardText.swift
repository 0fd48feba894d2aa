internal import FilterSyntax

/// Code shared by the functions and methods of strings.
enum StandardText {
  /// The string of a value, for the function or message `name`.
  static func string(_ name: String, _ value: FilterValue) throws(EvaluationError) -> String {
    if case .string(let text) = value { return text }
    throw EvaluationError(.notAString(operation: name, found: value.kind))
  }

  /// The strings of values, for the function `name`.
  static func strings(
    _ name: String, _ values: [FilterValue]
  ) throws(EvaluationError) -> [String] {
    var texts: [String] = []
    for value in values { texts.append(try string(name, value)) }
    return texts
  }

  /// The texts, concatenated.
  ///
  /// The length is limited, because a variable that is bound to its own concatenation doubles at each step.
  static func join(
    _ texts: [String], _ run: EvaluationContext
  ) throws(EvaluationError) -> String {
    // No text is near the greatest integer, and their number is that of the arguments in a filter.
    try run.checkText(texts.reduce(0) { $0 + $1.utf8.count })
    return texts.joined()
  }

  /// The parts of `text` between the occurrences of `separator`, byte for byte; the whole text if the separator
  /// is empty.
  static func split(
    _ text: String, by separator: String, _ run: EvaluationContext
  ) throws(EvaluationError) -> [String] {
    let offsets = occurrences(of: separator, in: text)
    // The parts are charged with the result.
    try run.pass(offsets.count)
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var start = 0
    for offset in offsets {
      parts.append(String(decoding: bytes[start..<offset], as: UTF8.self))
      start = offset + separator.utf8.count
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }

  /// `text` with `replacement` for every occurrence of `target`, byte for byte. An empty target does not occur.
  static func replace(
    _ text: String, _ target: String, _ replacement: String, _ run: EvaluationContext
  ) throws(EvaluationError) -> String {
    let offsets = occurrences(of: target, in: text)
    let kept = text.utf8.count - offsets.count * target.utf8.count
    let (added, overflows) = offsets.count.multipliedReportingOverflow(by: replacement.utf8.count)
    try run.checkText(overflows || added > Int.max - kept ? .max : kept + added)
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(kept + added)
    var start = 0
    for offset in offsets {
      result += bytes[start..<offset]
      result += replacement.utf8
      start = offset + target.utf8.count
    }
    result += bytes[start...]
    return String(decoding: result, as: UTF8.self)
  }

  /// The offsets of the occurrences of `needle` that do not overlap, in bytes. An empty text does not occur.
  private static func occurrences(of needle: String, in text: String) -> [Int] {
    let count = needle.utf8.count
    guard count > 0 else { return [] }
    // Literal, so that bytes are compared.
    let prepared = TextNeedle(needle, .normalized)
    var text = text
    var offsets: [Int] = []
    var next = 0
    text.withUTF8 { text in
      prepared.visitPlaces(in: text) { offset in
        if offset >= next {
          offsets.append(offset)
          next = offset + count
        }
      }
    }
    return offsets
  }

  /// The text without the white space of Unicode at both ends.
  static func trimmed(_ text: String) -> String {
    var rest = text.unicodeScalars[...]
    while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  /// The UTF-16 units from `start` on, at most `count` of them or, if it is nil, all. Units outside
  /// the text are left out, and so is half of a pair of surrogates.
  static func part(of text: String, from start: Int64, count: Int64?) -> String {
    let units = text.utf16
    let length = Int64(units.count)
    // Only a sum beyond all integers overflows, as the count is not below 0.
    let (sum, overflows) = start.addingReportingOverflow(max(count ?? 0, 0))
    let end = count == nil || overflows ? length : min(max(sum, 0), length)
    let first = min(max(start, 0), end)
    var lower = units.index(units.startIndex, offsetBy: Int(first))
    var upper = units.index(lower, offsetBy: Int(end - first))
    if lower.samePosition(in: text.unicodeScalars) == nil { lower = units.index(after: lower) }
    if upper.samePosition(in: text.unicodeScalars) == nil { upper = units.index(before: upper) }
    return lower < upper ? String(text.unicodeScalars[lower..<upper]) : ""
  }

  /// The text before and after an offset in UTF-16 units.
  static func cut(
    _ name: String, _ text: String, at place: FilterValue
  ) throws(EvaluationError) -> (head: String, tail: String) {
    let offset = Int(clamping: try FilterArithmetic.int64(name, place))
    let units = text.utf16
    guard offset >= 0, offset <= units.count else {
      throw EvaluationError(.outsideString(index: offset, count: units.count))
    }
    let index = units.index(units.startIndex, offsetBy: offset)
    guard let head = String(units[..<index]), let tail = String(units[index...]) else {
      throw EvaluationError(.insideCharacter(index: offset))
    }
    return (head, tail)
  }
}

extension String {
  /// The text with the first letter of each word in title case and the others in lower case.
  ///
  /// A word ends at every character that is not a letter, except for marks and apostrophes.
  var capitalizedWords: String {
    var result = ""
    var isInsideWord = false
    for scalar in unicodeScalars {
      let properties = scalar.properties
      if properties.isCased {
        result += isInsideWord ? properties.lowercaseMapping : properties.titlecaseMapping
        isInsideWord = true
      } else {
        result.unicodeScalars.append(scalar)
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: break
        default: isInsideWord = isInsideWord && (scalar == "'" || scalar == "\u{2019}")
        }
      }
    }
    return result
  }
}
