import FilterSyntax

/// A description of how a part of a predicate is evaluated.
struct Plan: Sendable {
  /// The part.
  enum Part: Sendable {
    case name(String)

    /// Printed on demand, since printing costs more than parsing.
    case predicate(AST.Predicate)
  }

  /// The way a part is evaluated. The words are joined when they are printed, because making a predicate copies
  /// many methods and prints none.
  enum Method: ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
    case words(StaticString)

    /// A number between words, of which those behind it say one or many.
    case counting(StaticString, Int, one: StaticString, many: StaticString)

    init(stringLiteral words: StaticString) { self = .words(words) }

    var description: String {
      switch self {
      case .words(let words): words.description
      case .counting(let verb, let count, let one, let many):
        "\(verb) \(count) \(count == 1 ? one : many)"
      }
    }
  }

  let part: Part
  let method: Method

  /// The cost of the part, if it is a comparison.
  let cost: Cost?

  /// The parts of the part.
  let parts: [Plan]

  /// Whether the answer is known before any row is.
  let isDecided: Bool

  /// Whether a line in slots must be read as a value for the part.
  let needsValue: Bool

  init(
    _ part: Part, method: Method, cost: Cost? = nil, parts: [Plan] = [], isDecided: Bool = false,
    needsValue: Bool = false
  ) {
    self.isDecided = isDecided
    self.needsValue = needsValue
    self.part = part
    self.method = method
    self.cost = cost
    self.parts = parts
  }

  /// The lines of the plan, with the parts indented below the whole. `note` adds a note to a predicate.
  ///
  /// Safe for a terminal: line breaks and controls of the predicate are escaped.
  func lines(
    indentation: String = "", note: (AST.Predicate) -> String? = { _ in nil }
  ) -> [String] {
    var words = methodWithCost.isEmpty ? [] : [methodWithCost]
    if case .predicate(let predicate) = part, !isDecided, let note = note(predicate) {
      words.append(note)
    }
    return [indentation + text + (words.isEmpty ? "" : "    -- " + words.joined(separator: "; "))]
      + parts.flatMap { $0.lines(indentation: indentation + "  ", note: note) }
  }

  private var methodWithCost: String {
    guard let cost, case .predicate(.comparison(let node)) = part else { return method.description }
    return "\(method), \(cost.words(for: node))"
  }

  /// The text of the part; a long one is cut.
  private var text: String {
    switch part {
    case .name(let name): return TerminalText.line(name)
    case .predicate(let predicate): return Self.line(predicate.sourceText)
    }
  }

  /// The text of a part on a line of a terminal; a long one is cut.
  static func line(_ text: String) -> String {
    TerminalText.line(text.utf8.count <= 200 ? text : String(text.prefix(199)) + "…")
  }
}
