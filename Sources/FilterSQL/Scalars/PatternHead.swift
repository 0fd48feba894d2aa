internal import FilterEngine
internal import FilterSyntax

/// The letters of ASCII that every text begins with which a regular expression matches.
///
/// The head ends before the first sign that may mean anything else. The database is not asked about the rest.
struct PatternHead {
  let text: String

  /// The head of a pattern; empty for one that begins with anything else.
  init(_ pattern: String) {
    var bytes = Array(pattern.utf8)
    // Anywhere in the pattern: which parentheses it is in is not known here.
    if bytes.contains(UInt8(ascii: "|")) { bytes = [] }
    var head: [UInt8] = []
    var index = bytes.first == UInt8(ascii: "^") ? 1 : 0
    while index < bytes.count {
      let isEscaped = bytes[index] == UInt8(ascii: "\\")
      let place = isEscaped ? index + 1 : index
      // A sign after a backslash is itself, and a letter is a class or a control character.
      guard place < bytes.count, isEscaped ? bytes[place].isSign : bytes[place].isPlain else {
        break
      }
      head.append(bytes[place])
      index = place + 1
    }
    if index < bytes.count, "?*{".utf8.contains(bytes[index]) {
      // The last letter may be there no time.
      _ = head.popLast()
    }
    text = String(decoding: head, as: UTF8.self)
  }
}

extension CellComparison {
  /// `MATCHES` of a column with an index: the texts that may begin with the head of the pattern. Others match no text
  /// at its first letter, and so without an effort that could be too much.
  func matches() -> Pushdown<SQLCondition> {
    guard cell.kind == .text, cell.isIndexed, cell.comparesBytes,
      case .string(let pattern) = constant
    else { return .nothing(canFail: true) }
    let head = PatternHead(pattern)
    let fan = TextFan(head.text, foldsCase: folding.foldsCase, isPlain: false)
    guard let fan else { return .nothing(canFail: true) }
    return Pushdown(pass: .superset(condition(fan.ranges)), block: .none, canFail: true)
  }
}

extension UInt8 {
  /// Whether a letter, digit or sign stands for itself in a pattern.
  fileprivate var isPlain: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: " !\"%&',-/:;<=>@_`~".utf8.contains(self)
    }
  }

  /// Whether it is a sign of ASCII.
  fileprivate var isSign: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
