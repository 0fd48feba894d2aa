internal import FilterSyntax

/// A command of the REPL.
struct DotCommand: Sendable {
  /// How Tab completes what follows the name.
  enum Completion: Hashable {
    case nothing, commands, files, formats, keys, predicate, switches, filter
  }

  /// With its dot.
  let name: String

  /// What follows the name.
  let usage: String

  /// A fragment with a full stop.
  let summary: String

  /// Further help text, wrapped at 76 columns.
  var details = ""

  var completion = Completion.nothing

  let run: @Sendable (ReplSession, ReplWords) throws(ToolError) -> Void

  static let all: [DotCommand] =
    (data + arranging + editing + showing + session).sorted { $0.name < $1.name }

  static func named(_ name: String) -> DotCommand? { all.first { $0.name == name } }

  /// Nothing is named so.
  static func unknown(_ name: String) -> ToolError {
    let near = EditDistance.nearest(to: name, in: all.map(\.name))
    return .message(
      "there is no command '\(TerminalText.line(name))'"
        + (near.map { ", did you mean '\($0)'?" } ?? ", see .help"))
  }

  /// What is wrong with how it was used.
  func misuse() -> ToolError {
    .message("usage: \(name)\(usage.isEmpty ? "" : " " + usage)")
  }
}

extension ReplWords {
  /// The rest of the line, which a command needs.
  func required(_ command: String) throws(ToolError) -> String {
    guard !isEmpty else { throw Self.misuse(command) }
    return rest
  }

  /// The one word that is left, which a command needs.
  mutating func only(_ command: String) throws(ToolError) -> String {
    guard let word = try next(), isEmpty else { throw Self.misuse(command) }
    return word
  }

  /// Nothing is left.
  func end(_ command: String) throws(ToolError) {
    guard isEmpty else { throw Self.misuse(command) }
  }

  /// `on` or `off`.
  mutating func isOn(_ command: String) throws(ToolError) -> Bool {
    switch try only(command) {
    case "on": return true
    case "off": return false
    default: throw Self.misuse(command)
    }
  }

  static func misuse(_ command: String) -> ToolError {
    DotCommand.named(command)?.misuse() ?? .message("wrong arguments for \(command)")
  }
}
