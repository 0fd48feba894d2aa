internal import CSimdJSON

/// The elements of a JSON array, made lines of JSON as the text of the array comes in.
///
/// Holds no more of the array than was given to it and not yet taken back, and one element that is
/// not complete.
package struct JSONElements: Sendable {
  /// The lines at hand, then what there is of the next one.
  package private(set) var text: [UInt8] = []

  /// Where the lines at hand end.
  package private(set) var end = 0

  /// What is wrong behind the lines at hand, and on which line of the array's text.
  package private(set) var failure: (line: Int, reason: JSONError.Reason)?

  private var state = frc_json_elements()

  /// The line that `text` begins on
  private var line: Int

  /// Whether arrays after the first one go on with its elements.
  private let joinsArrays: Bool

  /// The elements of an array whose opening bracket is the last byte read, on a line of the text.
  package init(line: Int, joinsArrays: Bool = false) {
    self.line = line
    self.joinsArrays = joinsArrays
  }

  /// Takes the next bytes of the array's text.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    guard failure == nil else { return }
    let start = text.count
    text.append(contentsOf: bytes)
    let known = split(from: start)
    if let newline = text[max(end, start)..<known].lastIndex(of: UInt8(ascii: "\n")) {
      end = newline + 1
    }
    switch frc_json_elements_status(rawValue: .init(state.status)) {
    case FRC_JSON_ELEMENTS_MORE, FRC_JSON_ELEMENTS_END: return
    case FRC_JSON_ELEMENTS_MISSING: fail(.expectedValue, at: known)
    case FRC_JSON_ELEMENTS_UNCLOSED: fail(.controlCharacter, at: known)
    case FRC_JSON_ELEMENTS_TRAILING: fail(.trailingContent, at: known)
    case FRC_JSON_ELEMENTS_NO_OBJECT_END: fail(.expectedCommaOrBrace, at: known)
    case FRC_JSON_ELEMENTS_TOO_DEEP: fail(.tooDeep, at: known)
    default: fail(.expectedCommaOrBracket, at: known)
    }
  }

  /// Makes lines of the text from a place on. Returns the place of what is wrong, or the end.
  private mutating func split(from start: Int) -> Int {
    let joinsArrays = joinsArrays
    return text.withUnsafeMutableBufferPointer { text in
      guard let base = text.baseAddress else { return start }
      var known = start
      while true {
        known += frc_json_elements_split(&state, base + known, text.count - known)
        guard joinsArrays, known < text.count, text[known] == UInt8(ascii: "["),
          UInt32(state.status) == FRC_JSON_ELEMENTS_TRAILING.rawValue
        else { return known }
        // Brackets between two arrays are white space between two elements.
        text[known] = UInt8(ascii: " ")
        state = frc_json_elements()
        known += 1
      }
    }
  }

  /// Says that no byte follows.
  package mutating func finish() {
    guard failure == nil, UInt32(state.status) != FRC_JSON_ELEMENTS_END.rawValue else { return }
    fail(state.in_string ? .unclosedString : .unexpectedEnd, at: text.count)
  }

  /// Takes out the lines at hand, with what says on which lines of the array they are.
  package mutating func takeLines() -> JSONElements {
    var taken = JSONElements(line: line)
    line += lineFeeds(before: end)
    // The text is handed on instead of copied, with what there is of the next line behind `end`.
    let rest = Array(text[end...])
    swap(&taken.text, &text)
    taken.end = end
    text = rest
    end = 0
    return taken
  }

  /// Drops the lines at hand.
  package mutating func removeLines() {
    line += lineFeeds(before: end)
    text.removeSubrange(..<end)
    end = 0
  }

  /// The line of the array's text on which row `number` of the lines at hand begins, counted from 1;
  /// with an offset, that of the place so far into the row.
  package func line(ofRow number: Int, offset: Int? = nil) -> Int {
    var start = 0
    for _ in 1..<max(number, 1) {
      guard let newline = text[start..<end].firstIndex(of: UInt8(ascii: "\n")) else { break }
      start = newline + 1
    }
    let place =
      offset.map { start + $0 }
      ?? text[start..<end].firstIndex { !" \t\r".utf8.contains($0) } ?? start
    return line + lineFeeds(before: place)
  }

  private mutating func fail(_ reason: JSONError.Reason, at place: Int) {
    failure = (line + lineFeeds(before: place), reason)
  }

  private func lineFeeds(before place: Int) -> Int {
    text.withUnsafeBufferPointer { text in
      text.baseAddress.map { frc_json_elements_lines($0, min(place, text.count)) } ?? 0
    }
  }
}

extension JSONError {
  /// What is wrong with an element of an array, in the words for the array.
  package func insideArray() -> JSONError {
    guard reason == .trailingContent else { return self }
    var error = self
    error.reason = .expectedCommaOrBracket
    return error
  }
}
