/// The number of columns that a text takes on a terminal.
package enum TextWidth {
  /// The columns of a text without controls.
  package static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The beginning of `text` that fits, with "…" in place of the rest.
  package static func clip(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var clipped = ""
    var used = 0
    for character in text {
      let count = of(character)
      if used + count > width - 1 { break }
      clipped.append(character)
      used += count
    }
    return clipped + "…"
  }

  private static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    // An emoji by its variation selector, a flag of two letters, and emoji that are joined to one
    if scalars.contains("\u{FE0F}") || (0x1F1E6...0x1F1FF).contains(first.value)
      || first.properties.isEmojiPresentation
    {
      return 2
    }
    return scalars.reduce(0) { $0 + of($1) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control: return 0
    // All of them are invisible, save the soft hyphen.
    case .format: return scalar.value == 0xAD ? 1 : 0
    default: break
    }
    // Vowels and final consonants are drawn as part of the preceding syllable.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) {
      return 0
    }
    return isWide(scalar) ? 2 : 1
  }

  /// The wide and fullwidth characters of Unicode's East Asian Width, by block.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x1100 { return false }
    if wide.contains(where: { $0.contains(scalar.value) }) { return scalar.value != 0x303F }
    return scalar.properties.isEmojiPresentation
  }
}
