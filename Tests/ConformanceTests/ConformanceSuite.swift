import Foundation

/// The files of the folder `Grammar`.
enum ConformanceSuite {
  /// `Grammar`, found from this file.
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Grammar")

  /// The examples of all files, by name, and those of the reference.
  static func all() throws -> [ConformanceCase] { try files() + reference.get() }

  /// The examples of `conformance/*.txt`.
  static func files() throws -> [ConformanceCase] { try fileExamples.get() }

  /// The table `conformance/kinds.table`.
  static func kinds() throws -> KindTable {
    let file = folder.appending(path: "conformance/kinds.table")
    return try KindTable(try String(contentsOf: file, encoding: .utf8), named: "kinds.table")
  }

  // Read once for all tests: a debug build takes seconds.
  private static let fileExamples = Result { try readFiles() }
  private static let reference = Result { try readReference() }

  private static func readFiles() throws -> [ConformanceCase] {
    let folder = folder.appending(path: "conformance")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".txt") }
      .sorted()
      .flatMap { name in
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return try ConformanceFile(text, named: name).cases
      }
  }

  /// The examples of the fences in `README.md` that are marked `filter`.
  private static func readReference() throws -> [ConformanceCase] {
    let url = folder.appending(path: "README.md")
    let lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    var cases: [ConformanceCase] = []
    var start: Int?
    for (index, line) in lines.enumerated() {
      if line == "```filter" {
        start = index + 1
      } else if line.hasPrefix("```"), let first = start {
        let fence = lines[first..<index].joined(separator: "\n")
        cases += try ConformanceFile(fence: fence, named: "README.md", behind: first).cases
        start = nil
      }
    }
    return cases
  }
}
