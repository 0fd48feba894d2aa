internal import ArgumentParser
internal import FilterSyntax

/// The program: finds the command that the arguments name, and turns every error into words.
@main
enum Program {
  static func main() {
    SystemCalls.openStandardDescriptors()
    SystemCalls.ignoreSignalsOfWriting()
    SystemCalls.exit(status(of: SystemCalls.arguments.dropFirst()))
  }

  private static let commands: [any ParsableCommand.Type] = [
    CheckCommand.self, ReplCommand.self, FunctionsCommand.self, PipeCommand.self,
    CompletionsCommand.self, ManualCommand.self,
  ]

  private static func status(of given: some Collection<String?>) -> Int32 {
    let arguments = given.compactMap { $0 }
    guard arguments.count == given.count else {
      StandardError.report("an argument is not valid UTF-8")
      return ExitStatus.failure
    }
    if arguments.isEmpty, !SystemCalls.isTerminal(0) || !SystemCalls.isTerminal(1) {
      StandardError.report(
        "a predicate is missing\n" + FilterCommand.usageString() + "\nSee 'frc-query --help'.")
      return ExitStatus.failure
    }
    if arguments.isEmpty { return run(ReplCommand.self, []) }
    if arguments[0] == "help" {
      let name = arguments.dropFirst().first
      guard let name else { return run(FilterCommand.self, ["--help"]) }
      guard let command = command(name) else {
        StandardError.report("no command '\(TerminalText.line(name))'")
        return ExitStatus.failure
      }
      return run(command, ["--help"])
    }
    if let command = command(arguments[0]) { return run(command, Array(arguments.dropFirst())) }
    return run(FilterCommand.self, arguments)
  }

  private static func command(_ name: String) -> (any ParsableCommand.Type)? {
    commands.first { $0.configuration.commandName == name }
  }

  private static func run(_ type: any ParsableCommand.Type, _ arguments: [String]) -> Int32 {
    do {
      var command = try type.parseAsRoot(arguments)
      try command.run()
      return ExitStatus.matched
    } catch let error as ToolError {
      return status(of: error)
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      return report(error, type)
    }
  }

  private static func status(of error: ToolError) -> Int32 {
    guard let text = error.text else { return ExitStatus.matched }
    StandardError.write(text.endingInNewline)
    return ExitStatus.failure
  }

  /// Help and versions go to standard output; a wrong use is told on standard error.
  private static func report(_ error: any Error, _ type: any ParsableCommand.Type) -> Int32 {
    let text = type.fullMessage(for: error).endingInNewline
    guard type.exitCode(for: error).isSuccess else {
      StandardError.write(text)
      return ExitStatus.failure
    }
    let sink = ByteSink()
    do throws(ToolError) {
      try sink.write(text)
      try sink.flush()
    } catch {
      return status(of: error)
    }
    return ExitStatus.matched
  }
}
