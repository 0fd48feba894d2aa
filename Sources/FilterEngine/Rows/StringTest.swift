/// A test of a string, in the three forms in which one is met.
protocol StringTest: Sendable {
  /// The flags that the second word of a string has where its words say enough for `difference`, nil
  /// where they never do.
  static var decidingFlags: UInt64? { get }

  /// Whether strings without a difference are those that fail.
  var isInverted: Bool { get }

  /// Zero for a string that is as it has to be, where its words say enough; for others it has no
  /// meaning.
  ///
  /// A word and no answer: what follows from an answer is easily compiled to a branch, and one that
  /// is not foreseen costs more than all the rest of a test.
  func difference(_ words: StringWords) -> UInt64

  /// The bytes are in the two words of the string.
  func holds(small words: StringWords) -> Bool

  /// The bytes are elsewhere. `isASCII` may be false for a string that is ASCII after all.
  func holds(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool
}

extension StringTest {
  static var decidingFlags: UInt64? { nil }

  var isInverted: Bool { false }

  @inline(__always)
  func difference(_ words: StringWords) -> UInt64 { 0 }

  /// The rows of `block` for whose strings, `offset` bytes in, it holds.
  ///
  /// What the words decide is decided in a loop that holds nothing else, the rest row by row.
  @inline(__always)
  func mask(_ block: Block, at offset: Int, _ slowly: (Row) -> Bool) -> UInt64 {
    guard let flags = Self.decidingFlags, !block.isSparse else {
      return block.branchingMask(at: offset, slowly)
    }
    var flagsOfAll = flags
    let same = block.mask(at: offset) { row in
      let words = StringWords(row, at: offset)
      flagsOfAll &= words.high
      return difference(words) == 0
    }
    let matches = isInverted ? block.candidates & ~same : same
    if flagsOfAll == flags { return matches }
    let decided = block.mask(at: offset) { StringWords($0, at: offset).high & flags == flags }
    return matches & decided | block.narrowed(to: block.candidates & ~decided).sparseMask(slowly)
  }

  /// Tests the string `offset` bytes into `row`.
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
