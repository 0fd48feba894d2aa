/// The tokens of a filter's text, for editors that color it.
///
/// ```swift
/// for token in FilterTokens("age > 3 /* years */") { print(token.kind, token.range) }
/// ```
///
/// Every text has tokens, also one that does not parse. They are in order, do not overlap, and cover every byte that is
/// not a blank. If the text parses, each token has the kind for which the parser used it; otherwise a part that begins no
/// token is `unknown`. A string, a key in backquotes or a comment without its end extends to the end of the text.
///
/// - Complexity: O(n) in the length of the text for all tokens. Makes one copy of the text, and allocates nothing else.
public struct FilterTokens: Sequence, IteratorProtocol, Sendable {
  private var lexer: Lexer
  private var kinds: TokenKinds

  // The end of the last token, in both units.
  private var utf8Offset = 0
  private var utf16Offset = 0

  /// The tokens of a text. `options` names the word operators of libraries, and whether reserved words can be keys.
  public init(_ text: String, options: SyntaxOptions = SyntaxOptions()) {
    lexer = Lexer(text, strict: false, isScanning: true)
    kinds = TokenKinds(options)
  }

  /// The next token; nil at the end of the text.
  public mutating func next() -> FilterToken? {
    while lexer.byte() == 0x20 || (0x09...0x0D).contains(lexer.byte()) { lexer.position += 1 }
    let start = lexer.position
    guard start < lexer.bytes.count else { return nil }
    let kind = lexer.isBeforeComment ? comment() : token()
    return FilterToken(
      kind: kind, range: SourceRange(start, lexer.position),
      utf16Range: advance(to: start)..<advance(to: lexer.position))
  }

  private mutating func comment() -> FilterToken.Kind {
    try? lexer.skipComment()
    return .comment
  }

  private mutating func token() -> FilterToken.Kind {
    let start = lexer.position
    if lexer.isBeforeLineComment {
      lexer.position += 2
      return kinds.kind(ofUnread: UInt8(ascii: "/"))
    }
    do throws(SyntaxError) {
      let token = try lexer.next()
      return kinds.kind(of: token, &lexer)
    } catch {
      // The lexer has gone on over all that it could read as one token.
      lexer.position = Swift.max(lexer.position, start + lexer.width(at: start))
      return kinds.kind(ofUnread: lexer.bytes[start])
    }
  }

  /// The UTF-16 offset of a UTF-8 offset at or after the last one.
  private mutating func advance(to offset: Int) -> Int {
    for byte in lexer.bytes[utf8Offset..<offset] where byte & 0xC0 != 0x80 {
      utf16Offset += byte >= 0xF0 ? 2 : 1
    }
    utf8Offset = offset
    return utf16Offset
  }
}

/// A token of a filter's text.
public struct FilterToken: Hashable, Sendable {
  /// The kinds of tokens.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// `AND`, `ANY`, `SELF`, `nil`
    case keyword
    /// `==`, `BEGINSWITH`, `+`, `NOT` before `IN`, a word of a library
    case `operator`
    /// `cd` in `==[cd]`
    case option
    /// `name`, `#size`, \`a key\`
    case key
    /// `"text"`
    case string
    /// `12`, `1.5`, `0xff`
    case number
    /// `#2026-11-21#`
    case date
    /// `$name`
    case variable
    /// `%@`, `%K`
    case placeholder
    /// `sqrt`, `SUBQUERY`, `@count`
    case function
    /// Brackets, the comma, and the dot of a key path
    case punctuation
    /// `/* text */`
    case comment
    /// A part that begins no token, or a word where only an operator can follow
    case unknown
  }

  /// The kind.
  public var kind: Kind

  /// The range in the text, in UTF-8 bytes.
  public var range: SourceRange

  /// The range in the text, in UTF-16 units, as `NSRange` and JavaScript count.
  public var utf16Range: Range<Int>
}

extension Lexer {
  fileprivate var isBeforeComment: Bool {
    byte() == UInt8(ascii: "/") && byte(1) == UInt8(ascii: "*")
  }

  /// Whether `//` is next, which the language does not have.
  fileprivate var isBeforeLineComment: Bool {
    byte() == UInt8(ascii: "/") && byte(1) == UInt8(ascii: "/")
  }

  /// The number of bytes of the scalar that begins at an offset.
  fileprivate func width(at offset: Int) -> Int {
    switch bytes[offset] {
    case 0..<0xC0: 1
    case 0xC0..<0xE0: 2
    case 0xE0..<0xF0: 3
    default: 4
    }
  }
}
