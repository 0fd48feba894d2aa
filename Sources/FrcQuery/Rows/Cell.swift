internal import FilterEngine

/// A cell of a record, as in RFC 4180.
struct Cell: Hashable {
  let text: String
  let isQuoted: Bool

  /// Whether the cell is null: empty and without quotes.
  var isMissing: Bool { text.isEmpty && !isQuoted }

  /// The cell of `text`, in quotes if a separator requires them.
  ///
  /// An empty text is in quotes too, which keeps it apart from nil. Without a separator there are no quotes.
  static func bytes(of text: String, separator: UInt8?) -> [UInt8] {
    var bytes: [UInt8] = []
    append(text.utf8, separator: separator, to: &bytes)
    return bytes
  }

  /// Appends the cell of a value, nothing for nil.
  static func append(_ value: FilterValue, separator: UInt8?, to bytes: inout [UInt8]) {
    guard value.kind != .null else { return }
    append(Columns.text(of: value).utf8, separator: separator, to: &bytes)
  }

  /// Appends the cell of a text, in quotes if a separator requires them.
  static func append(
    _ text: some Collection<UInt8>, separator: UInt8?, to bytes: inout [UInt8]
  ) {
    guard let separator else { return bytes.append(contentsOf: text) }
    let quote = UInt8(ascii: "\"")
    var needsQuotes = text.isEmpty
    for byte in text where byte == quote || byte == 0x0A || byte == 0x0D || byte == separator {
      needsQuotes = true
      break
    }
    guard needsQuotes else { return bytes.append(contentsOf: text) }
    bytes.append(quote)
    for byte in text {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }
}
