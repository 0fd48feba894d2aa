import FilterEngine
import Foundation
import Testing
import ToolTestSupport

struct CommandTests {
  @Test(arguments: [
    ["--limit", "-1", "TRUEPREDICATE"], ["--offset", "-1", "TRUEPREDICATE"],
    ["-o", "xml", "TRUEPREDICATE"], ["-i", "sqlite", "TRUEPREDICATE"],
    ["--nonsense", "TRUEPREDICATE"],
    ["--select", "", "TRUEPREDICATE"], ["--select", "a,,b", "TRUEPREDICATE"], [], ["check"],
    ["repl", "a", "b"], ["repl", "--input", "xml"],
    ["TRUEPREDICATE", "/no/such/file"], ["TRUEPREDICATE", "/"],
    ["completions", "ksh"], ["functions", "nonsense"], ["pipe", "surplus"], ["diff", "a", "b"],
    ["diff", "--key", "id", "a"],
  ])
  func wrongUseIsStatusTwo(_ arguments: [String]) throws {
    let outcome = try Tool.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(!outcome.errors.isEmpty)
  }

  @Test func aMissingFileIsNamed() throws {
    let outcome = try Tool.run("TRUEPREDICATE", "/no/such/file")
    #expect(outcome.errors == "frc-query: /no/such/file: No such file or directory\n")
  }

  @Test func aWrongPredicateIsShownWithACaret() throws {
    let outcome = try Tool.run("age > AND x == 1", input: "{}")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(" | age > AND x == 1\n |       ^^^"))
  }

  @Test func aClosedPipeEndsTheProgramQuietly() throws {
    let outcome = try Tool.shell(
      "(yes '{\"a\":1}' | $Q 'a == 1'; echo \"status $?\" >&2) | head -n 1")
    #expect(outcome.text == "{\"a\":1}\n")
    #expect(outcome.errors.split(separator: "\n").filter { $0.contains("frc-query") } == [])
    #expect(outcome.errors.contains("status 0"))
  }

  @Test func aFullDiskIsAnError() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let outcome = try Tool.shell("echo '{}' | $Q TRUEPREDICATE > /dev/full")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("frc-query: standard output: "))
  }

  @Test func argumentsMustBeUTF8() throws {
    let outcome = try Tool.shell("$Q \"$(printf 'a == \\377')\" < /dev/null")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "frc-query: an argument is not valid UTF-8\n")
  }

  @Test func aPredicateNamedLikeACommandStandsBehindDashes() throws {
    #expect(try Tool.run("--", "check", input: "{\"check\":true}").text == "{\"check\":true}\n")
    #expect(try Tool.run("-c", "pipe", input: "{\"pipe\":true}").text == "1\n")
  }

  @Test func checkSaysWhatIsWorthKnowing() throws {
    let failing = try Tool.run("check", "a == 1 OR 1 / 0 == 2")
    #expect(failing.status == 0)
    #expect(failing.text == "a == 1 OR 1 / 0 == 2\n")
    #expect(
      failing.errors == """
        note: always an error: 1 / 0: division by zero
         | a == 1 OR 1 / 0 == 2
         |           ^^^^^

        """)
    let folding = try Tool.run("check", "a IN[c] {'x'}")
    #expect(folding.errors.hasPrefix("note: IN[c] folds the members of a list or set; Foundation"))
    #expect(try Tool.run("check", "--strict", "a IN[c] {'x'}").errors == "")
  }

  @Test func checkPrintsTheCanonicalForm() throws {
    let outcome = try Tool.run("check", "a=1 or b=2", "name == %@")
    #expect(outcome.text == "a == 1 OR b == 2\nname == %@\n")
    #expect(outcome.status == 0)
    #expect(try Tool.run("check", "a == %@", "--arg-json", "5").text == "a == 5\n")
    #expect(try Tool.run("check", "a == %@", "--arg", "5").text == "a == \"5\"\n")
    let mixed = try Tool.run("check", "a ==", "b == 1")
    #expect(mixed.text == "b == 1\n")
    #expect(mixed.status == 2)
    #expect(mixed.errors.contains("^"))
    #expect(try Tool.run("check", "--strict", "isOpen").status == 2)
    #expect(try Tool.run("check", "isOpen").status == 0)
  }

  @Test func strictRefusesExtensions() throws {
    #expect(try Tool.run("a NOT IN {1}", input: "{\"a\":2}").status == 0)
    #expect(try Tool.run("a NOT IN {1}", "--strict", input: "{\"a\":2}").status == 2)
  }

  @Test func explainReadsNothing() throws {
    let outcome = try Tool.run("a == 1 AND b BEGINSWITH 'x'", "--explain", "/no/such/file")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("a"))
  }

  @Test func functionsAreDocumented() throws {
    let all = try Tool.run("functions")
    #expect(all.text.contains("sqrt:"))
    #expect(all.text.contains("BEGINSWITH"))
    #expect(all.text.contains("@sum"))
    #expect(try Tool.run("functions", "SQRT").text.hasPrefix("sqrt:  (functions)\n"))
    #expect(try Tool.run("functions", "begins").text.contains("BEGINSWITH"))
    let options = try Tool.run("functions", "[cd]")
    #expect(options.lines.filter { $0.hasPrefix("[") }.map { $0.prefix(3) } == ["[c]", "[d]"])
    #expect(try Tool.run("functions", "[cx]").status == 2)
    #expect(
      try Tool.run("functions", "squrt").errors
        == "frc-query: nothing is named 'squrt', did you mean 'sqrt'?\n")
  }

  @Test(arguments: [
    "commands", "filter", "check", "diff", "repl", "functions", "sql", "pipe", "completions",
    "manual",
  ])
  func helpIsAsRecorded(_ command: String) throws {
    let outcome = try Tool.run(command == "commands" ? ["help"] : [command, "--help"])
    #expect(outcome.status == 0)
    if command != "commands" { #expect(try Tool.run("help", command).text == outcome.text) }
    #expect(try outcome.text == Tool.recorded("\(command).txt", outcome.text))
    #expect(outcome.lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE:") })
    // The first line is the abstract. A heading may come before the example.
    #expect(outcome.lines.dropFirst().prefix(2).contains { $0.hasPrefix("  ") })
  }

  @Test func helpKnowsWhatCommandIsMeant() throws {
    let near = try Tool.run("help", "chek")
    #expect(near.status == 2)
    #expect(near.text == "")
    #expect(near.errors == "frc-query: there is no subcommand 'chek', did you mean 'check'?\n")
    let far = try Tool.run("help", "TRUEPREDICATE")
    #expect(far.status == 2)
    #expect(
      far.errors
        == "frc-query: there is no subcommand 'TRUEPREDICATE'; \"frc-query help\" lists them\n")
  }

  @Test func theFilterNeedsNoName() throws {
    #expect(try Tool.run("--help").text == Tool.run("filter", "--help").text)
    #expect(try Tool.run("a == 1", "--help").text == Tool.run("--help").text)
    #expect(try Tool.run("filter", "a == 1", input: "{\"a\":1}").text == "{\"a\":1}\n")
  }

  @Test(arguments: [["--version", "--verbose"], ["--verbose", "--version"]])
  func howTheProgramWasBuiltIsPrinted(_ arguments: [String]) throws {
    let lines = try Tool.run(arguments).lines
    #expect(lines.count == 4)
    #expect(lines.first == "frc-query " + (try Tool.run("--version").lines.joined()))
    // Assertions hold in a build that is not optimized.
    var isOptimized = true
    assert(
      {
        isOptimized = false
        return true
      }())
    #expect(lines[1].hasPrefix("build: optimized") == isOptimized)
    #expect(lines[2] == "regular expressions: " + RegexLibrary.current.rawValue)
    #if SQLite && PostgreSQL
      #expect(lines[3] == "databases: SQLite, PostgreSQL")
    #endif
  }

  @Test func theVersionIsThatOfTheReadmeAndOfTheManualPage() throws {
    let version = try Tool.run("--version").text.dropLast()
    #expect(version.split(separator: ".").count == 3)
    let readme = try String(contentsOf: Tool.root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("This is version \(version). "))
    let title = try #require(try Tool.run("manual").lines.first)
    #expect(title.contains("\"frc\\-query \(version.replacing("-", with: "\\-"))\""))
  }
}
