import Testing

@testable import FrcQuery

/// Scripts that read scripts: none takes more than a limited number of steps.
struct ScriptTests {
  private let room: ReplFolder

  init() throws { room = try ReplFolder() }

  @Test func aScriptDoesNotReadItself() throws {
    let lines = String(repeating: ".read twice\n", count: 2)
    _ = try room.folder.file("twice", lines)
    _ = try room.folder.file("a", ".read b\n.read b\n")
    _ = try room.folder.file("b", "\n.read ./a\n")
    let outcome = try room.session(".read twice\n.read a\n", file: nil)
    let refusals = [
      "twice:1: twice", "twice:2: twice", "b:2: ./a", "b:2: ./a",
    ].map { "frc-query: \($0) is being read already: a script cannot read itself" }
    #expect(outcome.lines == refusals && outcome.status == 2)
  }

  @Test func scriptsAreReadSixteenDeep() throws {
    #expect(Session.maximumScriptDepth == 16)
    for number in 1...17 {
      _ = try room.folder.file("s\(number)", "TRUEPREDICATE\n.read s\(number + 1)\n")
    }
    let outcome = try room.session(".read s1\n.read s3\n", file: "more.jsonl")
    let refusals = outcome.lines.filter { $0.contains("scripts") }
    #expect(refusals == ["frc-query: s16:2: scripts read scripts more than 16 deep"])
    #expect(outcome.lines.contains { $0.hasPrefix("frc-query: s17:2: s18: No such file") })
  }

  /// Each script reads the next one twice: without a limit the last one would be read 2 to the power of 11 times.
  @Test func aLineReadsALimitedNumberOfScripts() throws {
    #expect(Session.maximumScriptCount == 1_000)
    for number in 1...12 {
      let next =
        number == 12 ? "SELF == 1\n" : String(repeating: ".read s\(number + 1)\n", count: 2)
      _ = try room.folder.file("s\(number)", next)
    }
    _ = try room.folder.file("one.jsonl", "1\n")
    let outcome = try room.session(".mode jsonl\n.read s1\n.read s12\n", file: "one.jsonl")
    let runs = outcome.lines.count { $0 == "1" }
    #expect(runs > 100 && runs < 1_001, "\(runs)")
    let refusals = outcome.lines.filter { $0.hasPrefix("frc-query") }
    #expect(refusals.allSatisfy { $0.hasSuffix(": a line reads more than 1000 scripts") })
    #expect(refusals.count > 0 && refusals.count <= 24, "\(refusals)")
    // The next line reads as many again.
    #expect(outcome.lines.suffix(2) == ["1", "1 row"])
  }
}
