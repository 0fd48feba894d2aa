// Unsafe: the words are those of items that are alive and have not changed.
extension FieldColumn {
  /// Whether two values are equal.
  @inline(__always)
  package func areEqual(_ left: ValueWords, _ right: ValueWords) -> Bool {
    if left == right { return true }
    guard kind == .string else { return false }
    return Self.areEqualStrings(left, right)
  }

  /// Whether the item at `address` has the value of `words`.
  package func has(_ words: ValueWords, at address: UnsafeRawPointer) -> Bool {
    areEqual(self.words(Row(address)), words)
  }

  /// The words of the value of the item at `address`.
  package func words(at address: UnsafeRawPointer) -> ValueWords { words(Row(address)) }

  /// The words of a value of this field's kind; nil for another kind, whose values may still be equal.
  ///
  /// The words of a string are valid as long as `value` is.
  package func words(of value: FilterValue) -> ValueWords? {
    switch (kind, value) {
    case (.integer, .int(let number)):
      if form == .bool { return nil }
      return ValueWords(low: ValueWords.ordered(number))
    case (.string, .string(let text)):
      let words = StringWords(text)
      return ValueWords(low: words.low, high: words.high)
    default: return nil
    }
  }

  /// Two small strings are equal only if their words are.
  @inline(__always)
  private static func areEqualStrings(_ left: ValueWords, _ right: ValueWords) -> Bool {
    let strings = (StringWords(left), StringWords(right))
    if strings.0.isSmall, strings.1.isSmall { return false }
    return areEqualStored(strings.0, strings.1)
  }

  @inline(never)
  private static func areEqualStored(_ left: StringWords, _ right: StringWords) -> Bool {
    guard !left.isNil, !right.isNil else { return false }
    return left.withBytes { left in right.withBytes { TextWords.areSame(left, $0) } }
  }

  /// The hash of an identity. It equals the hash of its `FilterValue`.
  @inline(__always)
  package func hash(_ words: ValueWords, _ hasher: KeyHasher) -> UInt64 {
    switch kind {
    case .integer: return hasher.hash(Int64(bitPattern: words.low ^ (1 << 63)))
    case .date: return hasher.hash(dateWord: words.low)
    case .uuid: return hasher.mixed(words.low, words.high)
    case .string:
      let string = StringWords(words)
      if string.isSmall {
        return hasher.hash(low: string.low, shortHigh: string.high & StringWords.contentMask)
      }
      return string.withBytes { hasher.hash($0) }
    case .floating, .byte: return hasher.mixed(words.low, words.high)
    }
  }
}

extension StringWords {
  @inline(__always)
  init(_ words: ValueWords) { self.init(low: words.low, high: words.high) }

  /// Calls `body` with the bytes of the string, which is not nil.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if isSmall { return withSmallBytes(body) }
    if isNative { return body(UnsafeBufferPointer(start: nativeBytes, count: nativeCount)) }
    return withForeignBytes(body)
  }

  /// Compares through the string itself, for constants and bridged strings.
  @inline(never)
  private func withForeignBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeBytes(of: (low, high)) { words in
      var string = words.load(as: String.self)
      return string.withUTF8(body)
    }
  }
}
