import FilterSyntax

extension FieldFilter {
  /// The test of a string field.
  func strings() -> (filter: RowFilter, method: Plan.Method)? {
    switch test {
    case .text(let text) where text.isQuick: strings(text)
    case .oneOf(let set): strings(oneOf: set)
    case .pattern(.success(let expression)): matches(expression)
    default: nil
    }
  }

  /// The filter that applies `test` to the field, or to each element if there is a quantifier.
  private func filter<Test: StringTest>(_ test: Test) -> RowFilter? {
    guard StringWords.isKnown else { return nil }
    if let quantifier {
      return .test(StringElementsTest(offset: offset, test: test, quantifier: quantifier))
    }
    return field.type.storage.wrapper == .optional
      ? .test(OptionalStringFieldTest(offset: offset, test: test, whenNil: comparison.whenNil))
      : .test(StringFieldTest(offset: offset, test: test))
  }

  private func strings(_ text: TextTest) -> (RowFilter, Plan.Method)? {
    switch text.form {
    case .equal(let isInverted):
      equality(text, isInverted: isInverted)
    case .prefix, .suffix, .contains: substring(text)
    case .order: filter(BytesTest(test: text.holds)).map { ($0, "compares text in place") }
    case .like: filter(BytesTest(test: text.holds)).map { ($0, "matches a pattern in place") }
    }
  }

  private func equality(_ text: TextTest, isInverted: Bool) -> (RowFilter, Plan.Method)? {
    if text.options.changesEquality {
      return filter(BytesTest(test: text.holds)).map { ($0, "compares folded text in place") }
    }
    // Some short strings have native storage. A copy of their bytes is always a small string.
    let bytes = Array(text.constant.utf8)
    let constant = String(decoding: bytes, as: UTF8.self)
    if let test = SmallEqualityTest(constant, isInverted: isInverted) {
      return filter(test).map { ($0, "compares two words in place") }
    }
    let test = LongEqualityTest(bytes: bytes, isInverted: isInverted)
    return filter(test).map { ($0, "compares bytes in place") }
  }

  private func substring(_ text: TextTest) -> (RowFilter, Plan.Method)? {
    guard let word = WordNeedle(text.needle.preparedUTF8) else {
      return filter(BytesTest(test: text.holds)).map { ($0, "compares text in place") }
    }
    let needle = text.needle
    let folds = !text.options.contains(.normalized) && text.options.contains(.caseInsensitive)
    let result =
      switch (text.form, folds) {
      case (.prefix, false): filter(PrefixTest<CaseSensitive>(needle: word, text: needle))
      case (.prefix, true): filter(PrefixTest<CaseFolding>(needle: word, text: needle))
      case (.suffix, false): filter(SuffixTest<CaseSensitive>(needle: word, text: needle))
      case (.suffix, true): filter(SuffixTest<CaseFolding>(needle: word, text: needle))
      case (_, false): filter(ContainmentTest<CaseSensitive>(needle: word, text: needle))
      case (_, true): filter(ContainmentTest<CaseFolding>(needle: word, text: needle))
      }
    return result.map {
      ($0, .counting("compares", word.count, one: "byte in place", many: "bytes in place"))
    }
  }

  private func strings(oneOf set: ValueSet) -> (RowFilter, Plan.Method)? {
    guard !set.foldsText else { return nil }
    let strings = set.strings
    return filter(StringSetTest(table: WordTable(strings))).map {
      (
        $0,
        .counting(
          "looks up", strings.count, one: "hashed string in place", many: "hashed strings in place")
      )
    }
  }

  private func matches(_ expression: any RegularExpression) -> (RowFilter, Plan.Method)? {
    guard StringWords.isKnown, quantifier == nil else { return nil }
    let isOptional = field.type.storage.wrapper == .optional
    return (
      .regularExpression(expression, offset: offset, isOptional: isOptional),
      "regular expression, compiled once"
    )
  }
}
