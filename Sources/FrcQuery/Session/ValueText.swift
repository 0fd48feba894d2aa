internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// Values that people type and read.
enum ValueText {
  /// JSON if it parses as JSON, else the text.
  static func value(_ text: String) -> FilterValue {
    (try? JSONReader().read(text)) ?? .string(text)
  }

  /// More columns of a value are not shown.
  private static let maximumWidth = 200

  /// The JSON of a value, safe for a terminal, and truncated if it is long.
  static func text(_ value: FilterValue) -> String {
    let text = TerminalText.line(String(decoding: JSONWriter().bytes(value), as: UTF8.self))
    return TextWidth.clip(text, to: maximumWidth)
  }

  /// `1 row`, `2 rows`
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
