import Foundation
import Testing
import ToolTestSupport

/// The samples that drive a pipe under a policy, in the languages that are installed.
@Suite(.startsProcesses) struct ClientSampleTests {
  @Test(arguments: [("python3", "filter.py"), ("node", "filter.mjs")])
  func aSampleFiltersUnderThePolicy(_ language: String, _ script: String) throws {
    let programs = ["/usr/bin/", "/usr/local/bin/"].map { $0 + language }
    guard let program = programs.first(where: FileManager.default.isExecutableFile) else { return }
    let folder = try Folder()
    let policy = try folder.file("policy.json", #"["id", "name", "age"]"#)
    func run(_ filter: String) throws -> Tool.Outcome {
      try Tool.shell(
        "PATH=\"$(dirname \"$Q\"):$PATH\" \(program) '\(Tool.sample("clients/" + script))' '\(policy)' "
          + "'\(Tool.sample("people.json"))' \"\(filter)\"")
    }
    let found = try run("age > 40")
    #expect(found.status == 0 && found.errors == "", "\(found)")
    let rows = try Tool.run("age > 40", Tool.sample("people.json"), "--policy", policy)
    #expect(found.text.filter { $0 != " " } == rows.text)
    let refused = try run("city == 'London'")
    #expect(refused.status == 1 && refused.text == "" && refused.errors.contains("city"))
    withExtendedLifetime(folder) {}
  }
}
