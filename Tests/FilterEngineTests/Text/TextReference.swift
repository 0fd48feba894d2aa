import FilterSyntax
import Foundation

/// Text as the rules say it in words, slowly: the truth that the engine is held against.
struct TextReference {
  /// One scalar of the folded text.
  struct Element: Equatable {
    let scalar: UInt32
    /// Whether a match may begin or end before it.
    let isBoundary: Bool
    /// Whether it is the first of what one scalar of the text became.
    let isScalarStart: Bool

    static func == (a: Element, b: Element) -> Bool { a.scalar == b.scalar }
  }

  let elements: [Element]

  init(_ text: String, _ options: AST.Comparison.Options) {
    let isLiteral = options.contains(.normalized)
    var parts = text.unicodeScalars.flatMap { scalar in
      (isLiteral ? [scalar] : Self.decomposed(scalar)).enumerated().map {
        (scalar: $0.element, isStart: $0.offset == 0)
      }
    }
    if !isLiteral { Self.order(&parts) }
    if !isLiteral, options.contains(.diacriticInsensitive) {
      parts.removeAll { Self.isDropped($0.scalar) }
    }
    var elements: [Element] = []
    for (place, part) in parts.enumerated() {
      let begins =
        isLiteral || place == 0
        || !Self.isMark(part.scalar) && !Self.isComposed(parts[...place].map(\.scalar))
      let folded =
        !isLiteral && options.contains(.caseInsensitive) ? Self.folded(part.scalar) : [part.scalar]
      for (offset, scalar) in folded.enumerated() {
        elements.append(
          Element(
            scalar: scalar.value, isBoundary: begins && offset == 0,
            isScalarStart: part.isStart && offset == 0))
      }
    }
    self.elements = elements
  }

  // MARK: - Operators

  func contains(_ needle: TextReference) -> Bool {
    (0...elements.count).contains { has(needle, at: $0) }
  }

  func begins(with needle: TextReference) -> Bool { has(needle, at: 0) }

  func ends(with needle: TextReference) -> Bool {
    has(needle, at: elements.count - needle.elements.count)
  }

  func order(_ other: TextReference) -> Int {
    for (a, b) in zip(elements, other.elements) where a != b { return a.scalar < b.scalar ? -1 : 1 }
    return (elements.count - other.elements.count).signum()
  }

  private func has(_ needle: TextReference, at place: Int) -> Bool {
    let end = place + needle.elements.count
    guard !needle.elements.isEmpty, place >= 0, end <= elements.count else { return false }
    return isBoundary(place) && isBoundary(end)
      && Array(elements[place..<end]) == needle.elements
  }

  func isBoundary(_ place: Int) -> Bool {
    place == elements.count || elements[place].isBoundary
  }

  // MARK: - Scalars

  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar != "\u{3099}", scalar != "\u{309A}" else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// The canonical order, as Unicode defines it: marks change places as long as two are out of order.
  static func order(_ parts: inout [(scalar: Unicode.Scalar, isStart: Bool)]) {
    func combiningClass(_ place: Int) -> UInt8 {
      parts[place].scalar.properties.canonicalCombiningClass.rawValue
    }
    var isOrdered = false
    while !isOrdered {
      isOrdered = true
      for place in parts.indices.dropFirst()
      where combiningClass(place) > 0 && combiningClass(place) < combiningClass(place - 1) {
        parts.swapAt(place - 1, place)
        isOrdered = false
      }
    }
  }

  /// Whether the last scalar composes with those before it without being a mark: the vowel after a
  /// leading consonant of Hangul, the consonant after those, and a vowel of Kirat Rai.
  static func isComposed(_ scalars: [Unicode.Scalar]) -> Bool {
    let last = scalars.suffix(3).map(\.value)
    guard last.count >= 2, let final = last.last else { return false }
    if final == 0x16D67 { return [0x16D63, 0x16D67].contains(last[last.count - 2]) }
    if 0x1161...0x1175 ~= final { return 0x1100...0x1112 ~= last[last.count - 2] }
    return last.count == 3 && 0x11A8...0x11C2 ~= final && 0x1161...0x1175 ~= last[1]
      && 0x1100...0x1112 ~= last[0]
  }

  /// Full case folding, out of the case mappings of the standard library.
  static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard scalar.properties.changesWhenCaseFolded else { return [scalar] }
    let lower = scalar.properties.uppercaseMapping.unicodeScalars.flatMap { upper in
      upper.properties.changesWhenCaseFolded
        ? Array(upper.properties.lowercaseMapping.unicodeScalars) : [upper]
    }
    return lower == [scalar] ? lower : lower.flatMap(folded)
  }
}
