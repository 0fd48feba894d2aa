/// Code shared by the functions and methods of strings.
enum StandardText {
  /// The string of a value, for the function or message `name`.
  static func string(_ name: String, _ value: FilterValue) throws(EvaluationError) -> String {
    if case .string(let text) = value { return text }
    throw EvaluationError(.notAString(operation: name, found: value.kind))
  }

  /// Both texts, concatenated.
  ///
  /// The length is limited, because a variable that is bound to its own concatenation doubles at each step.
  static func join(
    _ left: String, _ right: String, _ run: EvaluationContext
  ) throws(EvaluationError) -> String {
    try run.checkText(left.utf8.count + right.utf8.count)
    return left + right
  }

  /// The parts of `text` between the occurrences of `separator`, byte for byte; the whole text if the separator
  /// is empty.
  static func split(_ text: String, by separator: String) -> [String] {
    let needle = Array(separator.utf8)
    guard !needle.isEmpty else { return [text] }
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var start = 0
    var place = 0
    while place + needle.count <= bytes.count {
      if bytes[place] == needle[0], bytes[place..<place + needle.count].elementsEqual(needle) {
        parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
        place += needle.count
        start = place
      } else {
        place += 1
      }
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }

  /// `text` with `replacement` for every occurrence of `target`, byte for byte. An empty target does not occur.
  static func replace(
    _ text: String, _ target: String, _ replacement: String, _ run: EvaluationContext
  ) throws(EvaluationError) -> String {
    let parts = split(text, by: target)
    let count = parts.count - 1
    let kept = text.utf8.count - count * target.utf8.count
    let (added, overflows) = count.multipliedReportingOverflow(by: replacement.utf8.count)
    try run.checkText(overflows || added > Int.max - kept ? .max : kept + added)
    return parts.joined(separator: replacement)
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
