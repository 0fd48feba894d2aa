extension Lexer {
  /// Skips blanks and `/* comments */`.
  mutating func skipBlanks() throws(SyntaxError) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09...0x0D: position += 1
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): try skipComment()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        throw error(.lineComment, at: SourceRange(position, position + 2))
      default: return
      }
    }
  }

  private mutating func skipComment() throws(SyntaxError) {
    let start = position
    position += 2
    while position < bytes.count {
      if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        position += 2
        return try refuse("a comment", instead: nil, at: SourceRange(start, position), fix: "")
      }
      position += 1
    }
    throw error(.unterminatedComment, at: SourceRange(start, start + 2))
  }
}
