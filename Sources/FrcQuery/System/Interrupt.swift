internal import CLineEditor

/// Ctrl-C while something runs.
enum Interrupt {
  /// Lets Ctrl-C end what runs and not the program.
  static func watch() { frc_interrupt_watch() }

  static var isRaised: Bool { frc_interrupted() }

  static func clear() { frc_interrupt_clear() }

  /// Ends what runs where Ctrl-C was pressed.
  static func check() throws(ToolError) {
    if isRaised { throw .interrupted }
  }
}
