internal import CSimdJSON

/// Splits the text of a JSON array into one line for each element, while the text is received.
///
/// Holds the lines that were not taken yet, and the beginning of the next element.
package struct JSONElements: Sendable {
  /// The complete lines, followed by the beginning of the next one.
  package private(set) var text: [UInt8] = []

  /// The end of the complete lines.
  package private(set) var end = 0

  /// The error after the complete lines, and its line in the text of the array.
  package private(set) var failure: (line: Int, reason: JSONError.Reason)?

  private var state = frc_json_elements()

  /// The number of the line at which `text` begins
  private var line: Int

  /// Whether arrays that follow the first one continue it.
  private let joinsArrays: Bool

  /// The elements of an array whose opening bracket has just been read, on line `line`.
  package init(line: Int, joinsArrays: Bool = false) {
    self.line = line
    self.joinsArrays = joinsArrays
  }

  /// Appends bytes to the text of the array.
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

  /// Splits the text from an offset on. Returns the offset of an error, or of the end.
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

  /// Ends the text. An array that is not closed is an error.
  package mutating func finish() {
    guard failure == nil, UInt32(state.status) != FRC_JSON_ELEMENTS_END.rawValue else { return }
    fail(state.in_string ? .unclosedString : .unexpectedEnd, at: text.count)
  }

  /// Removes and returns the complete lines, with their line numbers in the array.
  package mutating func takeLines() -> JSONElements {
    var taken = JSONElements(line: line)
    line += lineFeeds(before: end)
    // The text is moved and not copied. The beginning of the next line stays in it, after `end`.
    let rest = Array(text[end...])
    swap(&taken.text, &text)
    taken.end = end
    text = rest
    end = 0
    return taken
  }

  /// Removes the complete lines.
  package mutating func removeLines() {
    line += lineFeeds(before: end)
    text.removeSubrange(..<end)
    end = 0
  }

  /// Returns the line in the text of the array at which the complete line `number` begins, counted from 1; with an
  /// offset, the line of that offset in it.
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
  /// Returns the error of an element as an error of the array.
  package func insideArray() -> JSONError {
    guard reason == .trailingContent else { return self }
    var error = self
    error.reason = .expectedCommaOrBracket
    return error
  }
}
