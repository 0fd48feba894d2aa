internal import FilterEngine

/// The version of the program and of the package. README and the manual page say the same.
enum Version {
  static let text = "0.3.0-dev"

  /// The arguments that ask for how the program was built, too.
  static let question: Set<String> = ["--version", "--verbose"]

  /// The version, and how the program was built.
  static var verbose: String {
    """
    frc-query \(text)
    build: \(isOptimized ? "optimized" : "not optimized; swift build -c release --product frc-query optimizes")
    regular expressions: \(RegexLibrary.current.rawValue)
    \(RowFormat.builtStores)

    """
  }

  /// Whether the compiler optimized the program: then it leaves out assertions.
  private static var isOptimized: Bool {
    var isOptimized = true
    assert(
      {
        isOptimized = false
        return true
      }())
    return isOptimized
  }
}
