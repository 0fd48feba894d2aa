/// The tokens of a text in any language: names, numbers, texts in quotes, dates and signs.
struct RepairTokens {
  enum Kind {
    case name, number, text, date, sign
  }

  struct Token {
    let kind: Kind

    /// The bytes
    let range: Range<Int>

    /// The spelling in upper case
    let spelling: String

    /// Whether white space precedes it
    let isSpaced: Bool
  }

  let bytes: [UInt8]
  private(set) var all: [Token] = []

  /// The spellings of all tokens
  private(set) var spellings: Set<String> = []

  /// Longer texts are left alone.
  private static let maximumCount = 120

  /// Nil for a text with too many tokens.
  init?(_ text: String) {
    bytes = Array(text.utf8)
    var position = 0
    while true {
      let start = position
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      guard position < bytes.count else { return }
      guard all.count < Self.maximumCount else { return nil }
      let (kind, end) = token(at: position)
      let spelling = slice(position..<end).uppercased()
      spellings.insert(spelling)
      all.append(
        Token(
          kind: kind, range: position..<end, spelling: spelling, isSpaced: position > start))
      position = end
    }
  }

  func slice(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The text of some tokens, with what is between them.
  func slice(tokens: Range<Int>) -> String {
    tokens.isEmpty
      ? ""
      : slice(all[tokens.lowerBound].range.lowerBound..<all[tokens.upperBound - 1].range.upperBound)
  }

  // MARK: - Reading

  private static let signs = [
    "===", "!==", "==", "!=", "<>", "<=", ">=", "=>", "=<", "&&", "||", "??", "?.", "::", "~*",
    "!~",
    "=~", "->", ":=", "**", "<<", ">>",
  ].map { Array($0.utf8) }

  private func token(at start: Int) -> (Kind, end: Int) {
    let byte = bytes[start]
    if byte.beginsWord { return (.name, end(ofWordAt: start)) }
    if byte.isDigit { return (.number, end(ofNumberAt: start)) }
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
      if let end = end(ofTextAt: start) { return (byte == UInt8(ascii: "`") ? .name : .text, end) }
    case UInt8(ascii: "#") where begins(at: start + 1, \.isDigit):
      if let end = bytes[(start + 1)...].firstIndex(of: byte) { return (.date, end + 1) }
    case UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "@"):
      if begins(at: start + 1, \.beginsWord) { return (.name, end(ofWordAt: start + 1)) }
    default: break
    }
    let sign = Self.signs.first { bytes[start...].starts(with: $0) }
    return (.sign, start + (sign?.count ?? 1))
  }

  private func begins(at position: Int, _ test: (UInt8) -> Bool) -> Bool {
    position < bytes.count && test(bytes[position])
  }

  private func end(ofWordAt start: Int) -> Int {
    bytes[start...].firstIndex { !$0.beginsWord && !$0.isDigit } ?? bytes.count
  }

  private func end(ofNumberAt start: Int) -> Int {
    var end = start + 1
    while end < bytes.count {
      let isPoint = bytes[end] == UInt8(ascii: ".") && begins(at: end + 1, \.isDigit)
      guard isPoint || bytes[end].beginsWord || bytes[end].isDigit else { break }
      end += 1
    }
    return end
  }

  private func end(ofTextAt start: Int) -> Int? {
    let quote = bytes[start]
    var position = start + 1
    while position < bytes.count {
      if bytes[position] == quote { return position + 1 }
      let isEscape = bytes[position] == UInt8(ascii: "\\") && quote != UInt8(ascii: "`")
      position += isEscape ? 2 : 1
    }
    return nil
  }

  // MARK: - Groups of tokens

  private static let words: Set<String> = [
    "AND", "OR", "NOT", "IN", "ANY", "ALL", "NONE", "SOME", "BETWEEN", "LIKE", "CONTAINS",
    "BEGINSWITH", "ENDSWITH", "MATCHES",
  ]

  private static let relations: Set<String> = [
    "==", "=", "!=", "<>", "<", "<=", ">", ">=", "===", "!==", "=>", "=<",
  ]

  /// The bracket that closes one at an index; nil for any other token.
  func closing(at index: Int) -> String? {
    guard all[index].kind == .sign else { return nil }
    return switch all[index].spelling {
    case "(": ")"
    case "[": "]"
    case "{": "}"
    default: nil
    }
  }

  func isClosing(at index: Int) -> Bool {
    all[index].kind == .sign && [")", "]", "}"].contains(all[index].spelling)
  }

  func isRelation(at index: Int) -> Bool {
    all[index].kind == .sign && Self.relations.contains(all[index].spelling)
  }

  func isWord(at index: Int) -> Bool {
    all[index].kind == .name && Self.words.contains(all[index].spelling)
  }

  private func isName(at index: Int) -> Bool {
    index < all.count && all[index].kind == .name && !isWord(at: index)
  }

  private func isSign(_ sign: String, at index: Int) -> Bool {
    index < all.count && all[index].kind == .sign && all[index].spelling == sign
  }

  /// The index after the bracket that closes the one at `start`; nil if none does.
  private func end(ofBracketsAt start: Int) -> Int? {
    var open: [String] = []
    for index in start..<all.count {
      if let closing = closing(at: index) {
        open.append(closing)
      } else if isClosing(at: index) {
        guard open.popLast() == all[index].spelling else { return nil }
        if open.isEmpty { return index + 1 }
      }
    }
    return nil
  }

  /// The index after a key path without calls.
  private func end(ofPathAt start: Int) -> Int? {
    guard isName(at: start) else { return nil }
    var end = start + 1
    while isSign(".", at: end), end + 1 < all.count, all[end + 1].kind == .name,
      !(isSign("(", at: end + 2) && !all[end + 2].isSpaced)
    {
      end += 2
    }
    return end
  }

  /// The index after a value: a literal, a list, a key path or a call.
  private func end(ofValueAt start: Int) -> Int? {
    guard start < all.count else { return nil }
    switch all[start].kind {
    case .number, .text, .date: return start + 1
    case .sign where closing(at: start) != nil: return end(ofBracketsAt: start)
    case .sign:
      let isNegative = isSign("-", at: start) && start + 1 < all.count
      return isNegative && all[start + 1].kind == .number ? start + 2 : nil
    case .name: break
    }
    guard isName(at: start) else { return nil }
    var end = start + 1
    while end < all.count {
      if isSign(".", at: end), end + 1 < all.count, all[end + 1].kind == .name {
        end += 2
      } else if !all[end].isSpaced, isSign("(", at: end) || isSign("[", at: end),
        let next = self.end(ofBracketsAt: end)
      {
        end = next
      } else {
        break
      }
    }
    return end
  }

  /// The indices after what an element of a form can be at an index, the nearest first.
  func ends(of part: ForeignForm.Part, at start: Int) -> [Int] {
    func one(_ isPart: Bool) -> [Int] { isPart ? [start + 1] : [] }
    let isInside = start < all.count
    switch part {
    case .start: return start == 0 ? [start] : []
    case .end: return isInside ? [] : [start]
    case .word(let spelling): return one(isInside && all[start].spelling == spelling)
    case .path: return end(ofPathAt: start).map { [$0] } ?? []
    case .value: return end(ofValueAt: start).map { [$0] } ?? []
    case .text: return one(isInside && all[start].kind == .text)
    case .number: return one(isInside && all[start].kind == .number)
    case .name: return one(isName(at: start))
    case .relation: return one(isInside && isRelation(at: start))
    case .anything: return ends(ofAnythingAt: start)
    }
  }

  /// The indices after one, two and more tokens, in which brackets are whole.
  private func ends(ofAnythingAt start: Int) -> [Int] {
    var ends: [Int] = []
    var index = start
    while index < all.count, !isClosing(at: index) {
      guard closing(at: index) == nil else {
        guard let end = end(ofBracketsAt: index) else { break }
        index = end
        ends.append(index)
        continue
      }
      index += 1
      ends.append(index)
    }
    return ends
  }
}

extension UInt8 {
  /// Whether it begins a word, in any script.
  fileprivate var beginsWord: Bool { self >= 0x80 || startsName }
}
