#if PostgreSQL
  /// A `numeric` in the binary format: four numbers of 16 bits, and then digits of base 10,000.
  struct PostgresNumeric {
    private let digits: [UInt16]
    private let weight: Int
    private let sign: UInt16
    private let scale: Int

    /// Reads the format; nil if the bytes do not have it.
    init?(_ bytes: UnsafeRawBufferPointer) {
      guard bytes.count >= 8 else { return nil }
      func word(_ index: Int) -> UInt16 {
        UInt16(bytes[2 * index]) << 8 | UInt16(bytes[2 * index + 1])
      }
      let count = Int(word(0))
      guard bytes.count == 8 + 2 * count else { return nil }
      weight = Int(Int16(bitPattern: word(1)))
      sign = word(2)
      scale = Int(word(3))
      digits = (0..<count).map { word(4 + $0) }
      guard digits.allSatisfy({ $0 < 10_000 }) else { return nil }
    }

    /// The most characters of a text that consists of zeros for the most part.
    private static var mostZeros: Int { 1_000 }

    /// The digits with as many fraction digits as the column declares, as the server prints them. A few bytes can stand
    /// for more than 100,000 zeros: instead of more than about 1,000 the text has an exponent.
    var text: String {
      switch sign {
      case 0xC000: return "NaN"
      case 0xD000: return "Infinity"
      case 0xF000: return "-Infinity"
      default: break
      }
      var text = sign == 0x4000 ? "-" : ""
      let length = 4 * (max(0, weight) + 1) + scale
      if length > Self.mostZeros, length > 8 * digits.count {
        guard !digits.isEmpty else { return "0" }
        var groups = String(digits[0]) + digits.dropFirst().map { Self.padded(String($0)) }.joined()
        var exponent = 4 * (weight - digits.count + 1)
        // The server accepts no exponent below the scale of a number.
        while groups.hasSuffix("0"), groups.utf8.count > 1 {
          groups.removeLast()
          exponent += 1
        }
        return text + groups + "e\(exponent)"
      }
      if weight < 0 { text += "0" }
      for position in stride(from: 0, through: weight, by: 1) {
        let group = String(digit(position))
        text += position == 0 ? group : Self.padded(group)
      }
      guard scale > 0 else { return text }
      var fraction = ""
      for position in stride(from: weight + 1, to: weight + 1 + (scale + 3) / 4, by: 1) {
        fraction += Self.padded(String(digit(position)))
      }
      return text + "." + fraction.prefix(scale)
    }

    /// The digit of base 10,000 at a distance from the first one.
    private func digit(_ position: Int) -> UInt16 {
      digits.indices.contains(position) ? digits[position] : 0
    }

    private static func padded(_ group: String) -> String {
      String(repeating: "0", count: 4 - group.count) + group
    }
  }
#endif
