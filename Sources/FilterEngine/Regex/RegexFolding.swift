import FilterSyntax

/// Removes diacritics, for `[d]`.
struct RegexFolding {
  private static let folding = TextFolding(.diacriticInsensitive)

  /// The canonical decomposition of `utf8` without its marks (Mn, Me), except the voicing marks of kana.
  ///
  /// Kana and Hangul are composed again, so that each of them remains one scalar for a pattern.
  static func foldDiacritics(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    composed(folding.folded(Array(utf8)))
  }

  /// The text without its diacritics.
  static func foldDiacritics(_ text: String) -> String {
    String(decoding: composed(folding.folded(Array(text.utf8))), as: UTF8.self)
  }

  private static func composed(_ utf8: [UInt8]) -> [UInt8] {
    // All scalars that compose here are above U+1000, with three bytes.
    guard utf8.contains(where: { $0 >= 0xE1 }) else { return utf8 }
    var scalars: [Unicode.Scalar] = []
    for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
      if let last = scalars.last, let both = composition(last.value, scalar.value) {
        scalars[scalars.count - 1] = both
      } else {
        scalars.append(scalar)
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return Array(String(text).utf8)
  }

  /// The canonical composition of two scalars of kana or Hangul.
  private static func composition(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
    switch second {
    case 0x3099: return voiced(first).flatMap(Unicode.Scalar.init)
    case 0x309A:
      let isHa = (0x306F...0x307B).contains(first) || (0x30CF...0x30DB).contains(first)
      return isHa && first % 3 == 0 ? Unicode.Scalar(first + 2) : nil
    case 0x1161...0x1175 where (0x1100...0x1112).contains(first):
      return Unicode.Scalar(0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28)
    case 0x11A8...0x11C2 where (0xAC00...0xD7A3).contains(first) && (first - 0xAC00) % 28 == 0:
      return Unicode.Scalar(first + second - 0x11A7)
    default: return nil
    }
  }

  /// The voiced form of a kana.
  private static func voiced(_ kana: UInt32) -> UInt32? {
    switch kana {
    case 0x3046: return 0x3094
    case 0x30A6: return 0x30F4
    case 0x30EF...0x30F2: return kana + 8
    case 0x309D, 0x30FD: return kana + 1
    default: break
    }
    // Both alphabets have the same order, at a distance of 0x60.
    let hiragana = kana >= 0x30A0 ? kana - 0x60 : kana
    let isVoiceable =
      switch hiragana {
      case 0x304B...0x3061: hiragana % 2 == 1
      case 0x3064...0x3068: hiragana % 2 == 0
      case 0x306F...0x307B: hiragana % 3 == 0
      default: false
      }
    return isVoiceable ? kana + 1 : nil
  }
}
