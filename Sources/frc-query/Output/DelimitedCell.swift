/// The text of one cell of CSV or TSV, after RFC 4180.
enum DelimitedCell {
  /// The cell that holds `text`, in quotes where it has to be.
  ///
  /// An empty text is in quotes too, which keeps it apart from nil.
  static func bytes(of text: String, separator: UInt8) -> [UInt8] {
    var bytes: [UInt8] = []
    append(text.utf8, separator: separator, to: &bytes)
    return bytes
  }

  /// Appends the cell that holds a text, in quotes where it has to be.
  static func append(
    _ text: some Collection<UInt8>, separator: UInt8, to bytes: inout [UInt8]
  ) {
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

  /// The cells of a record that was read without an error, with their quotes.
  static func split(_ record: ArraySlice<UInt8>, separator: UInt8) -> [ArraySlice<UInt8>] {
    let quote = UInt8(ascii: "\"")
    var cells: [ArraySlice<UInt8>] = []
    var start = record.startIndex
    while true {
      var isInside = start < record.endIndex && record[start] == quote
      var end = isInside ? start + 1 : start
      while end < record.endIndex, isInside || record[end] != separator {
        // A doubled quote opens again what it closed.
        if isInside || record[start] == quote, record[end] == quote { isInside.toggle() }
        end += 1
      }
      cells.append(record[start..<end])
      guard end < record.endIndex else { return cells }
      start = end + 1
    }
  }
}
