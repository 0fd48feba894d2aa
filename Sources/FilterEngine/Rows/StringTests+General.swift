/// A string, in any form, before a test that takes its bytes.
struct BytesTest: StringTest {
  let test: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool

  func holds(small words: StringWords) -> Bool { words.withSmallBytes(test) }

  func holds(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool { test(bytes) }
}

/// A string is one of several constants, byte for byte.
struct StringSetTest: StringTest {
  let table: WordTable

  @inline(__always)
  func holds(small words: StringWords) -> Bool {
    table.contains(words.low, words.high & StringWords.contentMask)
  }

  func holds(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool {
    table.contains(bytes)
  }
}

/// An optional string field is `nil`, or is not.
struct NilStringTest: StoredTest {
  let offset: Int
  let whenNil: Bool

  @inline(__always)
  func holds(_ row: Row) -> Bool { StringWords(row, at: offset).isNil == whenNil }
}
