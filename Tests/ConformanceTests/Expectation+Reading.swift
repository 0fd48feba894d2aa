import FilterEngine
import FilterJSON

extension Expectation {
  /// The expectations that lines stand for; `fail` makes the error of a line.
  static func all(
    _ lines: [String], isValue: Bool, fail: (_ reason: String, _ line: Int) -> FormatError
  ) throws -> [Expectation] {
    var expectations: [Expectation] = []
    var index = 0
    while index < lines.count {
      let line = lines[index]
      // The lines of a message below its first one begin with a space.
      let message = lines[(index + 1)...].prefix { $0.hasPrefix(" ") }
      let isMessage = line.hasPrefix("error: ") || line.hasPrefix("evaluation error: ")
      guard isMessage != message.isEmpty, !line.hasPrefix(" ") else {
        throw fail("lines of a message stand below a message, and only there", index)
      }
      let whole = ([line] + message).joined(separator: "\n")
      guard let expectation = try Expectation(whole, isValue: isValue) else {
        throw fail("this is no expectation", index)
      }
      if case .canonicalText = expectation, index > 0 {
        throw fail("the canonical text stands first, on one line", index)
      }
      expectations.append(expectation)
      index += 1 + message.count
    }
    return expectations
  }

  private init?(_ text: String, isValue: Bool) throws {
    let content = { (prefix: String) in String(text.dropFirst(prefix.count)) }
    switch text {
    case "parse-error": self = .syntaxError(nil)
    case "eval-error": self = .evaluationError(nil)
    case "names:": self = .names([])
    case _ where text.hasPrefix("names: "):
      self = .names(content("names: ").split(separator: " ").map(String.init))
    case _ where text.hasPrefix("source: "): self = .sourceText(content("source: "))
    case _ where text.hasPrefix("error: "): self = .syntaxError(text)
    case _ where text.hasPrefix("evaluation error: "): self = .evaluationError(text)
    case _ where text.hasPrefix("=> "):
      let value = try JSONReader(tagged: true).read(content("=> "))
      if isValue {
        self = .value(value)
      } else if case .bool(let answer) = value {
        self = .answer(answer)
      } else {
        return nil
      }
    default: self = .canonicalText(text)
    }
  }
}
