#if canImport(Darwin)
  import Foundation
#else
  @_spi(_Unicode) internal import Swift
#endif

/// The properties that the tables need, from the standard library.
extension Unicode.Scalar {
  static let iotaSubscript: Unicode.Scalar = "\u{345}"

  /// The canonical decomposition, applied until nothing decomposes, in canonical order.
  ///
  /// The standard library's: Foundation's is of an older Unicode version. Apple's SDKs do not offer
  /// the former.
  var decomposition: [Unicode.Scalar] {
    #if canImport(Darwin)
      Array(String(self).decomposedStringWithCanonicalMapping.unicodeScalars)
    #else
      Array(String(self)._nfd)
    #endif
  }

  /// Full case folding, statuses C and F: the lowercase of the uppercase, until nothing folds.
  ///
  /// Only Cherokee folds to uppercase, which then does not change. A scalar that decomposes may be
  /// returned as it is: only decomposed text is folded.
  var caseFolding: [Unicode.Scalar] {
    guard properties.changesWhenCaseFolded else { return [self] }
    let lower = properties.uppercaseMapping.unicodeScalars.flatMap { upper in
      upper.properties.changesWhenCaseFolded
        ? Array(upper.properties.lowercaseMapping.unicodeScalars) : [upper]
    }
    return lower == [self] ? lower : lower.flatMap(\.caseFolding)
  }

  var combiningClass: Int { Int(properties.canonicalCombiningClass.rawValue) }

  /// Whether the general category is Mn, Mc or Me.
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether `[d]` drops the mark: Mn and Me, except the sound marks of kana.
  var isDropped: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: self != "\u{3099}" && self != "\u{309A}"
    default: false
    }
  }
}
