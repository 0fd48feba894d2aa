/// A form of another language, and its form in this one.
///
/// Both are lines of a table. Before the arrow are tokens with a blank between them, in any case. After it is the text
/// of the filter. In both, a sign and a letter stand for a part:
///
/// | part | |
/// |---|---|
/// | `$k` | a key path |
/// | `$v` | a value: a literal, a list, a key path or a call |
/// | `$s`, `$n`, `$w` | a text in quotes, a number, a name |
/// | `$o` | a sign that compares |
/// | `$b` | any tokens, with whole brackets |
/// | `^`, `$end` | the start and the end of the text |
/// | `~$s`, `!$s` | a text without its quotes, and as a key |
/// | `$$w` | a name as a variable |
/// | `<$b|$w>`, `<$b-$w>` | tokens in which a name is a variable, and in which it is left out |
///
/// A number after the letter tells parts of one kind apart.
struct ForeignForm: Sendable {
  /// A part of the pattern.
  enum Part: Sendable {
    case start, end
    case word(String)
    case path, value, text, number, name, relation, anything
  }

  private let parts: [Part]

  /// The name of each part that the replacement can take, such as `k2`; empty for others.
  private let names: [String]
  private let replacement: [UInt8]

  /// The tokens that a text with this form has, in upper case.
  private let words: [String]

  private init(_ line: Substring) {
    let sides = line.split(separator: "→", maxSplits: 1, omittingEmptySubsequences: false)
    let right: Substring = sides.count > 1 ? sides[1] : ""
    replacement = Array(right.utf8.drop { $0 == UInt8(ascii: " ") })
    var (parts, names): ([Part], [String]) = ([], [])
    for word in sides[0].split(separator: " ") {
      let part = Self.part(String(word))
      parts.append(part.part)
      names.append(part.name)
    }
    (self.parts, self.names) = (parts, names)
    words = parts.compactMap { if case .word(let word) = $0 { word } else { nil } }
  }

  private static func part(_ word: String) -> (part: Part, name: String) {
    switch word {
    case "^": return (.start, "")
    case "$end": return (.end, "")
    default: break
    }
    let letters = Array(word.utf8)
    guard letters.count == 2 || letters.count == 3 && letters[2].isDigit,
      letters[0] == UInt8(ascii: "$"), let kind = Self.kinds[letters[1]]
    else { return (.word(word.uppercased()), "") }
    return (kind, word.dropping(1))
  }

  private static let kinds: [UInt8: Part] = [
    UInt8(ascii: "k"): .path, UInt8(ascii: "v"): .value, UInt8(ascii: "s"): .text,
    UInt8(ascii: "n"): .number, UInt8(ascii: "w"): .name, UInt8(ascii: "o"): .relation,
    UInt8(ascii: "b"): .anything,
  ]

  /// The forms of a table, a line each.
  static func forms(_ table: String) -> [ForeignForm] {
    table.split(separator: "\n").map { ForeignForm($0) }
  }

  // MARK: - Application

  /// The text with the first place that has this form, at an error, written in this language; nil without such a place.
  func applied(to tokens: RepairTokens, at error: Range<Int>) -> String? {
    // Few forms have all of their words in a text.
    guard words.allSatisfy(tokens.spellings.contains) else { return nil }
    let all = tokens.all
    for start in 0...all.count {
      var captures: [Range<Int>] = []
      guard let end = match(tokens, from: start, 0, &captures) else { continue }
      let lower = start < all.count ? all[start].range.lowerBound : tokens.bytes.count
      let upper = end > start ? all[end - 1].range.upperBound : lower
      // The form touches the error, or a token beside it.
      let before = start > 0 ? all[start - 1].range.lowerBound : 0
      let after = end < all.count ? all[end].range.upperBound : tokens.bytes.count
      guard before <= error.upperBound, error.lowerBound <= after else { continue }
      let text = tokens.replacing(lower..<upper, by: expanded(tokens, captures))
      if text != tokens.slice(0..<tokens.bytes.count) { return text }
    }
    return nil
  }

  /// The index after the tokens that fit the parts from one on; `captures` gets their tokens.
  private func match(
    _ tokens: RepairTokens, from start: Int, _ part: Int, _ captures: inout [Range<Int>]
  ) -> Int? {
    guard part < parts.count else { return start }
    for end in tokens.ends(of: parts[part], at: start) {
      captures.append(start..<end)
      if let last = match(tokens, from: end, part + 1, &captures) { return last }
      captures.removeLast()
    }
    return nil
  }

  /// The replacement with the captured tokens.
  private func expanded(_ tokens: RepairTokens, _ captures: [Range<Int>]) -> String {
    var text = ""
    var rest = replacement[...]
    func tokensOfName() -> Range<Int>? {
      guard rest.first == UInt8(ascii: "$") else { return nil }
      // The longest name first: `k2` and then `k`.
      for count in [2, 1] where rest.count > count {
        let name = String(decoding: rest.dropFirst().prefix(count), as: UTF8.self)
        guard let place = names.firstIndex(of: name) else { continue }
        rest = rest.dropFirst(count + 1)
        return captures[place]
      }
      return nil
    }
    while let byte = rest.first {
      let start = rest
      if byte != UInt8(ascii: "$") { rest = rest.dropFirst() }
      switch byte {
      case UInt8(ascii: "$"):
        if let name = tokensOfName() {
          text += tokens.slice(tokens: name)
          continue
        }
        rest = rest.dropFirst()
        if let name = tokensOfName() {
          text += "$" + tokens.slice(tokens: name)
          continue
        }
      case UInt8(ascii: "~"):
        if let name = tokensOfName() {
          text += tokens.slice(tokens: name).dropping(1, last: 1)
          continue
        }
      case UInt8(ascii: "!"):
        if let name = tokensOfName() {
          text += Self.key(tokens.slice(tokens: name).dropping(1, last: 1))
          continue
        }
      case UInt8(ascii: "<"):
        if let body = tokensOfName(), let kind = rest.popFirst(), let name = tokensOfName() {
          rest = rest.dropFirst()
          text += tokens.slice(
            tokens: body, replacing: tokens.slice(tokens: name),
            isVariable: kind == UInt8(ascii: "|"))
          continue
        }
      default: break
      }
      // A sign without a meaning is itself.
      rest = start.dropFirst()
      text += String(decoding: [byte], as: UTF8.self)
    }
    return text
  }

  /// The name of a key as a filter spells it; one with dots is a path.
  private static func key(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      $0 >= 0x80 || $0 == UInt8(ascii: ".") || $0.continuesName
    }
    return isPlain && !name.isEmpty ? name : name.quoted(by: "`")
  }
}

extension RepairTokens {
  /// The text with another one in place of some bytes, with a blank where words would touch.
  fileprivate func replacing(_ range: Range<Int>, by text: String) -> String {
    func isOfWord(_ byte: UInt8?) -> Bool {
      guard let byte else { return false }
      return byte >= 0x80 || byte.continuesName
    }
    var before = slice(0..<range.lowerBound)
    let after = slice(range.upperBound..<bytes.count)
    var text = text
    if isOfWord(text.utf8.last), isOfWord(after.utf8.first) { text += " " }
    if isOfWord(text.utf8.first), let last = before.utf8.last,
      isOfWord(last) || "'\")]}#".utf8.contains(last)
    {
      text = " " + text
    }
    if text.isEmpty, after.utf8.allSatisfy({ $0 <= 0x20 }) {
      while before.utf8.last.map({ $0 <= 0x20 }) ?? false { before.unicodeScalars.removeLast() }
    }
    return before + text + after
  }

  /// The text of tokens in which a name is a variable, or is left out before a dot and is `SELF` elsewhere.
  fileprivate func slice(tokens: Range<Int>, replacing name: String, isVariable: Bool) -> String {
    var text = ""
    var index = tokens.lowerBound
    while index < tokens.upperBound {
      let token = all[index]
      if index > tokens.lowerBound {
        text += slice(all[index - 1].range.upperBound..<token.range.lowerBound)
      }
      let isMember = index > tokens.lowerBound && all[index - 1].spelling == "."
      if token.kind == .name, !isMember, slice(token.range) == name {
        if isVariable {
          text += "$" + name
        } else if index + 1 < tokens.upperBound, all[index + 1].spelling == "." {
          index += 2
          if index < tokens.upperBound { text += slice(all[index].range) }
        } else {
          text += "SELF"
        }
      } else {
        text += slice(token.range)
      }
      index += 1
    }
    return text
  }
}
