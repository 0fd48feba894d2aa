import FilterSyntax
import Foundation

/// Finds the scopes of a text by a grammar, line by line, as TextMate does.
///
/// At each offset the leftmost match counts, of several the one of the first rule. In a region its end comes first.
struct TextMateScanner {
  /// A rule with its patterns compiled.
  private struct Rule {
    var expression: NSRegularExpression
    var scope: String?
    var captures: [Int: String] = [:]

    /// The rest of a region, in indices of rules; nil for a token
    var end: Int?
    var inside: [Int] = []
  }

  private var rules: [Rule] = []
  private var root: [Int] = []

  /// Compiles the patterns of a grammar.
  init(_ grammar: TextMateGrammar) throws {
    root = try grammar.patterns.flatMap { try add($0, grammar) }
  }

  private mutating func add(
    _ rule: TextMateGrammar.Rule, _ grammar: TextMateGrammar
  ) throws -> [Int] {
    if let group = rule.include.flatMap({ grammar.repository[String($0.dropFirst())] }) {
      return try add(group, grammar)
    }
    guard let pattern = rule.match ?? rule.begin else {
      return try (rule.patterns ?? []).flatMap { try add($0, grammar) }
    }
    var compiled = Rule(expression: try NSRegularExpression(pattern: pattern), scope: rule.name)
    compiled.captures = Self.captures(rule.match == nil ? rule.beginCaptures : rule.captures)
    if let end = rule.end {
      var closing = Rule(expression: try NSRegularExpression(pattern: end))
      closing.captures = Self.captures(rule.endCaptures)
      rules.append(closing)
      compiled.end = rules.count - 1
      compiled.inside = try (rule.patterns ?? []).flatMap { try add($0, grammar) }
    }
    rules.append(compiled)
    return [rules.count - 1]
  }

  private static func captures(_ captures: [String: TextMateGrammar.Capture]?) -> [Int: String] {
    Dictionary(
      uniqueKeysWithValues: (captures ?? [:]).compactMap { key, capture in
        Int(key).map { ($0, capture.name) }
      })
  }

  /// The outermost scope of each UTF-16 unit of a text; nil outside scopes.
  func scopes(of text: String) -> [String?] {
    var scopes: [String?] = []
    // The region that is open at the end of a line.
    var region: Int?
    for line in Self.lines(of: text) {
      var scan = Scan(line)
      while let found = self.match(&scan, region) {
        scan.fill(to: found.match.range.location, region.flatMap { rules[$0].scope })
        scan.apply(
          found.match, rules[found.rule].captures,
          region.map { rules[$0].scope } ?? rules[found.rule].scope)
        if region.map({ rules[$0].end }) == found.rule {
          region = nil
        } else if rules[found.rule].end != nil {
          region = found.rule
        }
      }
      scan.fill(to: scan.scopes.count, region.flatMap { rules[$0].scope })
      scopes += scan.scopes
    }
    return scopes
  }

  /// The next match on a line that is not empty; nil if there is none.
  private func match(
    _ scan: inout Scan, _ region: Int?
  ) -> (rule: Int, match: NSTextCheckingResult)? {
    var best: (rule: Int, match: NSTextCheckingResult)?
    let candidates = region.map { (rules[$0].end.map { [$0] } ?? []) + rules[$0].inside } ?? root
    for rule in candidates {
      guard let match = scan.match(rule, rules[rule].expression), match.range.length > 0,
        match.range.location < best?.match.range.location ?? .max
      else { continue }
      best = (rule, match)
    }
    return best
  }

  /// The lines of a text with their ends, as editors divide it.
  private static func lines(of text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for character in text {
      line.append(character)
      if ["\n", "\r", "\r\n"].contains(character) {
        lines.append(line)
        line = ""
      }
    }
    return lines + [line]
  }
}

/// A line and the scopes of its beginning.
private struct Scan {
  private let line: String
  private let options: NSRegularExpression.MatchingOptions = [
    .withTransparentBounds, .withoutAnchoringBounds,
  ]

  /// The next match of each rule: nil if the rule has none.
  private var matches: [Int: NSTextCheckingResult?] = [:]

  /// The offset of the first unit without scope.
  private var position = 0
  private(set) var scopes: [String?]

  init(_ line: String) {
    self.line = line
    scopes = Array(repeating: nil, count: line.utf16.count)
  }

  /// The first match of a rule at or after the position.
  mutating func match(_ rule: Int, _ expression: NSRegularExpression) -> NSTextCheckingResult? {
    if let known = matches[rule], known.map({ $0.range.location >= position }) ?? true {
      return known
    }
    let rest = NSRange(location: position, length: scopes.count - position)
    let match = expression.firstMatch(in: line, options: options, range: rest)
    matches[rule] = .some(match)
    return match
  }

  /// Gives a scope to all up to an offset.
  mutating func fill(to end: Int, _ scope: String?) {
    guard end > position else { return }
    for index in position..<end { scopes[index] = scope }
    position = end
  }

  /// Gives scopes to a match: that of the whole, and without one those of its groups.
  mutating func apply(
    _ match: NSTextCheckingResult, _ captures: [Int: String], _ scope: String?
  ) {
    let start = position
    fill(to: match.range.location + match.range.length, scope)
    guard scope == nil else { return }
    for (group, name) in captures {
      let range = match.range(at: group)
      guard range.location != NSNotFound, range.location >= start else { continue }
      for index in range.location..<range.location + range.length { scopes[index] = name }
    }
  }
}
