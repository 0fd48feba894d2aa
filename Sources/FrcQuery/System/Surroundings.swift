internal import FilterEngine
internal import FilterSyntax

/// What a run of the program reads and writes, and knows of the place it runs in.
///
/// A run uses these and not those of the process, so that several can take place at the same time. Files are those of
/// the process, and so are signals: Ctrl-C interrupts all runs.
package struct Surroundings: Sendable {
  /// Descriptors, which stay open.
  let input: Int32
  let output: Int32
  let errors: Int32

  /// The variables of the environment.
  let environment: [String: String]

  /// A clock that never goes back, in seconds.
  let seconds: @Sendable () -> Double

  package init(
    input: Int32, output: Int32, errors: Int32, environment: [String: String],
    seconds: @escaping @Sendable () -> Double = { SystemCalls.seconds }
  ) {
    self.input = input
    self.output = output
    self.errors = errors
    self.environment = environment
    self.seconds = seconds
  }

  /// The terminal that shows the output, if there is one.
  var terminal: Terminal { Terminal(descriptor: output, environment: environment) }

  /// Whether lines are typed at a terminal, which shows the output.
  var isTerminal: Bool { SystemCalls.isTerminal(input) && terminal.isThere }

  /// Whether programs read the messages.
  var hasMessagesForPrograms = false

  /// Takes output and errors in place of the descriptors; nil if these do.
  var memory: (output: OutputMemory, errors: OutputMemory)?

  /// The policy that `--policy` names, which has been read before; nil if the option reads its file.
  var policy: FilterPolicy?

  /// Limits besides those of the options; nil for no others.
  var limits: EvaluationLimits?

  /// Called with the number of bytes read of a file and its size; nil if progress is shown on a terminal.
  var reportsProgress: (@Sendable (_ count: Int, _ size: Int) -> Void)?

  var messages: Messages {
    Messages(
      descriptor: errors, memory: memory?.errors, isForPrograms: hasMessagesForPrograms)
  }

  /// A writer of the output.
  func sink() -> ByteSink {
    ByteSink(descriptor: output, memory: memory?.output, environment: environment)
  }

  /// The progress through an input, shown among the messages or reported; nil if it is short, or nobody sees it.
  func progress(size: Int?) -> Progress? {
    Progress(
      size: size, isWatched: reportsProgress != nil || messages.isOnTerminal,
      minimumSize: reportsProgress == nil ? Progress.minimumSize : 0, report: reportsProgress,
      write: messages.steer, seconds: seconds)
  }

  /// `~/file` in the home folder.
  func expanded(_ path: String) -> String {
    guard path.begins(with: "~/"), let home = environment["HOME"] else { return path }
    return home + path.dropFirst(1)
  }
}
