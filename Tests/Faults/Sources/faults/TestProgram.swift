import Foundation

/// The tests of the copy, a suite at a time.
struct TestProgram: Sendable {
  private let path: String
  private let folder: URL

  /// A suite without a fault: how long it takes, and the faults whose lines it runs.
  struct Suite: Sendable {
    let name: String
    let seconds: Double
    let reached: Set<Int>
  }

  init(of package: PlantedPackage) throws {
    folder = package.folder
    let binaries =
      try Command(
        "swift", "build", "--show-bin-path", "--package-path", folder.path
      ).output().split(separator: "\n").last.map(String.init) ?? ""
    let name = try FileManager.default.contentsOfDirectory(atPath: binaries)
      .first { $0.hasSuffix(".xctest") }
    guard let name else { throw Failure("there is no test program in \(binaries)") }
    path = binaries + "/" + name
  }

  /// The names of the suites.
  ///
  /// Tests of the sources themselves find the switch, and not what it does.
  func suites() throws -> [String] {
    let list = try Command(path, "--testing-library", "swift-testing", "--list-tests").output()
    var names: Set<String> = []
    for line in list.split(separator: "\n") where line.contains("(") {
      let end = line.lastIndex(of: "/") ?? line.firstIndex(of: "(") ?? line.endIndex
      names.insert(String(line[..<end]))
    }
    return names.filter { !$0.contains("FolderTests") }.sorted()
  }

  /// Runs a suite without a fault; nil where it fails even so.
  func trace(_ suite: String) throws -> Suite? {
    let file = folder.appendingPathComponent(".reached-\(suite.filter(\.isLetter))")
    try? FileManager.default.removeItem(at: file)
    let start = Date()
    guard try !fails([suite], setting: file.path, seconds: 300) else { return nil }
    let bytes = (try? Data(contentsOf: file)) ?? Data()
    try? FileManager.default.removeItem(at: file)
    return Suite(
      name: suite, seconds: -start.timeIntervalSinceNow,
      reached: Set(bytes.indices.filter { bytes[$0] != 0 }))
  }

  /// Whether a test of the suites fails, or they do not end in time.
  func fails(_ suites: [String], setting: String, seconds: Int) throws -> Bool {
    let filter = suites.map { "^\(NSRegularExpression.escapedPattern(for: $0))[/(]" }
      .joined(separator: "|")
    // What tests have started may outlive them, and would take the time of those after them. All of it is in one
    // session, whose number is that of the shell.
    let command = Command(
      "setsid", "--wait", "sh", "-c",
      #"timeout --kill-after=5 "$@" || { pkill -KILL -s $$; exit 1; }"#, "sh", "\(seconds)", path,
      "--testing-library", "swift-testing", "--filter", filter, in: folder,
      environment: ["FRC_FAULT": setting, "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1"])
    _ = try command.output(allowsFailure: true)
    return command.status != 0
  }
}
