/// The beginning of what rows are ordered by, as a number: of two rows the one with the smaller number comes first, and
/// the same number says nothing.
///
/// For stored properties whose words are read in place. The order is that of `SortComparison`.
package struct SortPrefix: Sendable {
  private let column: FieldColumn
  private let text: TextComparison
  private let isAscending: Bool
  private let nilsFirst: Bool

  /// Whether rows with the same number are equal.
  package let isExact: Bool

  /// The prefixes of a stored property; nil for one whose order words do not tell.
  package init?(
    _ column: FieldColumn, _ comparison: SortComparison, isAscending: Bool, nilsFirst: Bool
  ) {
    guard SortColumns.takes(column), column.kind != .string || !comparison.isNumeric else {
      return nil
    }
    self.column = column
    text = comparison.text
    self.isAscending = isAscending
    self.nilsFirst = nilsFirst
    isExact = column.kind != .string && !column.isOptional
  }

  /// The number of the row at an address.
  ///
  /// Unsafe: the row is alive and has not changed.
  package func number(at address: UnsafeRawPointer) -> UInt128 {
    let words = column.words(Row(address))
    guard column.isOptional else { return number(words) }
    let isFirst = (words.high == 0) == nilsFirst
    // The lowest bit makes room for one above the others.
    let rest = words.high == 0 ? 0 : number(words) >> 1
    return isFirst ? rest : rest | 1 << 127
  }

  /// The number of a value that is not missing.
  @inline(__always)
  private func number(_ words: ValueWords) -> UInt128 {
    let number = column.kind == .string ? number(StringWords(words)) : UInt128(words.low) << 64
    return isAscending ? number : ~number
  }

  /// The first 16 bytes of a text as it is compared, the first one highest.
  @inline(__always)
  private func number(_ string: StringWords) -> UInt128 {
    guard string.isSmall, string.isSmallASCII || text.isLiteral else { return longNumber(string) }
    return Self.number(
      string.low.byteSwapped, (string.high & StringWords.byteMask).byteSwapped, text.foldsCase)
  }

  @inline(never)
  private func longNumber(_ string: StringWords) -> UInt128 {
    var number: UInt128 = 0
    string.withBytes { bytes in
      if text.isLiteral || bytes.isASCII {
        number = Self.number(bytes, text.foldsCase)
      } else {
        text.folding.withFolded(bytes) { number = Self.number($0.bytes, false) }
      }
    }
    return number
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ foldsCase: Bool) -> UInt128 {
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) {
      let first = UnsafeRawBufferPointer(bytes).prefix(16)
      $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: first))
    }
    return number(UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), foldsCase)
  }

  @inline(__always)
  private static func number(_ high: UInt64, _ low: UInt64, _ foldsCase: Bool) -> UInt128 {
    guard foldsCase else { return UInt128(high) << 64 | UInt128(low) }
    return UInt128(TextWords.lowercased(high)) << 64 | UInt128(TextWords.lowercased(low))
  }
}
