internal import ArgumentParser

/// A command, which runs in given surroundings and not in those of the process.
protocol ToolCommand: ParsableCommand {
  /// Its word on the command line. `configuration` has it too, with a description that can be long: reading that of each
  /// command takes longer than the start of the program.
  static var name: String { get }

  /// A sentence for the list of commands.
  static var abstract: String { get }

  /// Whether help lists the command.
  static var isShown: Bool { get }

  /// Runs the command, and returns the exit status of the program.
  func run(in surroundings: Surroundings) throws(ToolError) -> Int32
}

extension ToolCommand {
  static var isShown: Bool { true }
}
