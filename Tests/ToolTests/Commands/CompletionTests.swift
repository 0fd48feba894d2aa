import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// The ways to complete a command line, without a shell.
struct CompletionTests {
  private let folder: Folder
  private let people: String

  init() throws {
    folder = try Folder()
    people = try folder.file("people.csv", "name,age,Unit Price,it's\nAda,36,1,2\n")
  }

  /// The answer to a line with `|` at the cursor; `F` is the file.
  private func answer(
    _ line: String, _ shell: Shell = .fish, typed: String = ""
  ) throws -> [String] {
    let parts = line.replacing("F", with: people)
      .split(separator: "|", omittingEmptySubsequences: false)
    let read = ShellLine(
      "frc-query " + parts[0], parts.count > 1 ? String(parts[1]) : "", in: shell)
    return Completion(read, of: try .program(), in: .writing(to: -1)) { $0.paths }
      .lines(for: shell, typed: typed)
  }

  /// The kind, and the candidates without notes.
  private func words(_ line: String) throws -> [String] {
    try answer(line).map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(arguments: [
    // Subcommands and what they take
    ("comp", ["words", "completions"]), ("che", ["words", "check"]),
    ("comple", ["words", "completions"]),
    ("help co", ["words", "completions"]), ("completions ", ["words", "bash", "zsh", "fish"]),
    ("completions f", ["words", "fish"]), ("completions fish ", ["words"]),
    ("repl ", ["files"]), ("manual ", ["words"]), ("sql TRUE ", ["files"]),
    // Options and their values
    ("--skip", ["words", "--skip-errors"]),
    ("TRUE F --wi", ["words", "--wide", "--with-filename"]),
    ("check --str", ["words", "--strict"]), ("check --wi", ["words"]), ("-- --wi", ["files"]),
    ("--output t", ["words", "table", "tsv", "text"]), ("-o t", ["words", "table", "tsv", "text"]),
    ("--output=t", ["words", "--output=table", "--output=tsv", "--output=text"]),
    ("repl -i j", ["words", "jsonl", "json"]),
    ("sql --dialect p", ["words", "postgresql"]), ("--limit ", ["words"]), ("-f ", ["files"]),
    ("--plugin ", ["files"]), ("--nonsense --wid", ["words", "--wide"]),
    // Files
    ("TRUE ", ["files"]), ("TRUE F ", ["files"]), ("-f F ", ["files"]), ("./peo", ["files"]),
    ("check ", ["files"]),
    // Keys of the file
    ("TRUE F --select ", ["keys", "name", "age", "`Unit Price`", "`it's`"]),
    ("TRUE F --select name,a", ["keys", "name,age"]), ("TRUE F --sort n", ["keys", "name"]),
    ("TRUE F --sort=age:desc,n", ["keys", "--sort=age:desc,name"]),
    ("TRUE F --section n", ["keys", "name"]), ("TRUE F --unique n", ["keys", "name"]),
    ("TRUE F --limit-by n", ["keys", "name"]),
    ("TRUE F --count-by n", ["keys", "name"]), ("TRUE F --sum n", ["keys", "name"]),
    ("TRUE F --section x", ["keys"]), ("TRUE F --median n", ["keys", "name"]),
    ("TRUE F --percentile n", ["keys", "name"]), ("TRUE F --histogram a", ["keys", "age"]),
    ("TRUE F --types n", ["keys", "name"]), ("TRUE F --types=a", ["keys", "--types=age"]),
    ("TRUE F --types age=nu", ["words", "age=number"]),
    (
      "TRUE F --types=name=text,age=uni",
      [
        "words", "--types=name=text,age=unix", "--types=name=text,age=unixms",
        "--types=name=text,age=unixus", "--types=name=text,age=unixns",
      ]
    ),
    ("TRUE F --lookup n", ["keys", "name"]), ("TRUE F --lookup name=x", ["words"]),
    ("diff F F --key n", ["keys", "name"]), ("diff F F --ro", ["words", "--rows"]),
    ("diff F F --types age=da", ["words", "age=date"]), ("diff ", ["files"]),
    ("diff F F --no-h", ["words", "--no-header"]),
    ("--select n| TRUE F", ["keys", "name"]), ("TRUE --select n", ["keys"]),
    ("a| F", ["keys", "age"]), ("c| F", ["words", "check", "completions"]),
    ("'age > 3 AND n|' F", ["keys", "age > 3 AND name"]),
    ("\"age > 3 AND (n|\" F", ["keys", "age > 3 AND (name"]),
    ("'`U|' F", ["keys", "`Unit Price`"]), ("\"name == 'a|\" F", ["files"]),
    ("F ", ["keys", "name", "age", "`Unit Price`", "`it's`"]), ("F a", ["keys", "age"]),
    ("-f x a| F", ["files"]), ("check 'a|' F", ["keys", "age"]),
    ("TRUE < F --sort n", ["keys", "name"]),
  ])
  func aLineIsCompleted(_ line: String, _ expected: [String]) throws {
    #expect(try words(line) == expected)
  }

  /// All subcommands that are shown, and every option of each.
  @Test func everythingThatExistsIsOffered() throws {
    let program = try CommandDescription.program()
    let names = try words("")
    #expect(names == ["words"] + program.subcommands.map(\.name) + ["help"])
    #expect(!names.contains(CompleteCommand.name) && names.count >= 9)
    var all: Set<String> = []
    for command in program.subcommands {
      let options = try words("\(command.name) -")
      #expect(options == ["words"] + command.options.map { $0.names.last ?? "" })
      all.formUnion(options)
    }
    let options = try words("-")
    #expect(options == ["words"] + (program.filter?.options.map { $0.names.last ?? "" } ?? []))
    #expect(all.isSuperset(of: Completion.keyOptions))
  }

  /// Names that are known without the descriptions, beside those that the parser prints.
  @Test func theParserKnowsTheNamesOfCommands() throws {
    let described = try CommandDescription.program().subcommands
    let shown = RootCommand.commands.filter { $0.isShown }
    #expect(described.map(\.name) == shown.map { $0.name })
    #expect(described.map(\.abstract) == shown.map { $0.abstract })
  }

  @Test func notesAreTheHelp() throws {
    #expect(
      try answer("--skip").last
        == "--skip-errors\tSkip bad rows and files that cannot be opened, and report them instead of stopping."
    )
    #expect(
      try answer("che", .zsh) == [
        "words", "check\tcheck  Check predicates, and print them in their canonical form.",
      ])
    #expect(try answer("-o t", .zsh) == ["words", "table\ttable", "tsv\ttsv", "text\ttext"])
  }

  /// What bash inserts is the beginning as it was typed, and the rest in the same quotes.
  @Test(arguments: [
    ("--sel", "--sel", ["words", "--select"]),
    ("--output=t", "t", ["words", "table", "tsv", "text"]),
    ("TRUE F --select '`U", "`U", ["keys", "`Unit Price`"]),
    ("TRUE F --select \"`U", "`U", ["keys", "`Unit Price\\`"]),
    ("TRUE F --select \\`U", "\\`U", ["keys", "\\`Unit\\ Price\\`"]),
    ("TRUE F --select '`i", "`i", ["keys", "`it'\\''s`"]),
    ("TRUE F --select \\`i", "\\`i", ["keys", "\\`it\\'s\\`"]),
    ("TRUE F --sort age:desc,n", "desc,n", ["keys", "desc,name"]),
  ])
  func bashGetsTheRestInQuotes(_ line: String, _ typed: String, _ expected: [String]) throws {
    #expect(try answer(line, .bash, typed: typed) == expected)
  }

  @Test func wordsAreThoseOfTheShell() {
    let line = ShellLine("sudo /usr/bin/frc-query 'a b'\\ c \"d\\\"\\e\" f'g", "h' i  j", in: .bash)
    #expect(line.before == ["a b c", "d\"\\e"])
    #expect(line.current == "fg")
    #expect(line.after == ["i", "j"])
    #expect(ShellLine("frc-query 'a\\'b", "", in: .fish).current == "a'b")
    #expect(ShellLine("frc-query 'a\\'b", "", in: .zsh).current == "a\\b")
    #expect(ShellLine("frc-query", "", in: .bash).before == [])
    #expect(ShellLine("", "", in: .bash).current == "")
  }

  // MARK: - Keys

  private func keys(_ name: String, _ text: String, _ format: RowFormat? = nil) throws -> [String] {
    FileKeys(path: try folder.file(name, text), form: InputForm(format: format)).paths
  }

  @Test func keysAreThoseOfTheFirstRows() throws {
    #expect(
      try keys("a.json", #"[{"a":{"b":[{"c":1}]}},{"d e":1}]"#) == ["a", "a.b", "a.b.c", "`d e`"])
    #expect(try keys("a.jsonl", "{\"a\":1}\n{\"b\":2}\n{") == ["a", "b"])
    #expect(try keys("a.tsv", "a\tb\n1\t2\n") == ["a", "b"])
    #expect(try keys("a.txt", "a\tb\n1\t2\n", .tsv) == ["a", "b"])
    #expect(try keys("b.txt", "a,b\n1,2\n") == ["a", "b"])
    let long = String(repeating: "{\"a\":1}\n", count: 200_000) + "{\"z\":1}\n"
    #expect(try keys("long.jsonl", long) == ["a"])
  }

  @Test(arguments: ["", "{", "1\n2\n", "\u{FEFF}", "[", "\"", "\0\0\0"])
  func badFilesHaveNoKeys(_ text: String) throws {
    for name in ["a.json", "a.jsonl"] { #expect(try keys(name, text) == []) }
    #expect(FileKeys(path: folder.path).paths == [])
    #expect(FileKeys(path: folder.path + "/missing.csv").paths == [])
    #expect(FileKeys(path: try folder.file("a.db", text)).paths == [])
  }

  /// A FIFO would wait for a writer for ever, and a device may have no end.
  @Test func onlyRegularFilesAreRead() throws {
    let outcome = try Tool.shell(
      """
      cd \(folder.path); mkfifo f.csv; ln -s /dev/zero z.csv
      for file in f.csv z.csv people.csv; do
        timeout 600 $Q complete-line bash "frc-query TRUE $file --sort "; echo $?
      done
      """)
    #expect(
      outcome.lines == [
        "keys", "0", "keys", "0", "keys", "name", "age", "\\`Unit\\ Price\\`", "\\`it\\'s\\`", "0",
      ])
    #expect(outcome.errors == "")
  }

  @Test func anotherShellIsRefused() throws {
    for arguments in [["completions", "ksh"], ["complete-line", "ksh", "", "", ""]] {
      let outcome = try Tool.run(arguments)
      #expect(outcome.status == 2 && outcome.text == "")
      #expect(outcome.errors == "frc-query: no completions for 'ksh': use bash, zsh or fish\n")
    }
  }

  @Test func theHiddenCommandIsInNoHelp() throws {
    for arguments in [["--help"], ["help"], ["manual"], ["completions", "--help"]] {
      #expect(try !Tool.run(arguments).text.contains(CompleteCommand.name))
    }
  }
}
