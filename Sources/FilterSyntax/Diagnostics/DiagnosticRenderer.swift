/// Renders a message with the line of a text and carets below its range.
///
///     error: expected an expression
///      | age > AND x == 1
///      |       ^^^
///
/// The result is safe for a terminal: control characters of the message are escaped. Control characters of
/// the text become spaces, so that its columns stay above the carets.
package struct DiagnosticRenderer {
  private let bytes: [UInt8]

  /// Columns of a long line that are shown on each side of the start of an error.
  private static let context = 40

  /// A renderer of messages about `text`.
  package init(text: String) {
    bytes = Array(text.utf8)
  }

  /// The message above the line of the text that holds the beginning of `range`, marked with carets.
  ///
  /// The result has three lines, even if the label or the message has line feeds, and one more for a fix.
  package func rendered(
    _ message: String, at range: SourceRange, fix: SyntaxError.Fix? = nil, label: String = "error"
  ) -> String {
    let start = max(0, min(range.lowerBound, bytes.count))
    let end = max(start, min(range.upperBound, bytes.count))
    let line = line(around: start)
    let before = window(line.lowerBound..<start, fromEnd: true)
    let marked = window(start..<min(end, line.upperBound), fromEnd: false)
    let rest = min(end, line.upperBound)..<line.upperBound
    let after = marked.isCut ? Window(text: "", isCut: false) : window(rest, fromEnd: false)
    let text = before.text + marked.text + after.text
    let carets = String(repeating: "^", count: max(1, marked.columns))
    let lines = """
      \(TerminalText.line(label)): \(TerminalText.line(message))
       | \(text)
       | \(String(repeating: " ", count: before.columns))\(carets)
      """
    return fix.map { lines + "\n fix: " + rendered($0) } ?? lines
  }

  /// A description of a fix.
  private func rendered(_ fix: SyntaxError.Fix) -> String {
    let lower = max(0, min(fix.range.lowerBound, bytes.count))
    let upper = max(lower, min(fix.range.upperBound, bytes.count))
    let old = window(lower..<upper, fromEnd: false).text
    let replacement = Array(fix.replacement.utf8)
    let new = DiagnosticRenderer(bytes: replacement).window(
      0..<replacement.count, fromEnd: false
    ).text
    if lower == upper { return "insert \(new)" }
    return replacement.isEmpty ? "remove \(old)" : "replace \(old) with \(new)"
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func line(around offset: Int) -> Range<Int> {
    var lower = offset
    var upper = offset
    while lower > 0, !Self.isLineEnd(bytes[lower - 1]) { lower -= 1 }
    while upper < bytes.count, !Self.isLineEnd(bytes[upper]) { upper += 1 }
    return lower..<upper
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private struct Window {
    var text: String
    var isCut: Bool
    var columns: Int { TextWidth.of(text) }
  }

  /// The part of a line that is shown of `range`, with "…" where something is left out.
  private func window(_ range: Range<Int>, fromEnd: Bool) -> Window {
    // 32 bytes are more than most characters have; longer ones are cut.
    let reach = Self.context * 32
    var shown = range
    if range.count > reach {
      shown =
        fromEnd
        ? aligned(range.upperBound - reach)..<range.upperBound
        : range.lowerBound..<aligned(range.lowerBound + reach)
    }
    let characters = String(decoding: bytes[shown], as: UTF8.self)
    let isCut = shown != range || characters.count > Self.context
    let kept = fromEnd ? characters.suffix(Self.context) : characters.prefix(Self.context)
    let clean = TerminalText.blanked(String(kept))
    guard isCut else { return Window(text: clean, isCut: false) }
    return Window(text: fromEnd ? "…" + clean : clean + "…", isCut: true)
  }

  // The offset of the first byte of the UTF-8 sequence around an offset inside the text.
  private func aligned(_ offset: Int) -> Int {
    var offset = offset
    while offset > 0, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
