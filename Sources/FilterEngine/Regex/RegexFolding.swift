import Foundation

/// Takes diacritics away, for `[d]`.
struct RegexFolding {
  /// The canonical decomposition of `utf8` without its marks (Mn, Me), save the voicing marks of kana.
  ///
  /// What stays is composed again, so that one kana or syllable of Hangul remains one scalar to a
  /// pattern.
  static func foldDiacritics(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    Array(foldDiacritics(String(decoding: utf8, as: UTF8.self)).utf8)
  }

  static func foldDiacritics(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
    where !isDropped(scalar) {
      scalars.append(scalar)
    }
    return String(scalars).precomposedStringWithCanonicalMapping
  }

  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: scalar != "\u{3099}" && scalar != "\u{309A}"
    default: false
    }
  }
}
