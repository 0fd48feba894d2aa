import Foundation
import TestSupport
import Testing
import ToolTestSupport

/// `Grammar/run.py` with `frc-query pipe`, over a part of the suite. `.ci/run` runs it over the whole.
@Suite struct SuiteRunnerTests {
  private static let grammar = Tool.root.appending(path: "Grammar")
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first(where: FileManager.default.isExecutableFile)

  /// The lines of the suite before its cases, and the cases without the commas between them.
  private struct Suite {
    let head: [String]
    var cases: [String]

    init() throws {
      let file = SuiteRunnerTests.grammar.appending(path: "conformance.json")
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      let start = try #require(lines.firstIndex(of: #""cases":["#)) + 1
      head = Array(lines[..<start])
      cases = lines[start...].filter { $0.hasPrefix(#"{"name":"#) }
        .map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
    }

    var text: String {
      (head + [cases.joined(separator: ",\n"), "]}"]).joined(separator: "\n")
    }
  }

  /// What the script prints about a suite, and its status.
  private func report(
    on suite: Suite, skipping skipped: String? = nil
  ) throws -> Tool.Outcome? {
    guard let python = Self.python else { return nil }
    let folder = try Folder()
    let file = try folder.file("suite.json", suite.text)
    let skip = try skipped.map { "--skip '\(try folder.file("skip.json", $0))'" } ?? ""
    let script = Self.grammar.appending(path: "run.py").path
    return try Tool.shell("\(python) '\(script)' --suite '\(file)' \(skip) $Q pipe")
  }

  @Test func theToolAgreesWithTheSuite() throws {
    var suite = try Suite()
    #expect(suite.cases.count > 3_000)
    suite.cases = RandomSearch.sample(suite.cases, oneOf: 16)
    guard let outcome = try report(on: suite) else { return }
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    #expect(outcome.text.contains("foundation: ") && !outcome.text.contains("expected"))
  }

  @Test func aDifferenceIsNamedUnlessItIsSkipped() throws {
    var suite = try Suite()
    let place = try #require(
      suite.cases.firstIndex {
        $0.contains(#""filter":"s == %@""#) && $0.contains(#""result":true"#)
      })
    let planted = suite.cases[place]
    let name = try #require(planted.split(separator: "\"").dropFirst(3).first)
    suite.cases = [
      suite.cases[suite.cases.count - 1],
      planted.replacing(#""result":true"#, with: #""result":false"#),
    ]
    guard let outcome = try report(on: suite) else { return }
    #expect(outcome.status == 1)
    #expect(outcome.text.hasPrefix("\(name) (foundation, evaluate)\n"), "\(outcome)")
    #expect(outcome.text.contains("1 differ"))

    let skipped = try #require(try report(on: suite, skipping: #"{"\#(name)":"not yet"}"#))
    #expect(skipped.status == 0 && skipped.text.contains(": \(name): not yet\n"), "\(skipped)")
    for list in [#"{"\#(name)":""}"#, #"{"\#(name)":"not yet","no such case":"gone"}"#] {
      #expect(try report(on: suite, skipping: list)?.status == 1)
    }
    #expect(try report(on: suite, skipping: "[]")?.status == 2)
  }
}
