import FilterSyntax

/// How a part of a predicate is evaluated, for people.
struct Plan: Sendable {
  /// The part.
  enum Part: Sendable {
    case name(String)

    /// Printed only when somebody asks, since printing costs more than parsing.
    case predicate(AST.Predicate)
  }

  /// How a part is evaluated, in words that are put together when somebody asks.
  enum Method: ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
    case words(String)

    /// A number between words.
    case counting(String, Int, String)

    init(stringLiteral words: String) { self = .words(words) }

    var description: String {
      switch self {
      case .words(let words): words
      case .counting(let verb, let count, let rest): "\(verb) \(count) \(rest)"
      }
    }
  }

  /// What a part costs: a time for each row or element.
  struct Cost: CustomStringConvertible, Sendable {
    let time: String
    let unit: String

    var description: String { "\(time) \(unit)" }
  }

  let part: Part
  let method: Method
  let cost: Cost?

  /// The parts of the part.
  let parts: [Plan]

  /// Whether the answer is known before any row is.
  let isDecided: Bool

  /// Whether a line in slots has to be read as a value for the part.
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

  /// The lines of the plan, the parts indented below the whole; `note` adds to predicates.
  ///
  /// Safe for a terminal: line breaks and controls of the predicate are escaped.
  func lines(
    indentation: String = "", note: (AST.Predicate) -> String? = { _ in nil }
  ) -> [String] {
    let method = method.description + (cost.map { ", \($0)" } ?? "")
    var words = method.isEmpty ? [] : [method]
    if case .predicate(let predicate) = part, !isDecided, let note = note(predicate) {
      words.append(note)
    }
    return [indentation + text + (words.isEmpty ? "" : "    -- " + words.joined(separator: "; "))]
      + parts.flatMap { $0.lines(indentation: indentation + "  ", note: note) }
  }

  /// The text of the part; a long one is cut.
  private var text: String {
    switch part {
    case .name(let name): return TerminalText.line(name)
    case .predicate(let predicate):
      let text = predicate.description
      return TerminalText.line(text.utf8.count <= 200 ? text : String(text.prefix(199)) + "…")
    }
  }
}
