extension TextComparison {
  /// Appends bytes with the order of the text.
  func append(_ text: UnsafeBufferPointer<UInt8>, to texts: inout SortedTexts) {
    if isLiteral || text.isASCII {
      texts.append(text, foldsCase: foldsCase)
    } else {
      folding.withFolded(text) { texts.append($0.bytes, foldsCase: false) }
    }
  }

  /// Whether bytes are compared unchanged.
  var isLiteral: Bool { folding.isLiteral }

  /// Whether ASCII is compared in lower case.
  var foldsCase: Bool { folding.foldsCase }
}

extension SortComparison {
  /// Appends bytes with the order of the text. `numeric` is a buffer for them.
  func append(
    _ text: UnsafeBufferPointer<UInt8>, to texts: inout SortedTexts, _ numeric: inout NumericText
  ) {
    guard isNumeric else { return self.text.append(text, to: &texts) }
    numeric.write(text, self.text)
    numeric.bytes.withUnsafeBufferPointer { texts.append($0, foldsCase: false) }
  }
}
