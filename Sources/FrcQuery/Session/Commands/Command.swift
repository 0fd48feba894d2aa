internal import FilterSyntax
internal import FilterableResults

/// A command of a session: one entry for the lines of the REPL, the requests of the pipe, the help and the manual.
struct Command: Sendable {
  /// The completion of the arguments by Tab.
  enum Completion: Hashable {
    case nothing, commands, files, open, formats, keys, predicate, switches, filter, count,
      explanation
  }

  /// The command as a line of the REPL.
  struct Line: Sendable {
    /// With its dot
    let name: String

    /// The arguments
    let usage: String

    /// A fragment with a full stop
    let summary: String

    /// Further help text, wrapped at 76 columns
    let details: String
    let completion: Completion
    let run: @Sendable (Session, CommandWords) throws(ToolError) -> Void

    /// The message for wrong arguments.
    var misuse: ToolError {
      .message(usage.isEmpty ? "\(name) takes no argument" : "usage: \(name) \(usage)")
    }
  }

  /// Nil for a command that only the pipe has.
  let line: Line?

  /// The operations of the pipe.
  let operations: [Operation]

  init(operations: [Operation]) {
    line = nil
    self.operations = operations
  }

  init(
    name: String, usage: String, summary: String, details: String = "",
    completion: Completion = .nothing, operations: [Operation] = [],
    run: @escaping @Sendable (Session, CommandWords) throws(ToolError) -> Void
  ) {
    line = Line(
      name: name, usage: usage, summary: summary, details: details, completion: completion,
      run: run)
    self.operations = operations
  }

  static let languageTitle = "the language"

  /// All commands by their subjects, in the order of the help.
  static let groups: [(title: String, commands: [Command])] = [
    (languageTitle, language + typing),
    ("files and keys", files),
    ("filters and order", arranging),
    ("counts and totals", counting),
    ("output", showing),
    ("edits", editing),
    ("batches", batches),
    ("the session", session),
  ]

  static let all = groups.flatMap(\.commands)

  /// The lines in the order of their names.
  static let lines = all.compactMap(\.line).sorted { $0.name < $1.name }

  static func named(_ name: String) -> Line? { lines.first { $0.name == name } }

  /// The names of commands that other programs have.
  static let foreignNames = [
    ".exit": ".quit", ".q": ".quit", ".h": ".help", ".?": ".help",
  ]

  /// The names of commands of earlier versions, with what does the same now.
  private static let formerNames = [
    ".facet": ".count by", ".facets": ".count", ".sql": ".explain sql", ".why": ".explain row",
  ]

  /// The error for an unknown name.
  static func unknown(_ name: String) -> ToolError {
    let isFunction = AggregateFunction.words.contains(name.dropping(1))
    if let former = formerNames[name] ?? (isFunction ? ".count \(name.dropping(1))" : nil) {
      return .message("there is no command '\(name)', write \(former)")
    }
    let near = foreignNames[name] ?? EditDistance.nearest(to: name, in: lines.map(\.name))
    return .message(
      "there is no command '\(TerminalText.line(name))'"
        + (near.map { ", did you mean '\($0)'?" } ?? ", see .help"))
  }
}
