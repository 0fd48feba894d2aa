/// A test of a string, for each of its three forms.
protocol StringTest: Sendable {
  /// The flags of the second word for which `difference` has a meaning; nil if it never has.
  static var decidingFlags: UInt64? { get }

  /// Whether strings without a difference do not match.
  var isInverted: Bool { get }

  /// Zero for a string that matches, if its words are enough; otherwise without meaning.
  ///
  /// It returns a word instead of an answer: the compiler easily turns an answer into a branch, and a
  /// mispredicted branch costs more than the rest of the test.
  func difference(_ words: StringWords) -> UInt64

  /// Tests a string whose bytes are in its two words.
  func holds(small words: StringWords) -> Bool

  /// Tests a string with separate storage. `isASCII` can be false for an ASCII string.
  func holds(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool
}

extension StringTest {
  static var decidingFlags: UInt64? { nil }

  var isInverted: Bool { false }

  @inline(__always)
  func difference(_ words: StringWords) -> UInt64 { 0 }

  /// The rows of `block` whose strings, `offset` bytes in, match.
  ///
  /// A loop first decides all strings whose words are enough. The others are tested row by row. `slowly` and `apart`
  /// are the test of a row, in the code of a loop and as a call.
  @inline(__always)
  func mask(
    _ block: Block, at offset: Int, _ slowly: (Row) -> Bool, apart: (Row) -> Bool
  ) -> UInt64 {
    guard let flags = Self.decidingFlags, !block.isSparse else {
      return block.branchingMask(at: offset, slowly, apart: apart)
    }
    var flagsOfAll = flags
    let same = block.denseMask(at: offset) { row in
      let words = StringWords(row, at: offset)
      flagsOfAll &= words.high
      return difference(words) == 0
    }
    let matches = isInverted ? block.candidates & ~same : same
    if flagsOfAll == flags { return matches }
    let decided = block.denseMask(at: offset) { StringWords($0, at: offset).high & flags == flags }
    return matches & decided | block.narrowed(to: block.candidates & ~decided).sparseMask(apart)
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

  /// The same as a call, which has its code once.
  @inline(never)
  func holdsApart(_ row: Row, at offset: Int) -> Bool { holds(row, at: offset) }

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

/// The test of a string field, if the layout of strings is known.
struct StringFieldTest<Test: StringTest>: StoredTest {
  let offset: Int
  let test: Test

  @inline(__always)
  func holds(_ row: Row) -> Bool { test.holds(row, at: offset) }

  @inline(__always)
  func holdsApart(_ row: Row) -> Bool { test.holdsApart(row, at: offset) }

  @inline(__always)
  func mask(_ block: Block) -> UInt64 {
    test.mask(block, at: offset, { holds($0) }, apart: { holdsApart($0) })
  }
}

/// The test of an optional string field, if the layout of strings is known.
struct OptionalStringFieldTest<Test: StringTest>: StoredTest {
  let offset: Int
  let test: Test
  let whenNil: Bool

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    StringWords(row, at: offset).isNil ? whenNil : test.holds(row, at: offset)
  }

  @inline(__always)
  func holdsApart(_ row: Row) -> Bool {
    StringWords(row, at: offset).isNil ? whenNil : test.holdsApart(row, at: offset)
  }

  @inline(__always)
  func mask(_ block: Block) -> UInt64 {
    test.mask(block, at: offset, { holds($0) }, apart: { holdsApart($0) })
  }
}

/// The test of any or every element of an array of strings, if the layout of strings is known.
struct StringElementsTest<Test: StringTest>: StoredTest {
  let offset: Int
  let test: Test
  let quantifier: ElementQuantifier

  /// Up to this many elements are all tested, because the branch on the one that decides is unpredictable.
  private static var fewElements: Int { 4 }

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    row.withElements(String.self, at: offset) { elements in
      guard let base = elements.baseAddress else { return !quantifier.whenDecided }
      var element = Row(base)
      if elements.count <= Self.fewElements, let answer = answer(element, elements.count) {
        return answer
      }
      for _ in 0..<elements.count {
        let holds =
          Test.decidingFlags != nil
          ? test.holds(element, at: 0) : test.holdsApart(element, at: 0)
        if holds == quantifier.decisive { return quantifier.whenDecided }
        element = element.advanced(by: MemoryLayout<String>.stride)
      }
      return !quantifier.whenDecided
    }
  }

  /// The answer for elements whose words are enough, without a branch for each; nil for others.
  @inline(__always)
  private func answer(_ first: Row, _ count: Int) -> Bool? {
    guard let flags = Test.decidingFlags else { return nil }
    var flagsOfAll = flags
    var (same, different): (UInt64, UInt64) = (0, 0)
    var element = first
    for _ in 0..<count {
      let words = StringWords(element, at: 0)
      flagsOfAll &= words.high
      let isSame: UInt64 = test.difference(words) == 0 ? 1 : 0
      same |= isSame
      different |= isSame ^ 1
      element = element.advanced(by: MemoryLayout<String>.stride)
    }
    guard flagsOfAll == flags else { return nil }
    let decisive = quantifier.decisive != test.isInverted ? same : different
    return (decisive != 0) == quantifier.whenDecided
  }

  @inline(__always)
  func mask(_ block: Block) -> UInt64 {
    block.willReadElements(at: offset)
    return branchingMask(block)
  }
}
