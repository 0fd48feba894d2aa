internal import ArgumentParser

/// A command, which runs in given surroundings and not in those of the process.
protocol ToolCommand: ParsableCommand {
  /// Runs the command, and returns the exit status of the program.
  func run(in surroundings: Surroundings) throws(ToolError) -> Int32
}
