/// Text that a program reads: filters, SQL, lines of shells, addresses. It is read and written scalar by scalar.
///
/// A `Character` joins a sign with the scalars beside it: U+0600 and a quote after it are one character, as are a quote
/// and a mark after it. `contains("'")` and `replacing("'", with: "''")` do not find that quote, but a database does.
extension StringProtocol {
  /// The text between two of `quote`.
  ///
  /// Each `quote` in the text is doubled. With an `escape`, that is put before each `quote` and each `escape` instead.
  package func quoted(by quote: Unicode.Scalar, escape: Unicode.Scalar? = nil) -> String {
    // Of one type, as the compiler does not specialize for those of callers.
    let source = String(self)
    // Most names have no quote.
    guard source.unicodeScalars.contains(where: { $0 == quote || $0 == escape }) else {
      let mark = String(quote)
      return mark + source + mark
    }
    var text = String.UnicodeScalarView()
    text.append(quote)
    for scalar in source.unicodeScalars {
      if scalar == quote || scalar == escape { text.append(escape ?? quote) }
      text.append(scalar)
    }
    text.append(quote)
    return String(text)
  }

  /// The text that `quoted(by:)` puts in quotes; nil if there is no quote on both sides.
  package func unquoted(by quote: Unicode.Scalar) -> String? {
    let scalars = unicodeScalars
    guard scalars.count >= 2, scalars.first == quote, scalars.last == quote else { return nil }
    var text = String.UnicodeScalarView()
    var isSecond = false
    for scalar in scalars.dropFirst().dropLast() {
      isSecond = scalar == quote && !isSecond
      if !isSecond { text.append(scalar) }
    }
    return String(text)
  }

  /// The text without some bytes at its start and at its end, each a sign of ASCII.
  package func dropping(_ first: Int, last: Int = 0) -> String {
    String(decoding: utf8.dropFirst(first).dropLast(last), as: UTF8.self)
  }

  /// The place of the first of `sign`.
  package func place(of sign: Unicode.Scalar) -> Index? { unicodeScalars.firstIndex(of: sign) }

  /// The texts between the places of `sign`, empty ones too.
  package func parts(at sign: Unicode.Scalar) -> [String] {
    unicodeScalars.split(separator: sign, omittingEmptySubsequences: false).map {
      String(String.UnicodeScalarView($0))
    }
  }

  /// The text with `other` for each of `sign`.
  package func writing(_ other: String, for sign: Unicode.Scalar) -> String {
    parts(at: sign).joined(separator: other)
  }
}

// Not generic, as the filter of a line and the start of the program ask often.

extension String {
  /// Whether the first bytes are those of `prefix`.
  package func begins(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Whether the last bytes are those of `suffix`.
  package func ends(with suffix: String) -> Bool { utf8.ends(with: suffix) }

  /// Whether the bytes of `part` are among the bytes of the text.
  package func has(_ part: String) -> Bool { utf8.has(part) }
}

extension Substring {
  /// Whether the first bytes are those of `prefix`.
  package func begins(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Whether the last bytes are those of `suffix`.
  package func ends(with suffix: String) -> Bool { utf8.ends(with: suffix) }

  /// Whether the bytes of `part` are among the bytes of the text.
  package func has(_ part: String) -> Bool { utf8.has(part) }
}

extension BidirectionalCollection<UInt8> {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  fileprivate func has(_ part: String) -> Bool {
    guard let first = part.utf8.first else { return true }
    var rest = self[...]
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: part.utf8) { return true }
      rest.removeFirst()
    }
    return false
  }
}
