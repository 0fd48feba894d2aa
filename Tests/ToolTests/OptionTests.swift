import Testing

/// How options are written, and where they may stand.
struct OptionTests {
  private let rows = "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\"}\n{\"a\":3,\"b\":\"x\"}\n"

  @Test(arguments: [
    ["-c", "b == %@", "--arg", "x"], ["b == %@", "--arg", "x", "--count"],
    ["--arg=x", "b == %@", "-c"], ["-c", "--arg", "x", "--", "b == %@"],
    ["b == %@", "-", "--count", "--arg=\"x\""], ["b == $b", "-c", "--var", "b=x"],
    ["--var=b=x", "-c", "b == $b"], ["--var", "$b=x", "b == $b", "-c"],
    ["--var", "b=y", "--var", "b=x", "b == $b", "-c"], ["-cv", "b == 'y'"],
    ["--invert", "--count", "b == 'y'"], ["%K == %@", "--arg", "b", "-c", "--arg", "x"],
    ["-c", "--strict", "b == 'x'"], ["-c", "--skip-errors", "b == 'x'"],
    ["-c", "-i", "jsonl", "b == 'x'"], ["-c", "--input=jsonl", "b == 'x'"],
    ["-c", "--limit=2", "TRUEPREDICATE"], ["-c", "--offset", "1", "TRUEPREDICATE"],
    ["-c", "--unique", "b", "TRUE"], ["-c", "--sort=a", "--limit", "2", "TRUEPREDICATE"],
    ["-c", "-s", "a", "-o", "table", "b == 'x'"],
  ])
  func optionsStandAnywhere(_ arguments: [String]) throws {
    #expect(
      try Tool.run(arguments, input: rows)
        == Tool.Outcome(status: 0, output: Array("2\n".utf8), errors: ""))
  }

  @Test(arguments: [
    ("json", #"[{"a": 1, "b": "x"}, {"a": 2, "b": "x"}]"#), ("json", #"{"a": 1, "b": "x"}"#),
    ("jsonl", "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"x\"}"), ("csv", "a,b\n1,x\n2,x\n"),
    ("tsv", "a\tb\n1\tx\n2\tx\n"),
  ])
  func everyFormatIsRead(_ format: String, _ text: String) throws {
    let folder = try Folder()
    for option in ["-i", "--input"] {
      let outcome = try Tool.run("a >= 1", option, format, "-s", "b,a", input: text)
      #expect(outcome.lines.first == #"{"b":"x","a":1}"#)
    }
    // By its name, by what is in it, and by the name in spite of what is in it.
    for name in ["rows.\(format)", "rows"] {
      let outcome = try Tool.run("a == 1", "-s", "b,a", try folder.file(name, text))
      #expect(outcome.text == #"{"b":"x","a":1}"# + "\n")
    }
  }

  @Test(arguments: [
    ("jsonl", "{\"b\":\"x\"}\n{\"b\":\"x\"}\n"), ("json", "[\n{\"b\":\"x\"},\n{\"b\":\"x\"}\n]\n"),
    ("csv", "b\nx\nx\n"), ("tsv", "b\nx\nx\n"), ("table", "b\n─\nx\nx\n"),
  ])
  func everyFormatIsWritten(_ format: String, _ text: String) throws {
    for option in ["-o", "--output"] {
      let outcome = try Tool.run("b == 'x'", option, format, "--select", "b", input: rows)
      #expect(outcome == Tool.Outcome(status: 0, output: Array(text.utf8), errors: ""))
    }
  }

  @Test(arguments: [
    ("jsonl", ""), ("json", "[]\n"), ("csv", "b\n"), ("tsv", "b\n"), ("table", ""),
  ])
  func withoutAMatchThereIsOnlyAFrame(_ format: String, _ text: String) throws {
    let outcome = try Tool.run("b == 'z'", "-o", format, "-s", "b", input: rows)
    #expect(outcome == Tool.Outcome(status: 1, output: Array(text.utf8), errors: ""))
  }

  @Test func aFileInThePlaceOfThePredicateIsToldSo() throws {
    let folder = try Folder()
    _ = try folder.file("rows.jsonl", rows)
    let outcome = try Tool.shell("cd \(folder.path); $Q rows.jsonl 'a > 1' < /dev/null")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "frc-query: a > 1: no such file; the predicate comes first, then the files\n")
    // Nothing speaks against a key that is named like a file.
    let key = try Tool.shell("cd \(folder.path); : > b; echo '{\"b\":true}' | $Q b")
    #expect(key.text == "{\"b\":true}\n")
    // Nor against one that is named like something else, or against files that are there.
    for make in ["mkdir c", "mkfifo c"] {
      let other = try Tool.shell("cd \(folder.path); rm -rf c; \(make); $Q c none.jsonl")
      #expect(other.errors == "frc-query: none.jsonl: No such file or directory\n", "\(make)")
    }
    let both = try Tool.shell("cd \(folder.path); echo '{\"b\":true}' > d; $Q b d; $Q b - < d")
    #expect(both.text == "{\"b\":true}\n{\"b\":true}\n")
  }
}
