extension SyntaxError {
  /// The error of a filter, for which a fix is looked for when it is read if none is known.
  package func repaired(_ options: SyntaxOptions) -> SyntaxError { searching(TextRepair(options)) }
}

/// Finds a filter that is read in place of one that is not: forms of other languages are written in this one, brackets
/// and quotes are closed.
///
/// Tries all forms at the first mistake, and keeps the one with which most of the text is read, until the whole is.
///
/// A class, as an error with all options would be large.
private final class TextRepair: FixSearch {
  private let options: SyntaxOptions

  /// Longer texts are left alone, and so is what has more mistakes or more meanings.
  private static let (maximumLength, maximumMistakes, maximumCandidates) = (1_000, 6, 20)

  init(_ options: SyntaxOptions) { self.options = options }

  /// The change of the text of an error after which it is read; nil if none is known.
  func fix(of error: SyntaxError) -> SyntaxError.Fix? {
    let wrong = error.text
    // An argument that is missing or surplus is no mistake of the text.
    guard wrong.utf8.count <= Self.maximumLength, failure(of: wrong) != nil else { return nil }
    var (text, mistake) = (wrong, error)
    for round in 0..<Self.maximumMistakes {
      var best: (rest: Int, text: String, mistake: SyntaxError)?
      for candidate in candidates(for: text, mistake, usesFix: round > 0) {
        guard let next = failure(of: candidate) else {
          return Self.difference(from: wrong, to: candidate)
        }
        let rest = candidate.utf8.count - next.range.lowerBound
        if best.map({ rest < $0.rest }) ?? true { best = (rest, candidate, next) }
      }
      guard let best, best.rest <= text.utf8.count - mistake.range.lowerBound else { return nil }
      (text, mistake) = (best.text, best.mistake)
    }
    return nil
  }

  /// The mistake of a text; nil if it is read.
  private func failure(of text: String) -> SyntaxError? {
    do throws(SyntaxError) {
      // In a template, placeholders need no arguments.
      var parser = try Parser(text, options: options, arguments: nil)
      _ = try parser.parseFilter()
      return nil
    } catch {
      return error
    }
  }

  /// Texts that may be meant by one with a mistake, the most probable first.
  private func candidates(
    for text: String, _ mistake: SyntaxError, usesFix: Bool
  ) -> [String] {
    guard let tokens = RepairTokens(text) else { return [] }
    var found: [String] = []
    func add(_ candidate: String?) {
      guard let candidate, candidate != text, found.count < Self.maximumCandidates,
        candidate.utf8.contains(where: { $0 > 0x20 }), !found.contains(candidate)
      else { return }
      found.append(candidate)
    }
    if usesFix { add(mistake.fix.map(text.applying)) }
    let start = max(0, mistake.range.lowerBound)
    let range = start..<max(start, mistake.range.upperBound)
    for form in ForeignForm.all { add(form.applied(to: tokens, at: range)) }
    add(tokens.closingBrackets())
    add(tokens.closingBracket(before: range.lowerBound))
    add(tokens.namingForms())
    add(tokens.withoutEscapedQuotes())
    add(tokens.closingQuote())
    return found
  }

  /// The change from one text to another, of whole tokens.
  private static func difference(from text: String, to other: String) -> SyntaxError.Fix? {
    guard
      let (old, new) = RepairTokens(text).flatMap({ old in RepairTokens(other).map { (old, $0) } })
    else { return nil }
    let (bytes, others) = (old.bytes, new.bytes)
    let most = min(bytes.count, others.count)
    var start = 0
    while start < most, bytes[start] == others[start] { start += 1 }
    start = min(old.start(ofTokenAround: start), new.start(ofTokenAround: start))
    var rest = 0
    while rest < most - start, bytes[bytes.count - 1 - rest] == others[others.count - 1 - rest] {
      rest += 1
    }
    rest = min(
      bytes.count - old.end(ofTokenAround: bytes.count - rest),
      others.count - new.end(ofTokenAround: others.count - rest))
    guard rest >= 0, start <= bytes.count - rest, start <= others.count - rest else { return nil }
    let replacement = new.slice(start..<others.count - rest)
    var end = bytes.count - rest
    // The blanks around what is removed stay.
    if replacement.isEmpty {
      while start < end, bytes[start] <= 0x20 { start += 1 }
      while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
    }
    return SyntaxError.Fix(range: SourceRange(start, end), replacement: replacement)
  }
}

extension RepairTokens {
  /// The start of the token that a position is inside of; the position if it is at an edge or between tokens.
  fileprivate func start(ofTokenAround position: Int) -> Int {
    token(around: position)?.range.lowerBound ?? position
  }

  fileprivate func end(ofTokenAround position: Int) -> Int {
    token(around: position)?.range.upperBound ?? position
  }

  private func token(around position: Int) -> Token? {
    all.first { $0.range.lowerBound < position && position < $0.range.upperBound }
  }

  /// The text with a bracket for each that is open, and without others.
  fileprivate func closingBrackets() -> String {
    var (text, position): (String, Int) = ("", 0)
    var open: [String] = []
    for (index, token) in all.enumerated() {
      if let closing = closing(at: index) {
        open.append(closing)
      } else if isClosing(at: index) {
        guard open.last != token.spelling else {
          open.removeLast()
          continue
        }
        text += slice(position..<token.range.lowerBound) + (open.popLast() ?? "")
        position = token.range.upperBound
      }
    }
    text += slice(position..<bytes.count)
    guard !open.isEmpty else { return text }
    while text.utf8.last.map({ $0 <= 0x20 }) ?? false { text.unicodeScalars.removeLast() }
    return text + open.reversed().joined()
  }

  /// The text with the innermost bracket closed that is open before a position; nil if there is none.
  fileprivate func closingBracket(before position: Int) -> String? {
    var open: [String] = []
    for (index, token) in all.enumerated() where token.range.lowerBound < position {
      if let closing = closing(at: index) {
        open.append(closing)
      } else if isClosing(at: index), open.last == token.spelling {
        open.removeLast()
      }
    }
    guard let bracket = open.last, var end = all.last?.range.upperBound else { return nil }
    end = all.last { $0.range.upperBound <= position }?.range.upperBound ?? end
    return slice(0..<end) + bracket + slice(end..<bytes.count)
  }

  /// The text in which a call with almost the name of a form of the language has it; nil if there is none.
  fileprivate func namingForms() -> String? {
    for (token, next) in zip(all, all.dropFirst())
    where token.kind == .name && next.spelling == "(" {
      guard let near = EditDistance.nearest(to: token.spelling, in: ["SUBQUERY", "TERNARY"]),
        near != token.spelling
      else { continue }
      return slice(0..<token.range.lowerBound) + near
        + slice(token.range.upperBound..<bytes.count)
    }
    return nil
  }

  /// The text with quotes in place of quotes after backslashes, as in a string of a program.
  fileprivate func withoutEscapedQuotes() -> String {
    var kept: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      let isEscape =
        byte == UInt8(ascii: "\\") && (next == UInt8(ascii: "'") || next == UInt8(ascii: "\""))
      if !isEscape { kept.append(byte) }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// The text with a quote before the tokens that the only closing quote follows; nil if there is none.
  fileprivate func closingQuote() -> String? {
    guard
      let last = all.indices.first(where: {
        all[$0].kind == .sign && ["'", "\""].contains(all[$0].spelling)
      })
    else { return nil }
    var first = last
    while first > 0, !isRelation(at: first - 1), !isWord(at: first - 1),
      !["(", "{", ",", "[", "]"].contains(all[first - 1].spelling)
    {
      first -= 1
    }
    guard first < last else { return nil }
    let (start, end) = (all[first].range.lowerBound, all[last].range)
    let quote = slice(end)
    return slice(0..<start) + quote + slice(start..<end.lowerBound) + quote
      + slice(end.upperBound..<bytes.count)
  }
}
