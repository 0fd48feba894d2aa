internal import FilterSyntax

/// Help made from the table of commands.
enum CommandHelp {
  /// The list of commands in a session.
  static var overview: String {
    let width = Command.lines.map(\.name.count).max() ?? 0
    let lines = Command.lines.map { line in
      let space = String(repeating: " ", count: width - line.name.count)
      return "  \(line.name)\(space)  \(line.summary)"
    }
    return """
      A line is a predicate, such as  age > 30 AND name BEGINSWITH[c] 'a'
      It is run over all rows and leaves the filters alone. Or it is a command:

      \(lines.joined(separator: "\n"))

      Tab completes, Ctrl-C ends what runs, Ctrl-D ends the program.
      The language: frc-query functions
      """
  }

  static func text(_ line: Command.Line) -> String {
    let usage = line.usage.isEmpty ? line.name : "\(line.name) \(line.usage)"
    return ([usage, line.summary] + (line.details.isEmpty ? [] : [line.details]))
      .joined(separator: "\n")
  }

  /// The names of the commands by subject, for the help of the program.
  static var names: String {
    Command.groups.compactMap { title, commands in
      let names = commands.compactMap(\.line?.name).joined(separator: " ")
      guard !names.isEmpty else { return nil }
      return "  " + names.padded(to: 52) + "  " + title
    }
    .joined(separator: "\n")
  }

  /// Requests of the pipe with their answers, by whether they need rows.
  static func questions(ofLanguage: Bool) -> String {
    Command.groups.filter { ($0.title == Command.languageTitle) == ofLanguage }
      .flatMap(\.commands).flatMap(\.operations).flatMap(\.examples).filter(hasAnswer)
      .joined(separator: "\n")
  }

  private static func hasAnswer(_ example: String) -> Bool { example.has("}\n{") }

  /// Edits of the pipe, those of a command side by side.
  static var edits: String {
    var lines: [String] = []
    var areBare = false
    for command in Command.all where !command.operations.isEmpty {
      var joins = areBare && command.operations.allSatisfy(\.members.isEmpty)
      for text in command.operations.flatMap(\.examples) where !hasAnswer(text) {
        if joins, let last = lines.last, last.count + 2 + text.count <= 76 {
          lines[lines.count - 1] = last + "  " + text
        } else {
          lines.append(text)
        }
        joins = true
      }
      areBare = command.operations.allSatisfy(\.members.isEmpty)
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
