/// A test of a string, in the three forms in which one is met.
protocol StringTest: Sendable {
  /// Whether `holds(decided:)` answers for the strings that are as `isDecided(by:)` says.
  static var readsWords: Bool { get }

  /// Whether the two words of a string say enough.
  func isDecided(by words: StringWords) -> Bool

  /// The answer for a string whose words say enough; for others it has no meaning.
  func holds(decided words: StringWords) -> Bool

  /// The string lies in its own two words.
  func holds(small words: StringWords) -> Bool

  /// The string lies elsewhere. `isASCII` may be false for a string that is ASCII after all.
  func holds(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool
}

extension StringTest {
  static var readsWords: Bool { false }

  @inline(__always)
  func isDecided(by words: StringWords) -> Bool { false }

  @inline(__always)
  func holds(decided words: StringWords) -> Bool { false }

  /// The rows of `block` for whose strings, `offset` bytes in, it holds.
  ///
  /// What the words decide is decided in a loop that holds nothing else, the rest row by row.
  @inline(__always)
  func mask(_ block: Block, at offset: Int, _ slowly: (Row) -> Bool) -> UInt64 {
    if !Self.readsWords || block.isSparse { return block.mask(at: offset, slowly) }
    let (matches, decided) = block.masks(at: offset) { row in
      let words = StringWords(row, at: offset)
      return (holds(decided: words), isDecided(by: words))
    }
    let rest = block.candidates & ~decided
    if rest == 0 { return matches }
    return matches & decided | block.narrowed(to: rest).sparseMask(slowly)
  }

  /// Tests the string that lies `offset` bytes into `row`.
  @inline(__always)
  func holds(_ row: Row, at offset: Int) -> Bool {
    let words = StringWords(row, at: offset)
    if words.isSmall { return holds(small: words) }
    if words.isNative {
      return holds(
        UnsafeBufferPointer(start: words.nativeBytes, count: words.nativeCount),
        isASCII: words.isNativeASCII)
    }
    return holdsPublicly(row, at: offset)
  }

  /// Tests the string through the public view alone.
  @inline(never)
  func holdsPublicly(_ row: Row, at offset: Int) -> Bool {
    holds(row.load(String.self, at: offset))
  }

  /// Tests a string of any form.
  func holds(_ string: String) -> Bool {
    var string = string
    return string.withUTF8 { holds($0, isASCII: false) }
  }
}

/// A string field, where the layout of strings is known.
struct StringFieldTest<Test: StringTest>: RowTest {
  let offset: Int
  let test: Test

  @inline(__always)
  func holds(_ row: Row) -> Bool { test.holds(row, at: offset) }

  @inline(__always)
  func mask(_ block: Block) -> UInt64 { test.mask(block, at: offset) { holds($0) } }
}

/// An optional string field, where the layout of strings is known.
struct OptionalStringFieldTest<Test: StringTest>: RowTest {
  let offset: Int
  let test: Test
  let whenNil: Bool

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    StringWords(row, at: offset).isNil ? whenNil : test.holds(row, at: offset)
  }

  @inline(__always)
  func mask(_ block: Block) -> UInt64 { test.mask(block, at: offset) { holds($0) } }
}

/// Any element, or every element, of an array of strings, where the layout of strings is known.
struct StringElementsTest<Test: StringTest>: RowTest {
  let offset: Int
  let test: Test
  let quantifier: ElementQuantifier

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    row.withElements(String.self, at: offset) { elements in
      guard let base = elements.baseAddress else { return !quantifier.whenDecided }
      var element = Row(base)
      for _ in 0..<elements.count {
        if test.holds(element, at: 0) == quantifier.decisive { return quantifier.whenDecided }
        element = element.advanced(by: MemoryLayout<String>.stride)
      }
      return !quantifier.whenDecided
    }
  }

  @inline(__always)
  func mask(_ block: Block) -> UInt64 { block.branchingMask { holds($0) } }
}
