/// A test of a string, in the three forms in which one is met.
protocol StringTest: Sendable {
  /// The string lies in its own two words.
  func holds(small words: StringWords) -> Bool

  /// The string lies elsewhere. `isASCII` may be false for a string that is ASCII after all.
  func holds(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool
}

extension StringTest {
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
}
