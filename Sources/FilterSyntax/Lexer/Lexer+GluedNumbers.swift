// Letters directly after a number. Their meaning depends on the tokens before and after them.
extension Lexer {
  /// The error for `1st`, `81ab`, `500ms`, `2026-11-21T10:00`, at the end of the letters.
  func gluedNumber(at range: SourceRange) -> SyntaxError {
    if let date = dateWithoutSigns(around: range) { return date }
    // `1.2.3b` begins with a number, `a.1b` with a name.
    let start = startOfPath(range.lowerBound)
    let isStep = start < range.lowerBound && !bytes[start].isDigit
    let (before, spelling) = (signBefore(start), slice(range))
    if isStep || before == .operand || before == .value && isBeforeComparison {
      let key = isStep ? range : SourceRange(start, range.upperBound)
      var error = error(.keyWithoutBackquotes(spelling), at: range)
      error.fix = quotedSteps(key).map { SyntaxError.Fix(range: key, replacement: $0) }
      return error
    }
    var error = error(.gluedNumber(spelling), at: range)
    switch before {
    case .value:
      let text = SourceRange(start, endOfBareText(from: start))
      error.fix = SyntaxError.Fix(range: text, replacement: slice(text).quoted(by: "\""))
    case .moment:
      error.fix = seconds(spelling).map { SyntaxError.Fix(range: range, replacement: $0) }
    default: break
    }
    return error
  }

  /// Where the words and dots begin that end at a place.
  private func startOfPath(_ end: Int) -> Int {
    bytes[..<end].lastIndex { !$0.isOfWord && $0 != UInt8(ascii: ".") }.map { $0 + 1 } ?? 0
  }

  /// The fix for a number that is a step of a key path, and not of a number.
  func numberedStep(_ range: SourceRange) -> String? {
    bytes[startOfPath(range.lowerBound)].isDigit ? nil : quotedSteps(range)
  }

  /// The steps of a key path with those in backquotes that begin with a digit; nil where the reading is strict.
  private func quotedSteps(_ range: SourceRange) -> String? {
    guard !strict else { return nil }
    let steps = slice(range).parts(at: ".")
    guard steps.allSatisfy({ !$0.isEmpty }) else { return nil }
    return steps.map { step in
      step.utf8.first?.isDigit ?? false ? step.quoted(by: "`") : step
    }.joined(separator: ".")
  }

  /// The end of a text without quotes, such as `81ab` or `857e8c3e-8d1d`.
  func endOfBareText(from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      let joins = end + 1 < bytes.count && "_.:-/@".utf8.contains(byte) && bytes[end + 1].isOfWord
      guard byte.isOfWord || joins else { break }
      end += 1
    }
    return end
  }

  /// A date or a time without `#` around it, of which `range` is a part.
  private func dateWithoutSigns(around range: SourceRange) -> SyntaxError? {
    var start = range.lowerBound
    while start > 0, bytes[start - 1].isDigit || bytes[start - 1] == UInt8(ascii: "-") {
      start -= 1
    }
    var end = range.upperBound
    while end < bytes.count,
      bytes[end].isLetter || bytes[end].isDigit || "-:.+".utf8.contains(bytes[end])
    {
      end += 1
    }
    let whole = SourceRange(start, end)
    guard start < range.lowerBound, Self.isDate(bytes[start..<end]) else { return nil }
    return error(.malformedDate, at: whole, fix: strict ? nil : "#\(slice(whole))#")
  }

  private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { text in
      (try? DateText.read(text, lenient: false)) != nil
    }
  }

  /// The tokens before a position.
  private enum SignBefore {
    /// A connective or an opening parenthesis: a key follows
    case operand
    /// Nothing, a sign of equality, a word that compares texts, or a list of values: a text follows, or a key
    /// before a comparison
    case value
    /// `now() -`
    case moment
    /// Anything else, such as `<`, `+` or `BETWEEN`, which take numbers
    case number
  }

  private func signBefore(_ place: Int) -> SignBefore {
    let text = Self.trimmed(bytes[..<place])
    guard let sign = text.last else { return .value }
    switch sign {
    case UInt8(ascii: "="):
      let other = text.dropLast().last
      return other == UInt8(ascii: "<") || other == UInt8(ascii: ">") ? .number : .value
    case UInt8(ascii: ">"):
      return text.dropLast().last == UInt8(ascii: "<") ? .value : .number
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      let rest = Self.trimmed(text.dropLast()).filter { $0 > 0x20 }.suffix(5)
      return rest.elementsEqual("now()".utf8) ? .moment : .number
    case UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: "["):
      let open = text.lastIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? 0
      return Self.lastWord(text[..<open]) == "BETWEEN" ? .number : .value
    case UInt8(ascii: "("), UInt8(ascii: "!"), UInt8(ascii: "&"), UInt8(ascii: "|"):
      return Self.lastWord(text.dropLast()) == "IN" ? .value : .operand
    default: break
    }
    switch Self.lastWord(text) {
    case "AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE": return .operand
    case "IN", "CONTAINS", "LIKE", "MATCHES", "BEGINSWITH", "ENDSWITH": return .value
    default: return sign == UInt8(ascii: "]") ? .value : .number
    }
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text[..<(text.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? text.startIndex)]
  }

  /// The word at the end of a text, in upper case.
  private static func lastWord(_ text: ArraySlice<UInt8>) -> String {
    let text = trimmed(text)
    let start = text.lastIndex { !$0.continuesName }.map { $0 + 1 } ?? text.startIndex
    return String(decoding: text[start...], as: UTF8.self).uppercased()
  }

  /// Whether a comparison follows, after the further steps of a key path. Its left side is a key: as a text it would be
  /// compared in vain.
  private var isBeforeComparison: Bool {
    // An error of a scan asks nothing in turn.
    var rest = Lexer(text, strict: strict, isScanning: true)
    rest.position = position
    while true {
      guard let token = try? rest.next() else { return false }
      switch token.kind {
      case .symbol(.dot): guard (try? rest.next()) != nil else { return false }
      case .symbol(let symbol): return AST.Comparison.Operator(symbol) != nil
      case .keyword(let word): return word == .not || word.comparison != nil
      default: return false
      }
    }
  }

  /// The seconds of a number with a unit, such as `7d`.
  private func seconds(_ text: String) -> String? {
    let digits = text.utf8.prefix(while: \.isDigit)
    guard let count = Int(Substring(digits)), count <= 1_000_000,
      let unit = Self.units[text.dropping(digits.count).lowercased()]
    else { return nil }
    return String(count * unit)
  }

  private static let units = [
    "s": 1, "sec": 1, "min": 60, "h": 3_600, "d": 86_400, "day": 86_400, "days": 86_400,
    "w": 604_800,
  ]
}

extension UInt8 {
  /// Whether the byte can be part of a word of any script.
  fileprivate var isOfWord: Bool { continuesName || self >= 0x80 }
}
