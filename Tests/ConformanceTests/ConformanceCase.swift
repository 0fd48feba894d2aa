import FilterEngine
import Testing

/// One example of the suite.
struct ConformanceCase: Sendable {
  /// How the text is read.
  enum Reading: Sendable {
    /// With extensions
    case lenient
    /// Strictly, and to the same effect otherwise
    case portable
    /// Strictly
    case strict
  }

  /// A named item that `names:` is about.
  struct Fixture: Sendable {
    let name: String
    let item: FilterValue
  }

  /// The name of the file.
  let file: String

  /// The line on which the example begins, from 1.
  let line: Int

  /// The sentence that it shows.
  let comment: String

  let reading: Reading
  let isValue: Bool

  /// Whether the canonical text gives another answer.
  let isLossy: Bool

  let arguments: [FilterValue]
  let item: FilterValue
  let variables: [String: FilterValue]
  let text: String
  let expectations: [Expectation]
  let fixtures: [Fixture]

  var isStrict: Bool { reading != .lenient }
  var isRejected: Bool { expectations.contains { $0.isSyntaxError } }
  var isCarried: Bool { file.hasPrefix("carried-") }
}

extension ConformanceCase: CustomTestStringConvertible {
  var testDescription: String { "\(file):\(line) \(comment)" }
}
