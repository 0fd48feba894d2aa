internal import FilterEngine
internal import FilterJSON

/// Values that people type and read.
enum ReplValue {
  /// JSON if it parses as JSON, else the text.
  static func value(_ text: String) -> FilterValue {
    (try? JSONReader().read(text)) ?? .string(text)
  }

  /// The JSON of a value.
  static func text(_ value: FilterValue) -> String {
    TextWidth.visible(String(decoding: JSONWriter().bytes(value), as: UTF8.self))
  }

  /// `1 row`, `2 rows`
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
