import FilterSyntax
import Foundation

@testable import FilterEngine

extension FuzzEntry {
  /// A byte of options, a pattern to the end of its line, and a text: MATCHES against ICU, LIKE against
  /// trying every way.
  static let patterns = FuzzEntry("patterns") { bytes in
    var data = FuzzedData(bytes)
    let options = data.byte()
    guard let pattern = data.textLine(),
      let text = String(validating: data.rest(), as: UTF8.self)
    else { return }
    let ignoresCase = options & 1 != 0
    let ignoresMarks = options & 2 != 0
    try PatternRun(pattern, ignoresCase: ignoresCase, ignoresMarks: ignoresMarks).check(text)
    // Trying every way takes exponential time.
    guard pattern.utf8.count(where: { $0 == UInt8(ascii: "*") }) < 6, text.utf8.count < 40,
      !ignoresCase, !ignoresMarks
    else { return }
    let like = LikeRun(text, pattern)
    try expectSame(
      try FilterPredicate<FilterValue>("%@ LIKE %@", text, pattern).matches(.null),
      like.matches, "\(text.debugDescription) LIKE \(pattern.debugDescription)")
  }
}

// MARK: - MATCHES

/// One regular expression, with its shortcuts and without.
private struct PatternRun {
  let pattern: String
  let ignoresCase: Bool
  let fast: Result<any RegularExpression, EvaluationError>
  let slow: Result<any RegularExpression, EvaluationError>
  let ignoresMarks: Bool

  init(_ pattern: String, ignoresCase: Bool, ignoresMarks: Bool) {
    self.pattern = pattern
    self.ignoresCase = ignoresCase
    self.ignoresMarks = ignoresMarks
    func make(_ usesShortcuts: Bool) -> Result<any RegularExpression, EvaluationError> {
      Result { () throws(EvaluationError) in
        try RegexBackend.compile(
          RegexSource(
            pattern, caseInsensitive: ignoresCase, diacriticInsensitive: ignoresMarks),
          usesShortcuts: usesShortcuts)
      }
    }
    fast = make(true)
    slow = make(false)
  }

  func check(_ text: String) throws {
    switch (fast, slow) {
    case (.success(let fast), .success(let slow)):
      let answer = Self.answer(fast, text)
      let other = Self.answer(slow, text)
      let what = "\(text.debugDescription) MATCHES \(pattern.debugDescription)"
      // Only the slow way may give up.
      if let other { try expectSame(answer, other, "\(what), with shortcuts") }
      guard let answer, !ignoresMarks, let expected = icuAnswer(text) else { return }
      try expectSame(answer, expected, "\(what), \(ignoresCase ? "[c]" : "[]"), against ICU")
    case (.failure(let error), .failure):
      guard error.message.utf8.starts(with: "the regular expression \"".utf8) else {
        throw FuzzMismatch(error.message)
      }
    default: throw FuzzMismatch("\(pattern.debugDescription) is only one way an error")
    }
  }

  /// Nil where the match gave up.
  private static func answer(_ expression: any RegularExpression, _ text: String) -> Bool? {
    let scratch = RegexScratch()
    let bytes = Array(text.utf8)
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    return bytes.withUnsafeBufferPointer { buffer in
      let tested = expression.test(buffer, isASCII: isASCII, scratch)
      let answer = try? expression.matches(buffer, isASCII: isASCII, scratch)
      // What takes long has no quick answer.
      if let answer, tested >= 0 {
        precondition(tested == (answer ? 1 : 0), "two answers of one expression")
      }
      return answer
    }
  }

  /// What ICU answers; nil where it is not asked.
  private func icuAnswer(_ text: String) -> Bool? {
    // ICU has no limit of time, and a whole match is made by a group around the pattern: comments
    // and open quotations would swallow its end.
    guard pattern.utf8.count <= 40, text.utf16.count <= 12,
      pattern.utf8.count(where: { "*+{?".utf8.contains($0) }) <= 4,
      !pattern.contains(where: { "#".contains($0) }), !pattern.contains("\\Q")
    else { return nil }
    // The reference names possessive repetitions of an end of a line.
    guard
      !["^", "$"].contains(where: { end in
        ["*+", "?+", "++"].contains { pattern.contains(end + $0) }
      })
    else { return nil }
    // Full case folding and the newest letters of Unicode are ICU's own.
    let isASCII = pattern.utf8.allSatisfy { $0 < 0x80 } && text.utf8.allSatisfy { $0 < 0x80 }
    guard isASCII || !ignoresCase && !pattern.contains("(?") else { return nil }
    let options: NSRegularExpression.Options = ignoresCase ? .caseInsensitive : []
    guard (try? NSRegularExpression(pattern: pattern, options: options)) != nil,
      let whole = try? NSRegularExpression(pattern: "(?:\(pattern))\\z", options: options)
    else { return nil }
    let range = NSRange(location: 0, length: text.utf16.count)
    return whole.firstMatch(in: text, options: .anchored, range: range)?.range == range
  }
}

// MARK: - LIKE

/// `LIKE`, tried in every way over scalars.
private struct LikeRun {
  private enum Piece: Equatable {
    case scalar(Unicode.Scalar)
    case one
    case many
  }

  private let text: [Unicode.Scalar]
  private var pieces: [Piece] = []
  private let isBoundary: [Bool]

  init(_ text: String, _ pattern: String) {
    let scalars = text.unicodeScalars
    self.text = Array(scalars)
    let boundaries = Set(text.indices)
    isBoundary = scalars.indices.map { boundaries.contains($0) } + [true]
    var rest = pattern.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": pieces.append(.many)
      case "?": pieces.append(.one)
      case "\\":
        if let next = rest.first, ["*", "?", "\\"].contains(next) {
          rest.removeFirst()
          pieces.append(.scalar(next))
        } else {
          pieces.append(.scalar(scalar))
        }
      default: pieces.append(.scalar(scalar))
      }
    }
  }

  var matches: Bool { fits(0, 0) }

  private func fits(_ piece: Int, _ place: Int) -> Bool {
    guard piece < pieces.count else { return place == text.count }
    switch pieces[piece] {
    case .many: return (place...text.count).contains { fits(piece + 1, $0) }
    case .one: return place < text.count && fits(piece + 1, place + 1)
    case .scalar(let scalar):
      guard place < text.count, text[place] == scalar, mayCut(place, piece - 1),
        mayCut(place + 1, piece + 1)
      else { return false }
      return fits(piece + 1, place + 1)
    }
  }

  /// Beside a `*` a literal begins and ends between characters.
  private func mayCut(_ place: Int, _ neighbour: Int) -> Bool {
    guard pieces.indices.contains(neighbour), pieces[neighbour] == .many else { return true }
    return isBoundary[place]
  }
}
