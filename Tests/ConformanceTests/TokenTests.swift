import FilterEngine
import TestSupport
import Testing

@testable import FilterSyntax

/// The tokens of the examples, beside the lexer, the tree of each example, and rules for any text.
@Suite struct TokenTests {
  private static let longestText = 100_000

  /// Every example, with its tree if it parses.
  private static func examples() throws -> [ConformanceCase] {
    try ConformanceSuite.all().filter { $0.text.utf8.count <= longestText }
  }

  @Test func tokensCoverEveryExample() throws {
    for example in try Self.examples() {
      let problem = TokenCheck.problem(in: example.text)
      #expect(problem == nil, "\(example.testDescription)")
    }
  }

  /// The kinds in the tree: a key path has keys, a call a function, a comparison an operator.
  @Test func kindsAreThoseOfTheTree() throws {
    var parsed = 0
    for example in try Self.examples() {
      let options = SyntaxOptions(
        strict: example.isStrict, vocabulary: FilterLibraries.standard.vocabulary)
      guard let root = Node(parsing: example.text, isValue: example.isValue, options) else {
        continue
      }
      parsed += 1
      let tokens = Array(FilterTokens(example.text, options: options))
      let unknown = tokens.filter { $0.kind == .unknown }
      #expect(unknown.isEmpty, "\(example.testDescription) \(unknown)")
      let kinds = Dictionary(
        tokens.map { ($0.range.lowerBound, $0.kind) }, uniquingKeysWith: { first, _ in first })
      for (range, kind) in ExpectedKinds(root, of: example.text).kinds {
        #expect(
          kinds[range.lowerBound] == kind,
          "\(example.testDescription) at \(range.lowerBound) of \(example.text)")
      }
    }
    #expect(parsed > 2_250)
  }

  /// A text that is cut or mixed up has tokens as well.
  @Test(arguments: RandomSearch.seeds(8))
  func tokensCoverEveryText(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let texts = try Self.examples().map(\.text).filter { $0.utf8.count < 400 }
    for _ in 0..<50 {
      let text = Self.mixed(texts, &generator)
      #expect(TokenCheck.problem(in: text) == nil, "FRC_SEED=\(seed): \(text)")
    }
  }

  private static func mixed(_ texts: [String], _ generator: inout SeededGenerator) -> String {
    var scalars: [Unicode.Scalar] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let part = Array(texts[Int.random(in: 0..<texts.count, using: &generator)].unicodeScalars)
      let start = Int.random(in: 0...part.count, using: &generator)
      scalars += part[start..<Int.random(in: start...part.count, using: &generator)]
      scalars +=
        ["\"", "'", "`", "/*", "//", "#1", "%", "🙂", "\u{A0}", ".5", "[", "?", "“", "1a"]
        .randomElement(using: &generator).map { Array($0.unicodeScalars) } ?? []
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}

/// Rules that hold for the tokens of any text.
private enum TokenCheck {
  /// The first rule that the tokens of a text break; nil if there is none.
  static func problem(in text: String) -> String? {
    let bytes = Array(text.utf8)
    let tokens = Array(FilterTokens(text))
    var end = 0
    for token in tokens {
      if token.range.lowerBound < end || token.range.count == 0 { return "order at \(end)" }
      if !bytes[end..<token.range.lowerBound].allSatisfy(isBlank) { return "a gap at \(end)" }
      end = token.range.upperBound
      if end > bytes.count { return "a token after the end" }
      for (offset, utf16) in [
        (token.range.lowerBound, token.utf16Range.lowerBound),
        (token.range.upperBound, token.utf16Range.upperBound),
      ] {
        guard let prefix = String(validating: bytes[..<offset], as: UTF8.self) else {
          return "a scalar is cut at \(offset)"
        }
        if prefix.utf16.count != utf16 { return "UTF-16 at \(offset)" }
      }
    }
    if !bytes[end...].allSatisfy(isBlank) { return "a gap at the end" }
    return lexed(text, tokens)
  }

  /// Compares the ranges with the tokens that the parser gets.
  private static func lexed(_ text: String, _ tokens: [FilterToken]) -> String? {
    var lexer = Lexer(text, strict: false)
    for token in tokens where token.kind != .comment {
      guard let next = try? lexer.next() else { return nil }
      // The parser reads a number that begins with a dot from its dot on.
      if next.kind == .symbol(.dot), token.kind == .number {
        guard (try? lexer.readFractionAgain()) != nil else { return nil }
        continue
      }
      if next.range != token.range { return "\(token.range), the parser has \(next.range)" }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
}

extension Lexer {
  fileprivate mutating func readFractionAgain() throws {
    position -= 1
    _ = try readFraction()
  }
}

extension Node {
  fileprivate init?(parsing text: String, isValue: Bool, _ options: SyntaxOptions) {
    if isValue {
      guard let tree = try? AST.Expression(parsing: text, options: options) else { return nil }
      self = .expression(tree)
    } else {
      guard let tree = try? AST.Predicate(parsing: text, options: options) else { return nil }
      self = .predicate(tree)
    }
  }
}

/// The kinds of the tokens of a text that its tree shows.
private struct ExpectedKinds {
  private(set) var kinds: [(SourceRange, FilterToken.Kind)] = []
  private let bytes: [UInt8]

  init(_ root: Node, of text: String) {
    bytes = Array(text.utf8)
    var stack = [root]
    while let node = stack.popLast() {
      switch node {
      case .expression(let expression): add(expression)
      case .predicate(let predicate): add(predicate)
      }
      var children: [Node] = []
      _ = node.shape(&children)
      stack += children
    }
  }

  private mutating func add(_ kind: FilterToken.Kind, _ range: SourceRange) {
    if range.count > 0 { kinds.append((range, kind)) }
  }

  private func text(_ range: SourceRange) -> String {
    String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
  }

  private mutating func add(_ predicate: AST.Predicate) {
    switch predicate {
    case .literal(let node): add(.keyword, node.range)
    case .not(let node):
      let start = text(node.range).lowercased()
      if start.hasPrefix("not") { add(.keyword, node.range) }
      if start.hasPrefix("!") { add(.operator, node.range) }
    case .comparison(let node):
      // A value alone is compared with TRUE.
      if node.operatorRange != node.range { add(.operator, node.operatorRange) }
      let start = text(node.range).lowercased()
      if node.quantifier != nil, ["any", "all", "some", "none"].contains(where: start.hasPrefix),
        node.left.range.lowerBound > node.range.lowerBound, !start.hasPrefix("(")
      {
        add(.keyword, node.range)
      }
    case .compound: break
    }
  }

  private mutating func add(_ expression: AST.Expression) {
    switch expression {
    case .literal(let node): add(node)
    case .variable(let node): add(.variable, node.range)
    case .argument(let node): add(.placeholder, node.range)
    case .anyKey(let node): add(.keyword, node.range)
    case .keyPath(let node): for component in node.components { add(component) }
    case .call(let node):
      // `%` between values is a call as well.
      if bytes[node.range.lowerBound] != UInt8(ascii: "("),
        node.arguments.first.map({ $0.range.lowerBound > node.range.lowerBound }) ?? true
      {
        add(.function, node.range)
      }
    case .subquery(let node): add(.function, node.range)
    case .ternary(let node): add(.function, node.range)
    case .message(let node): add(.function, node.range)
    case .subscript(let node):
      switch node.index {
      case .first, .last, .size: addIndex(node)
      case .expression: break
      }
    default: break
    }
  }

  private mutating func addIndex(_ node: AST.Subscript) {
    guard bytes[node.range.upperBound - 1] == UInt8(ascii: "]") else { return }
    var start = node.range.upperBound - 1
    while start > 0, bytes[start - 1] == 0x20 { start -= 1 }
    let end = start
    while start > 0, bytes[start - 1] | 0x20 >= 0x61, bytes[start - 1] | 0x20 <= 0x7A { start -= 1 }
    add(.keyword, SourceRange(start, end))
  }

  private mutating func add(_ component: AST.KeyPath.Component) {
    switch component.kind {
    case .key: add(.key, component.range)
    case .collectionOperator: add(.function, component.range)
    case .variable: add(.variable, component.range)
    case .argument: add(.placeholder, component.range)
    }
  }

  private mutating func add(_ node: AST.Literal) {
    guard node.range.count > 0 else { return }
    switch node.value {
    case .integer, .double, .decimal:
      // A sign is a token of its own, and what is negated may be a Boolean.
      if bytes[node.range.lowerBound] != UInt8(ascii: "-") { add(.number, node.range) }
    case .seconds: add(.date, node.range)
    case .text: add(.string, node.range)
    case .null, .boolean:
      let start = text(node.range).lowercased()
      if ["true", "yes", "false", "no", "null", "nil"].contains(start) {
        add(.keyword, node.range)
      }
    default: break
    }
  }
}
