internal import FilterEngine
internal import FilterPlugins

extension DotCommand {
  /// The session itself.
  static let session: [DotCommand] = [
    DotCommand(
      name: ".plugin", usage: "FILE", summary: "Load functions and operators from a shared object.",
      completion: .files
    ) { session, words throws(ToolError) in
      var words = words
      let path = ReplSession.expanded(try words.only(".plugin"))
      do throws(PluginError) {
        session.libraries = try FilterLibraries(plugins: [path], beside: session.libraries)
      } catch {
        throw .message("\(error)")
      }
    },
    DotCommand(
      name: ".read", usage: "SCRIPT", summary: "Do what the lines of a file say.",
      details: """
        Errors are reported with the line number; the following lines still run.
        Scripts read scripts \(ReplSession.maximumScriptDepth) deep at most, no script reads itself,
        and a line reads \(ReplSession.maximumScriptCount) scripts at most.
        """, completion: .files
    ) { session, words throws(ToolError) in
      var words = words
      try session.read(ReplSession.expanded(try words.only(".read")))
    },
    DotCommand(
      name: ".help", usage: "[COMMAND]", summary: "List the commands, or explain one.",
      completion: .commands
    ) { session, words throws(ToolError) in
      var words = words
      guard !words.isEmpty else { return try session.say(ReplHelp.overview) }
      var name = try words.only(".help")
      if !name.hasPrefix(".") { name = "." + name }
      guard let command = named(name) else { throw unknown(name) }
      try session.say(ReplHelp.text(command))
    },
    DotCommand(
      name: ".quit", usage: "", summary: "End the program."
    ) { session, words throws(ToolError) in
      try words.end(".quit")
      session.isOver = true
    },
  ]
}

/// What `.help` says.
enum ReplHelp {
  static var overview: String {
    let width = DotCommand.all.map(\.name.count).max() ?? 0
    let commands = DotCommand.all.map { command in
      let space = String(repeating: " ", count: width - command.name.count)
      return "  \(command.name)\(space)  \(command.summary)"
    }
    return """
      A line is a predicate, such as  age > 30 AND name BEGINSWITH[c] 'a'
      It is run over all rows and leaves the filters alone. Or it is a command:

      \(commands.joined(separator: "\n"))

      Tab completes, Ctrl-C ends what runs, Ctrl-D ends the program.
      The language: frc-query functions
      """
  }

  static func text(_ command: DotCommand) -> String {
    let usage = command.usage.isEmpty ? command.name : "\(command.name) \(command.usage)"
    return ([usage, command.summary] + (command.details.isEmpty ? [] : [command.details]))
      .joined(separator: "\n")
  }
}
