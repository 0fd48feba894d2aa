import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// The completion scripts in their shells, at a terminal.
@Suite(.serialized, .startsProcesses) struct ShellCompletionTests {
  private static func program(_ name: String) -> String? {
    ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
      .first(where: FileManager.default.isExecutableFile)
  }

  /// A shell with the script where its help says, in a folder with files.
  ///
  /// Nil if the shell or tmux is missing, which is a failure where all that is tested has to be there.
  private func session(_ shell: Shell, in folder: Folder) throws -> TmuxSession? {
    guard let program = Self.program(shell.rawValue), TmuxSession.path != nil else {
      if ProcessInfo.processInfo.environment["FRC_NEEDS_POSTGRESQL"] == "1" {
        Issue.record("\(shell) or tmux is missing")
      }
      return nil
    }
    _ = try folder.file("people.csv", "name,age,Unit Price\nAda,36,1\nBo,5,2\n")
    _ = try folder.file("rows in it.jsonl", "{\"weight\":1}\n")
    let script = try Tool.run("completions", shell.rawValue).text
    let home = folder.path
    for path in ["/.zfunc", "/.config/fish/completions"] {
      try FileManager.default.createDirectory(
        atPath: home + path, withIntermediateDirectories: true)
    }
    let start: String
    switch shell {
    case .bash:
      _ = try folder.file("bashrc", "PS1='> '\nsource <(frc-query completions bash)\n")
      start = "\(program) --noprofile --rcfile \(home)/bashrc -i"
    case .zsh:
      _ = try folder.file(".zfunc/_frc-query", script)
      _ = try folder.file(
        ".zshrc",
        """
        PROMPT='> '
        fpath=(~/.zfunc $fpath)
        autoload -Uz compinit && compinit -u
        """)
      start = "\(program) -i"
    case .fish:
      _ = try folder.file(".config/fish/completions/frc-query.fish", script)
      _ = try folder.file(
        ".config/fish/config.fish",
        """
        function fish_prompt; echo '> '; end
        function fish_greeting; end
        set -g fish_autosuggestion_enabled 0
        """)
      start = "\(program) -i"
    }
    let tool = URL(fileURLWithPath: Tool.path).deletingLastPathComponent().path
    let session = try TmuxSession(
      "env -C '\(home)' HOME='\(home)' PATH='\(tool)':/usr/bin:/bin "
        + "XDG_CONFIG_HOME='\(home)/.config' \(start)", lines: 40)
    #expect(try session.shows { $0.first == ">" }.first == ">")
    return session
  }

  /// Types a line, goes back by some characters, presses Tab, and expects a line.
  private func check(
    _ session: TmuxSession, _ line: String, back: Int = 0, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try session.type(line)
    for _ in 0..<back { try session.press("Left") }
    try session.press("Tab")
    let screen = try session.shows { $0.first == "> " + expected }
    #expect(screen.first == "> " + expected, sourceLocation: sourceLocation)
    // Only the line, and no message below it.
    #expect(
      screen.dropFirst().allSatisfy { $0.isEmpty }, "\(screen)", sourceLocation: sourceLocation)
    try clear(session)
  }

  private func clear(_ session: TmuxSession) throws {
    for key in ["C-e", "C-u", "C-l"] { try session.press(key) }
    let screen = try session.shows { $0.first == ">" && $0.dropFirst().allSatisfy { $0.isEmpty } }
    #expect(screen.first == ">")
  }

  @Test(arguments: Shell.allCases)
  func tabCompletes(_ shell: Shell) throws {
    let folder = try Folder()
    guard let session = try session(shell, in: folder) else { return }
    try check(session, "frc-query comple", "frc-query completions")
    try check(session, "frc-query completions fi", "frc-query completions fish")
    try check(session, "frc-query help fu", "frc-query help functions")
    try check(session, "frc-query --skip", "frc-query --skip-errors")
    try check(session, "frc-query check --stri", "frc-query check --strict")
    try check(session, "frc-query --output ta", "frc-query --output table")
    try check(session, "frc-query --output=ta", "frc-query --output=table")
    try check(session, "frc-query TRUE peo", "frc-query TRUE people.csv")
    try check(session, "frc-query TRUE rows", "frc-query TRUE rows\\ in\\ it.jsonl")
    try check(session, "frc-query repl peo", "frc-query repl people.csv")
    try check(
      session, "frc-query TRUE people.csv --select na", "frc-query TRUE people.csv --select name")
    try check(
      session, "frc-query TRUE people.csv --select name,a",
      "frc-query TRUE people.csv --select name,age")
    try check(
      session, "frc-query TRUE people.csv --sort age:desc,na",
      "frc-query TRUE people.csv --sort age:desc,name")
    try check(
      session, "frc-query TRUE rows\\ in\\ it.jsonl --section we",
      "frc-query TRUE rows\\ in\\ it.jsonl --section weight")
    try check(
      session, "frc-query TRUE people.csv --select xy",
      "frc-query TRUE people.csv --select xy")
    // Fish shows a completion nothing of the line after the cursor.
    guard shell != .fish else { return }
    try check(session, "frc-query ag people.csv", back: 11, "frc-query age people.csv")
    try check(
      session, "frc-query 'age > 3 AND na' people.csv", back: 12,
      "frc-query 'age > 3 AND name' people.csv")
  }

  @Test(arguments: Shell.allCases)
  func aScriptIsOneToItsShell(_ shell: Shell) throws {
    guard let program = Self.program(shell.rawValue) else { return }
    let outcome = try Tool.shell("$Q completions \(shell) | \(program) -n")
    #expect(outcome == Tool.Outcome(status: 0, output: [], errors: ""))
    #expect(try Tool.run("completions", shell.rawValue).text.contains(CompleteCommand.name))
  }

  /// A key with a blank stays one word, whatever quotes there are.
  @Test(arguments: Shell.allCases)
  func aKeyWithABlankStaysOneWord(_ shell: Shell) throws {
    let folder = try Folder()
    guard let session = try session(shell, in: folder) else { return }
    for beginning in ["'`Un", "\\`Un"] {
      try session.type("frc-query TRUE people.csv -o jsonl --select \(beginning)")
      try session.press("Tab")
      let line = try session.shows { $0.first?.contains("Price") == true }.first ?? ""
      // Some shells leave a quote open.
      if !line.count(where: { $0 == "'" }).isMultiple(of: 2) { try session.type("'") }
      try session.press("Enter")
      let screen = try session.shows { $0.contains("{\"Unit Price\":2}") }
      #expect(screen.contains("{\"Unit Price\":1}"), "\(screen)")
      try clear(session)
    }
  }

  /// A key that is a command in the shell is one word too, with a scalar that joins its first sign.
  @Test(arguments: Shell.allCases)
  func aKeyRunsNothing(_ shell: Shell) throws {
    let folder = try Folder()
    guard let session = try session(shell, in: folder) else { return }
    _ = try folder.file("keys.jsonl", "{\"zz\u{600}`>r`$(>r);>r;'\":7}\n")
    try session.type("frc-query TRUE keys.jsonl -o jsonl --select \\`zz")
    try session.press("Tab")
    let line = try session.shows { $0.first?.contains(">r") == true }.first ?? ""
    #expect(line.contains(">r"))
    try session.press("Enter")
    let screen = try session.shows { $0.contains { $0.hasSuffix(":7}") } }
    #expect(screen.contains { $0.hasSuffix(":7}") }, "\(screen)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/r"))
  }

  /// What bash is given for a key is read as that key, in quotes and without.
  @Test func bashReadsTheKeyThatIsMeant() throws {
    guard let program = Self.program("bash") else { return }
    let texts = ["'", "\"", "`", "\\", "$", ";", "#", "~", "*", " ", "("].flatMap {
      JoinedSigns.texts(around: $0, JoinedSigns.visible)
    }
    var script = ""
    var expected: [UInt8] = []
    for text in texts {
      for quote in ["", "'", "\""] {
        let line = ShellLine("frc-query \(quote)x", "", in: .bash)
        script += "printf '%s\\0' \(quote)x\(line.quoted(text))\(quote)\n"
        expected += "x\(text)\0".utf8
      }
    }
    let folder = try Folder()
    let file = try folder.file("words", script)
    let outcome = try Tool.shell("\(program) '\(file)'")
    #expect(outcome.output == expected && outcome.status == 0, "\(outcome.errors)")
  }

  @Test(arguments: Shell.allCases)
  func tabListsTheSubcommands(_ shell: Shell) throws {
    let folder = try Folder()
    guard let session = try session(shell, in: folder) else { return }
    try session.type("frc-query ")
    for _ in 0..<2 { try session.press("Tab") }
    let names = try CommandDescription.program().subcommands.map(\.name)
    let screen = try session.shows { screen in
      names.allSatisfy { name in screen.contains { $0.contains(name) } }
    }
    for name in names { #expect(screen.contains { $0.contains(name) }, "\(name): \(screen)") }
    for word in ["error", "rror:", "not found", "definition"] {
      #expect(!screen.contains { $0.contains(word) }, "\(screen)")
    }
  }
}
