import FilterEngine
import FilterSyntax
import Foundation

/// Text as it is compared: decomposed by Foundation, folded, its marks dropped.
struct ReferenceText {
  /// A scalar of the compared text.
  struct Unit {
    let scalar: Unicode.Scalar

    /// Whether it begins what one scalar of the text became.
    let beginsScalar: Bool

    /// Whether it stands inside what one scalar folds to, as the second `s` of `ß`.
    let isInsideFolding: Bool
  }

  let units: [Unit]
  let isLiteral: Bool

  init(_ text: String, _ options: AST.Comparison.Options) {
    isLiteral = options.contains(.normalized)
    guard !isLiteral else {
      units = text.unicodeScalars.map {
        Unit(scalar: $0, beginsScalar: true, isInsideFolding: false)
      }
      scalars = units.map(\.scalar.value)
      return
    }
    var result: [Unit] = []
    for scalar in text.unicodeScalars {
      var isFirst = true
      for decomposed in Self.decomposed(scalar) {
        let folded = options.contains(.caseInsensitive) ? Self.folded(decomposed) : [decomposed]
        for (index, scalar) in folded.enumerated() {
          result.append(Unit(scalar: scalar, beginsScalar: isFirst, isInsideFolding: index > 0))
          isFirst = false
        }
      }
    }
    if options.contains(.diacriticInsensitive) { result.removeAll { Self.isDropped($0.scalar) } }
    units = Self.inCanonicalOrder(result)
    scalars = units.map(\.scalar.value)
  }

  /// The scalars of `units`.
  let scalars: [UInt32]

  /// Whether a match may begin or end before unit number `place`.
  func isBoundary(_ place: Int) -> Bool {
    guard !isLiteral, place > 0, place < units.count else { return true }
    if units[place].isInsideFolding { return false }
    switch units[place].scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    func value(_ place: Int) -> UInt32 { place < 0 ? 0 : units[place].scalar.value }
    func isLead(_ place: Int) -> Bool { 0x1100...0x1112 ~= value(place) }
    func isVowel(_ place: Int) -> Bool { 0x1161...0x1175 ~= value(place) && isLead(place - 1) }
    return !isVowel(place) && !(0x11A8...0x11C2 ~= value(place) && isVowel(place - 1))
  }

  // MARK: - Operators

  static func order(_ a: String, _ b: String, _ options: AST.Comparison.Options) -> Int {
    ReferenceText(a, options).order(ReferenceText(b, options))
  }

  /// Below zero, zero or above it; both texts have the same options.
  func order(_ other: ReferenceText) -> Int {
    if scalars == other.scalars { return 0 }
    return scalars.lexicographicallyPrecedes(other.scalars) ? -1 : 1
  }

  static func areEqual(_ a: String, _ b: String, _ options: AST.Comparison.Options) -> Bool {
    if options.isEmpty || options.contains(.normalized) {
      return Array(a.utf8) == Array(b.utf8)
    }
    return order(a, b, options) == 0
  }

  /// Where `needle`, which is not empty, stands in `text`.
  static func places(
    of needle: String, in text: String, _ options: AST.Comparison.Options
  ) -> [(atStart: Bool, atEnd: Bool)] {
    ReferenceText(text, options).places(of: ReferenceText(needle, options))
  }

  /// Where `needle` is in this text; both have the same options.
  func places(of needle: ReferenceText) -> [(atStart: Bool, atEnd: Bool)] {
    let part = needle.scalars
    guard !part.isEmpty, part.count <= scalars.count else { return [] }
    return (0...(scalars.count - part.count)).compactMap { start in
      let end = start + part.count
      guard scalars[start] == part[0], scalars[start..<end].elementsEqual(part),
        isBoundary(start), isBoundary(end)
      else { return nil }
      return (start == 0, end == scalars.count)
    }
  }

  /// The whole text, by ICU's own engine.
  static func matches(
    _ text: String, _ pattern: String, _ options: AST.Comparison.Options
  ) throws -> Bool {
    let folds = !options.contains(.normalized)
    let dropsMarks = folds && options.contains(.diacriticInsensitive)
    func prepared(_ text: String) -> String {
      let text = dropsMarks ? withoutMarks(text) : text
      return options.contains(.caseInsensitive) ? withoutExpansions(text) : text
    }
    // A pattern of nothing but marks may be empty without them.
    guard !prepared(pattern).isEmpty else { return false }
    var flags: NSRegularExpression.Options = []
    if folds, options.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
    guard (try? NSRegularExpression(pattern: prepared(pattern), options: flags)) != nil,
      let expression = try? NSRegularExpression(
        pattern: "\\A(?:\(prepared(pattern)))\\z", options: flags)
    else { throw ReferenceFailure(.pattern) }
    let subject = prepared(text)
    let range = NSRange(location: 0, length: subject.utf16.count)
    return expression.firstMatch(in: subject, range: range)?.range == range
  }

  // MARK: - Scalars

  private static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if scalar.isASCII { return [scalar] }
    return Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// Full case folding, through the mappings of the standard library.
  private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if scalar.isASCII { return [("A"..."Z").contains(scalar) ? small(scalar) : scalar] }
    // The one small letter with a capital of another letter.
    if scalar == "ı" { return [scalar] }
    let folded = String(scalar).lowercased().uppercased().unicodeScalars.map {
      $0.properties.lowercaseMapping
    }
    return folded.joined().decomposedStringWithCanonicalMapping.unicodeScalars.map { $0 }
  }

  private static func small(_ capital: Unicode.Scalar) -> Unicode.Scalar {
    capital.properties.lowercaseMapping.unicodeScalars.first ?? capital
  }

  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: scalar != "\u{3099}" && scalar != "\u{309A}"
    default: false
    }
  }

  private static func withoutMarks(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
    where !isDropped(scalar) { result.append(scalar) }
    return String(result).precomposedStringWithCanonicalMapping
  }

  /// A letter without case for each that ICU folds to several: patterns of the language fold one scalar
  /// to one scalar, so that `(?i)ss` is not `ß`.
  private static func withoutExpansions(_ text: String) -> String {
    let letters: [Unicode.Scalar: Unicode.Scalar] = [
      "ß": "\u{3400}", "\u{1E9E}": "\u{3400}", "İ": "\u{3401}", "ﬁ": "\u{3402}",
    ]
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(letters[scalar] ?? scalar) }
    return String(result)
  }

  /// Runs of marks by their class, those of one class as they stood.
  private static func inCanonicalOrder(_ units: [Unit]) -> [Unit] {
    func order(_ unit: Unit) -> UInt8 {
      unit.scalar.properties.canonicalCombiningClass.rawValue
    }
    var result: [Unit] = []
    for unit in units {
      var place = result.count
      while order(unit) > 0, place > 0, order(result[place - 1]) > order(unit) { place -= 1 }
      result.insert(unit, at: place)
    }
    return result
  }
}
