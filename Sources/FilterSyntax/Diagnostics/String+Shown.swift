extension String {
  /// The text, or its first 99 scalars and "…": a name in a message, which can be of any length.
  package var shown: String {
    // A scalar has at least one byte.
    guard utf8.count > 100,
      let end = unicodeScalars.index(
        unicodeScalars.startIndex, offsetBy: 100, limitedBy: unicodeScalars.endIndex),
      end < unicodeScalars.endIndex
    else { return self }
    return String(unicodeScalars.prefix(99)) + "…"
  }
}
