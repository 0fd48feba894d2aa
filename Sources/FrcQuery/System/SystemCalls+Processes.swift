internal import EssentialFoundation
internal import FilterSyntax

// Programs that are run beside this one.
extension SystemCalls {
  /// Runs a command of the shell with `input` as its standard input, and waits for its end; its exit status, or 128 and
  /// more after a signal. Nil if the shell could not be started.
  static func run(
    _ command: String, input: [UInt8], output: Int32, _ environment: [String: String]
  ) -> Int32? {
    guard let (reading, writing) = pipe() else { return nil }
    let process = spawn(["/bin/sh", "-c", command], reading, output, environment)
    close(reading)
    // A program that ends early has read enough.
    if process != nil { _ = write(writing, input) }
    close(writing)
    guard let process else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// Starts a program with the signals that a shell would give it.
  private static func spawn(
    _ words: [String], _ input: Int32, _ output: Int32, _ environment: [String: String]
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addclose(&actions, input)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var ignored = sigset_t()
    sigemptyset(&ignored)
    sigaddset(&ignored, SIGPIPE)
    sigaddset(&ignored, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let status = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables)
    return status == 0 ? process : nil
  }

  /// Whether a folder of `PATH` has a program of this name.
  static func isInPath(_ name: String, _ environment: [String: String]) -> Bool {
    (environment["PATH"] ?? "").parts(at: ":").contains {
      !$0.isEmpty && access("\($0)/\(name)", X_OK) == 0
    }
  }
}
