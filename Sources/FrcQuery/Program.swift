internal import ArgumentParser
internal import FilterSyntax

/// The program: runs the command that the arguments name, and turns every error into words.
package enum Program {
  package static func main() {
    SystemCalls.openStandardDescriptors()
    SystemCalls.ignoreSignalsOfWriting()
    SystemCalls.exit(status(of: SystemCalls.arguments.dropFirst()))
  }

  private static func status(of given: some Collection<String?>) -> Int32 {
    var arguments = given.compactMap { $0 }
    guard arguments.count == given.count else {
      StandardError.report("an argument is not valid UTF-8")
      return ExitStatus.failure
    }
    // Alone on a terminal, the program is its REPL.
    if arguments.isEmpty, SystemCalls.isTerminal(0), Terminal.output.isThere {
      arguments = [ReplCommand.name]
    }
    do {
      try RootCommand.checkHelp(arguments)
      var command = try RootCommand.parseAsRoot(PlaceOptions.marked(arguments))
      try command.run()
      return ExitStatus.matched
    } catch let error as ToolError {
      return status(of: error)
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      return report(error)
    }
  }

  private static func status(of error: ToolError) -> Int32 {
    guard let text = error.text else { return ExitStatus.matched }
    StandardError.write(text.endingInNewline)
    return ExitStatus.failure
  }

  /// Writes help and versions to standard output, and wrong use to standard error.
  private static func report(_ error: any Error) -> Int32 {
    let text = RootCommand.fullMessage(for: error).endingInNewline
    guard RootCommand.exitCode(for: error).isSuccess else {
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
