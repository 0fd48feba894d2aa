import FilterSyntax

/// A word that a completion offers.
struct CompletionWord: Sendable {
  /// The order of words that match equally well.
  enum Group: Int, Sendable {
    /// Values of the key on the other side, and what must follow
    case expected
    /// Keys of a fitting kind, operators that fit best
    case fitting
    /// Keys of other kinds
    case other
    /// `nil`, `SELF`, `NOT`
    case keyword
    /// Functions with a fitting result
    case fittingFunction
    /// Other functions, and forms with parentheses
    case function
    /// Words that seldom fit, other spellings
    case seldom
  }

  /// The text to insert.
  var text: String

  /// The text that is matched with the typed letters.
  var name: String

  var kind: FilterToken.Kind
  var detail = ""
  var documentation: FilterDocumentation?
  var group: Group

  @inline(never)
  init(
    _ text: String, name: String? = nil, _ kind: FilterToken.Kind, _ group: Group,
    detail: String = "", documentation: FilterDocumentation? = nil
  ) {
    self.text = text
    self.name = name ?? text
    self.kind = kind
    self.group = group
    self.detail = detail
    self.documentation = documentation
  }

  /// The same word in another group.
  func with(_ group: Group) -> CompletionWord {
    var word = self
    word.group = group
    return word
  }
}

/// How well a name fits what was typed, the best first.
enum CompletionMatch: Int, Comparable {
  /// The name begins with the typed letters, in any case
  case prefix
  /// A word inside the name begins with them: `started_at` for `at`
  case innerPrefix
  /// The name has the letters in order
  case letters

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The match of a name with typed letters, of which `folded` are in lower case; nil if it does not fit.
  init?(_ name: String, typed folded: [UInt8]) {
    guard let first = folded.first else {
      self = .prefix
      return
    }
    var isStart = true
    var matched = 0
    var hasInner = false
    var before: UInt8 = 0
    let bytes = Array(name.utf8)
    for (index, byte) in bytes.enumerated() {
      let lower = byte.lowercased
      // A word begins after a sign, and at a capital after a small letter.
      isStart = index == 0 || !before.continuesWord || byte != lower && before == before.lowercased
      if isStart, lower == first, Self.begins(bytes[index...], with: folded) {
        if index == 0 {
          self = .prefix
          return
        }
        hasInner = true
      }
      if matched < folded.count, lower == folded[matched] { matched += 1 }
      before = byte
    }
    if hasInner {
      self = .innerPrefix
    } else if matched == folded.count, folded.count > 1 {
      self = .letters
    } else {
      return nil
    }
  }

  private static func begins(_ bytes: ArraySlice<UInt8>, with folded: [UInt8]) -> Bool {
    bytes.count >= folded.count && zip(bytes, folded).allSatisfy { $0.lowercased == $1 }
  }

  /// Letters as they are compared.
  static func folded(_ text: String) -> [UInt8] { text.utf8.map(\.lowercased) }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { TextWords.lowercased(self) }

  fileprivate var continuesWord: Bool { self >= 0x80 || isLetter || isDigit }
}
