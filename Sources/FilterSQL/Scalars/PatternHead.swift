internal import FilterEngine
internal import FilterSyntax

/// The ASCII text with which every match of a regular expression begins.
///
/// The head ends before the first character that can have another meaning. The rest is not pushed down.
struct PatternHead {
  let text: String

  /// The head of a pattern, which can be empty.
  init(_ pattern: String) {
    var bytes = Array(pattern.utf8)
    // At any position, because groups are not parsed here.
    if bytes.contains(UInt8(ascii: "|")) { bytes = [] }
    var head: [UInt8] = []
    var index = bytes.first == UInt8(ascii: "^") ? 1 : 0
    while index < bytes.count {
      let isEscaped = bytes[index] == UInt8(ascii: "\\")
      let place = isEscaped ? index + 1 : index
      // After a backslash a punctuation character is literal; a letter is a class or a control character.
      guard place < bytes.count, isEscaped ? bytes[place].isSign : bytes[place].isPlain else {
        break
      }
      head.append(bytes[place])
      index = place + 1
    }
    if index < bytes.count, "?*{".utf8.contains(bytes[index]) {
      // The last character can be absent.
      _ = head.popLast()
    }
    text = String(decoding: head, as: UTF8.self)
  }
}

extension CellComparison {
  /// `MATCHES` of a column with an index: the texts that can begin with the head of the pattern. Other texts do not match
  /// at their first character, so that matching them never exceeds a limit.
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
  /// Whether the character is literal in a pattern.
  fileprivate var isPlain: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: " !\"%&',-/:;<=>@_`~".utf8.contains(self)
    }
  }

  /// Whether it is ASCII punctuation.
  fileprivate var isSign: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
