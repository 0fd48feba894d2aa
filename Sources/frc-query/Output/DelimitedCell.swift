/// The text of one cell of CSV or TSV, after RFC 4180.
enum DelimitedCell {
  /// The cell that holds `text`, in quotes where it has to be.
  ///
  /// An empty text is in quotes too, which keeps it apart from nil.
  static func bytes(of text: String, separator: UInt8) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    let needsQuotes =
      text.isEmpty
      || text.utf8.contains { $0 == quote || $0 == 0x0A || $0 == 0x0D || $0 == separator }
    guard needsQuotes else { return Array(text.utf8) }
    var quoted = [quote]
    for byte in text.utf8 {
      if byte == quote { quoted.append(quote) }
      quoted.append(byte)
    }
    quoted.append(quote)
    return quoted
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
