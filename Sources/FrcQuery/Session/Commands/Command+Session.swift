internal import FilterEngine
internal import FilterPlugins
internal import FilterSyntax

extension Command {
  /// The session itself.
  static let session: [Command] = [
    Command(
      name: ".read", usage: "SCRIPT", summary: "Run the commands in a file.",
      details: """
        An error is reported with its line number, and the following lines are not run
        unless .bail is off. Scripts read scripts \(Session.maximumScriptDepth) deep at most, no script reads itself,
        and a line reads \(Session.maximumScriptCount) scripts at most.
        """, completion: .files
    ) { session, words throws(ToolError) in
      var words = words
      try session.read(session.surroundings.expanded(try words.only()))
    },
    Command(
      name: ".bail", usage: "on|off", summary: "End a script at its first error, or go on.",
      details: """
        On at first: no line after an error is run, so that nothing is saved then.
        """, completion: .switches
    ) { session, words throws(ToolError) in
      var words = words
      session.stopsAtErrors = try words.isOn()
    },
    Command(
      name: ".plugin", usage: "FILE", summary: "Load functions and operators from a shared object.",
      completion: .files
    ) { session, words throws(ToolError) in
      var words = words
      let path = session.surroundings.expanded(try words.only())
      if let failure = SystemCalls.failure(ofTaken: path) {
        throw .message("\(path): \(failure.message)")
      }
      do throws(PluginError) {
        session.libraries = try FilterLibraries(plugins: [path], beside: session.libraries)
      } catch {
        throw .message("\(error)")
      }
    },
    Command(
      name: ".help", usage: "[COMMAND]", summary: "List the commands, or explain one.",
      completion: .commands
    ) { session, words throws(ToolError) in
      var words = words
      guard !words.isEmpty else { return try session.answer(CommandHelp.overview) }
      var name = try words.only()
      if !name.begins(with: ".") { name = "." + name }
      guard let line = named(name) else { throw unknown(name) }
      try session.answer(CommandHelp.text(line))
    },
    Command(
      name: ".quit", usage: "[--drop]", summary: "End the program.",
      details: """
        If edits are not saved, their number is reported, and only the same command
        directly after it ends the program; Ctrl-D likewise. In a script both are
        errors. --drop drops the edits at once.
        """
    ) { session, words throws(ToolError) in
      var words = words
      let drops = try words.takesOption("--drop")
      try words.end()
      session.isOver = try session.mayDropEdits(by: .quit, drops: drops)
    },
  ]
}
