extension ICUScanner {
  /// The next scalar, without reading it.
  var next: Unicode.Scalar? {
    index < source.count ? source[index] : nil
  }

  /// Reads `scalar` if it is next.
  @inline(never)
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  /// Reads up to `limit` digits of a number in base `radix` that does not exceed `largest`.
  mutating func takeNumber(
    radix: UInt32, limit: Int, largest: UInt32 = .max
  ) -> (value: UInt32, count: Int) {
    var value: UInt32 = 0
    var count = 0
    while count < limit, let digit = next.flatMap(Self.digit), digit < radix,
      value <= (largest - digit) / radix
    {
      value = value * radix + digit
      count += 1
      index += 1
    }
    return (value, count)
  }

  static func digit(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar.value {
    case 0x30...0x39: scalar.value - 0x30
    case 0x41...0x46: scalar.value - 0x41 + 10
    case 0x61...0x66: scalar.value - 0x61 + 10
    default: nil
    }
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic
  }

  /// Skips white space and comments with the flag `x`. Always returns true.
  ///
  /// ICU does this inside sets as well.
  @inline(never)
  mutating func skipFreeSpace() -> Bool {
    guard flags.contains(.comments) else { return true }
    while let scalar = next {
      if scalar == "#" {
        while let scalar = next, !Self.endsLine(scalar) {
          index += 1
        }
      } else if scalar.properties.isPatternWhitespace {
        index += 1
      } else {
        break
      }
    }
    return true
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// A failure at `position`, or just before the next scalar.
  @inline(never)
  func failure(_ reason: String, at position: Int? = nil) -> PatternFailure {
    PatternFailure(reason: reason, position: position ?? index)
  }
}
