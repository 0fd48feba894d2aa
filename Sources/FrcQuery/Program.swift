internal import ArgumentParser
internal import FilterSyntax

/// The program: runs the command that its arguments name, and turns every error into words.
package enum Program {
  /// Runs the program, which may run several times at once, and returns its exit status.
  ///
  /// An argument that is not valid UTF-8 is nil. Nothing is at work any more when this returns.
  package static func run(_ given: [String?], in surroundings: Surroundings) -> Int32 {
    var arguments = given.compactMap { $0 }
    guard arguments.count == given.count else {
      surroundings.messages.report("an argument is not valid UTF-8")
      return ExitStatus.failure
    }
    var surroundings = surroundings
    if ErrorForm(askedIn: arguments) == .json { surroundings.hasMessagesForPrograms = true }
    // Alone on a terminal, the program is its REPL.
    if arguments.isEmpty, surroundings.isTerminal { arguments = [ReplCommand.name] }
    do {
      try RootCommand.checkHelp(arguments)
      if arguments.count == 2, Set(arguments) == Version.question {
        return try write(Version.verbose, surroundings)
      }
      var command = try RootCommand.command(of: PlaceOptions.marked(arguments))
      try RootCommand.checkRepetition(arguments, in: surroundings)
      if let command = command as? any ToolCommand { return try command.run(in: surroundings) }
      // The parser's own, which shows help
      try command.run()
      return ExitStatus.matched
    } catch let error as ToolError {
      return status(of: error, surroundings)
    } catch {
      return report(error, surroundings)
    }
  }

  private static func status(of error: ToolError, _ surroundings: Surroundings) -> Int32 {
    surroundings.messages.write(error)
    return error.text == nil ? ExitStatus.matched : ExitStatus.failure
  }

  /// Writes help and versions to standard output, and wrong use to standard error.
  private static func report(_ error: any Error, _ surroundings: Surroundings) -> Int32 {
    let width = surroundings.terminal.width ?? Terminal.usualWidth
    let text = RootCommand.fullMessage(for: error, columns: width).endingInNewline
    guard RootCommand.exitCode(for: error).isSuccess else {
      let messages = surroundings.messages
      if messages.isForPrograms {
        messages.write(ToolError.message(withNearOption(RootCommand.message(for: error))))
      } else {
        messages.write(withNearOption(text))
      }
      return ExitStatus.failure
    }
    do throws(ToolError) {
      return try write(FilterCommand.help(insteadOf: text) ?? text, surroundings)
    } catch {
      return status(of: error, surroundings)
    }
  }

  /// A message whose proposal for an unknown option is near the option, as all others are, or what other programs call so.
  private static func withNearOption(_ text: String) -> String {
    let parts = text.parts(at: "'")
    guard parts.count > 4, parts[0].ends(with: "Unknown option "), parts[2] == ". Did you mean ",
      parts[4].begins(with: "?")
    else { return text }
    let (option, proposal) = (parts[1].withoutHyphens, parts[3].withoutHyphens)
    guard EditDistance.nearest(to: option, in: [proposal]) == nil else { return text }
    let known = otherOptions[option].map { " Did you mean '--\($0)'?" } ?? ""
    let rest = parts[4...].joined(separator: "'").dropping(1)
    return "\(parts[0])'\(parts[1])'.\(known)\(rest)"
  }

  /// The options that other programs have under other names.
  private static let otherOptions = ["head": "limit", "top": "limit"]

  private static func write(
    _ text: String, _ surroundings: Surroundings
  ) throws(ToolError) -> Int32 {
    let sink = surroundings.sink()
    try sink.write(text)
    try sink.flush()
    return ExitStatus.matched
  }
}

extension String {
  /// The name of an option.
  fileprivate var withoutHyphens: String { String(Substring(unicodeScalars.drop { $0 == "-" })) }
}
