import Testing
import ToolTestSupport

/// What is computed of versions is written as versions, and not as the keys that order them.
struct VersionOutputTests {
  private static let rows = "id,v\n1,1.9\n2,v1.10.0\n3,1.10\n4,2.0-rc.1\n5,none\n"

  @Test(arguments: [
    (["--max", "version(v)"], "count,max(version(v))\n5,2-rc.1\n"),
    (["--min", "least=version(v)"], "count,least\n5,1.9\n"),
    (["--percentile", "version(v):50"], "count,p50(version(v))\n5,1.10\n"),
    (["--distinct", "version(v)"], "count,distinct(version(v))\n5,3\n"),
    (["--count-by", "version(v)"], "version(v),count\n1.10,2\n,1\n1.9,1\n2-rc.1,1\n"),
    (
      ["--select", "id,k=version(v)", "--sort", "version(v):desc"],
      "id,k\n4,2-rc.1\n2,1.10\n3,1.10\n1,1.9\n5,\n"
    ),
    (["--select", "id", "--section", "version(v)", "--limit", "2"], "section,id\n1.9,1\n1.10,2\n"),
    (["--unique", "version(v)", "--select", "id"], "id\n1\n2\n4\n5\n"),
  ])
  func oneShotWritesVersions(_ options: [String], _ expected: String) throws {
    let csv = try Tool.run(["TRUE", "-i", "csv", "-o", "csv"] + options, input: Self.rows)
    #expect(csv.text == expected, "\(csv)")
    let table = try Tool.run(["TRUE", "-i", "csv", "-o", "table"] + options, input: Self.rows)
    let lines = try Tool.run(["TRUE", "-i", "csv", "-o", "jsonl"] + options, input: Self.rows)
    for text in [table.text, lines.text] {
      #expect(!text.contains("a1b10") && !text.contains("a2-"), "\(text)")
    }
  }

  @Test func aSessionWritesVersions() throws {
    let session = try HeardSession()
    try session.load(
      ["1.9", "v1.10.0", "1.10", "2.0-rc.1"].enumerated().map {
        #"{"id":\#($0.offset),"v":"\#($0.element)"}"#
      })
    _ = try session.says(".mode csv")
    #expect(try session.says(".count max version(v)") == "max(version(v))\n2-rc.1\n")
    _ = try session.says(".count off")
    #expect(
      try session.says(".count by version(v)") == "version(v),count\n1.10,2\n1.9,1\n2-rc.1,1\n")
    _ = try session.says(".count off")
    _ = try session.says(".select id,k=version(v)")
    #expect(try session.says(".show 2").hasPrefix("id,k\n0,1.9\n1,1.10\n"))
    _ = try session.says(".select id")
    _ = try session.says(".section version(v)")
    #expect(try session.says(".show").hasPrefix("section,id\n1.9,0\n1.10,1\n1.10,2\n2-rc.1,3\n"))
  }
}
