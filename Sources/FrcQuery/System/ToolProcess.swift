internal import CLineEditor

/// The process whose only work is one run of the program.
package enum ToolProcess {
  /// Prepares the process: its standard descriptors, and what signals do to it.
  package static func begin() {
    SystemCalls.openStandardDescriptors()
    SystemCalls.ignoreSignalsOfWriting()
    frc_signals_handle()
  }

  /// The arguments of the program; nil for an argument that is not UTF-8.
  package static var arguments: [String?] { Array(SystemCalls.arguments.dropFirst()) }

  package static var surroundings: Surroundings {
    Surroundings(input: 0, output: 1, errors: 2, environment: SystemCalls.environment)
  }

  /// Ends the process at once.
  package static func end(_ status: Int32) -> Never { SystemCalls.exit(status) }
}
