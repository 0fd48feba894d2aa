import Foundation

/// A grammar of TextMate, as its JSON file has it.
struct TextMateGrammar: Codable {
  /// A rule of a grammar: a pattern for a token, a pair of patterns for a region, or other rules.
  struct Rule: Codable {
    /// The scope of the token, or of the region
    var name: String?

    /// The pattern of a token
    var match: String?
    var captures: [String: Capture]?

    /// The patterns of the ends of a region
    var begin: String?
    var end: String?
    var beginCaptures: [String: Capture]?
    var endCaptures: [String: Capture]?

    /// The rules inside a region, or of a group
    var patterns: [Rule]?

    /// `#name` for a group of the repository
    var include: String?
  }

  /// The scope of a group of a pattern.
  struct Capture: Codable {
    var name: String
  }

  /// A sentence for those who open the file.
  var comment: String
  var name: String
  var scopeName: String

  /// The rules outside regions. Of two that match at one offset, the first one counts.
  var patterns: [Rule]

  /// The groups of rules.
  var repository: [String: Rule]

  /// The file, with its members in order.
  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

extension TextMateGrammar.Rule {
  /// A token that a pattern matches, with the scopes of its groups.
  static func token(_ match: String, _ name: String? = nil, _ groups: String?...) -> Self {
    Self(name: name, match: match, captures: groups.isEmpty ? nil : Self.captures(groups, from: 1))
  }

  /// A region between two patterns, whose ends have scopes of their own.
  static func region(
    _ name: String, _ begin: String, _ end: String, ends: (String, String), _ patterns: [Self] = []
  ) -> Self {
    Self(
      name: name, begin: begin, end: end, beginCaptures: captures([ends.0], from: 0),
      endCaptures: captures([ends.1], from: 0), patterns: patterns.isEmpty ? nil : patterns)
  }

  /// A group of rules.
  static func group(_ patterns: [Self]) -> Self { Self(patterns: patterns) }

  private static func captures(
    _ names: [String?], from first: Int
  ) -> [String: TextMateGrammar.Capture] {
    var captures: [String: TextMateGrammar.Capture] = [:]
    for (index, name) in names.enumerated() {
      captures[String(first + index)] = name.map { TextMateGrammar.Capture(name: $0) }
    }
    return captures
  }
}
