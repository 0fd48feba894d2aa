extension Character {
  /// The character, or a space in place of one that would move the cursor.
  var visible: Character {
    unicodeScalars.allSatisfy { $0.properties.generalCategory == .control } ? " " : self
  }

  /// How many columns a terminal gives the character.
  var columns: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    if scalar.isWide || unicodeScalars.contains("\u{FE0F}") { return 2 }
    return 1
  }
}

extension Unicode.Scalar {
  // The blocks of East Asian wide and full-width characters, and emoji drawn as pictures.
  fileprivate var isWide: Bool {
    switch value {
    case 0..<0x1100: false
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}
