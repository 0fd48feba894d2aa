import FilterSyntax

extension FieldComparison {
  /// The test of a string field.
  func strings() -> (filter: RowFilter, method: Plan.Method)? {
    if `operator` == .in { return stringSet() }
    guard case .string(let constant) = constant else { return nil }
    switch `operator` {
    case .equal, .notEqual: return equality(constant)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: return order(constant)
    case .beginsWith: return substring(constant, .prefix)
    case .endsWith: return substring(constant, .suffix)
    case .contains where quantifier == nil: return substring(constant, .contains)
    case .like: return like(LikePattern(constant, options))
    case .matches: return matches()
    default: return nil
    }
  }

  /// The filter that asks `test` of the field, of each element where there is a quantifier.
  private func filter<Test: StringTest>(_ test: Test) -> RowFilter? {
    guard StringWords.isKnown else { return nil }
    switch field.type.storage.wrapper {
    case .none: return .test(StringFieldTest(offset: offset, test: test))
    case .optional:
      return .test(OptionalStringFieldTest(offset: offset, test: test, whenNil: whenNil))
    case .array:
      guard let quantifier else { return nil }
      return .test(
        StringElementsTest(offset: offset, test: test, quantifier: ElementQuantifier(quantifier)))
    }
  }

  private func equality(_ constant: String) -> (RowFilter, Plan.Method)? {
    let isInverted = `operator` == .notEqual
    if options.changesEquality {
      let needle = TextNeedle(constant, options)
      let test = BytesTest { needle.equals($0) != isInverted }
      return filter(test).map { ($0, "compares folded text in place") }
    }
    // Some strings of few bytes have storage of their own; a copy of the bytes is always small.
    let constant = String(decoding: Array(constant.utf8), as: UTF8.self)
    if let test = SmallEqualityTest(constant, isInverted: isInverted) {
      return filter(test).map { ($0, "compares two words in place") }
    }
    let test = LongEqualityTest(bytes: Array(constant.utf8), isInverted: isInverted)
    return filter(test).map { ($0, "compares bytes in place") }
  }

  private func order(_ constant: String) -> (RowFilter, Plan.Method)? {
    let needle = TextNeedle(constant, options)
    let (below, same, above) = Ordering.answers(`operator`)
    let test = BytesTest { text in
      let order = needle.order(text)
      return order < 0 ? below : order == 0 ? same : above
    }
    return filter(test).map { ($0, "compares text in place") }
  }

  private enum Place { case prefix, suffix, contains }

  private func substring(_ constant: String, _ place: Place) -> (RowFilter, Plan.Method)? {
    let text = TextNeedle(constant, options)
    guard let needle = WordNeedle(text.preparedUTF8) else {
      let test =
        switch place {
        case .prefix: BytesTest { text.begins($0) }
        case .suffix: BytesTest { text.ends($0) }
        case .contains: BytesTest { text.isContained(in: $0) }
        }
      return filter(test).map { ($0, "compares text in place") }
    }
    let folds = !options.contains(.normalized) && options.contains(.caseInsensitive)
    let result =
      switch (place, folds) {
      case (.prefix, false): filter(PrefixTest<CaseSensitive>(needle: needle, text: text))
      case (.prefix, true): filter(PrefixTest<CaseFolding>(needle: needle, text: text))
      case (.suffix, false): filter(SuffixTest<CaseSensitive>(needle: needle, text: text))
      case (.suffix, true): filter(SuffixTest<CaseFolding>(needle: needle, text: text))
      case (.contains, false): filter(ContainmentTest<CaseSensitive>(needle: needle, text: text))
      case (.contains, true): filter(ContainmentTest<CaseFolding>(needle: needle, text: text))
      }
    return result.map { ($0, .counting("compares", needle.count, "bytes in place")) }
  }

  private func like(_ pattern: LikePattern) -> (RowFilter, Plan.Method)? {
    switch pattern.shape {
    case .prefix(let text): return substring(text, .prefix)
    case .suffix(let text): return substring(text, .suffix)
    case .contains(let text): return substring(text, .contains)
    default:
      return filter(BytesTest { pattern.matches($0) }).map { ($0, "matches a pattern in place") }
    }
  }

  private func stringSet() -> (RowFilter, Plan.Method)? {
    let values: [FilterValue]
    switch constant {
    case .list(let list): values = list.elements
    case .set(let set): values = set.elements
    default: return nil
    }
    guard isStrict || !options.changesEquality else { return nil }
    let strings = values.compactMap { value in
      if case .string(let string) = value { string } else { nil }
    }
    return filter(StringSetTest(table: WordTable(strings))).map {
      ($0, .counting("looks up", strings.count, "hashed strings in place"))
    }
  }

  private func matches() -> (RowFilter, Plan.Method)? {
    guard StringWords.isKnown, quantifier == nil, case .success(let expression)? = pattern else {
      return nil
    }
    // A pattern compares scalars, so bytes decide: `[n]`.
    let literal: (String) -> FieldComparison = { FieldComparison(self, normalizedText: $0) }
    let isPlain = options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
    switch expression.simplification {
    case .exact(let text) where isPlain: return literal(text).equality(text)
    case .prefix(let text) where isPlain: return literal(text).substring(text, .prefix)
    case .suffix(let text) where isPlain: return literal(text).substring(text, .suffix)
    case .contains(let text) where isPlain: return literal(text).substring(text, .contains)
    default:
      let isOptional = field.type.storage.wrapper == .optional
      return (
        .regularExpression(expression, offset: offset, isOptional: isOptional),
        "regular expression, compiled once"
      )
    }
  }

  /// The same field, compared with a text byte for byte.
  private init(_ other: FieldComparison, normalizedText text: String) {
    field = other.field
    offset = other.offset
    `operator` = .equal
    options = .normalized
    constant = .string(text)
    quantifier = other.quantifier
    pattern = nil
    isStrict = other.isStrict
    isCount = other.isCount
  }
}
