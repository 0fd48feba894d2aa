import Foundation
import Testing

/// The manual page and the completion scripts, which come from the same source as the help texts.
struct ManualTests {
  private static let commands = try? Tool.run("--help").lines
    .drop { $0 != "COMMANDS" }.dropFirst().prefix { $0.hasPrefix("  ") && !$0.contains("\"") }
    .compactMap { $0.split(separator: " ").first.map(String.init) }

  /// The long options of a help text.
  private func options(_ arguments: String...) throws -> [String] {
    let help = try Tool.run(arguments).text
    return help.components(separatedBy: "\nOPTIONS:\n").last?.split(separator: "\n")
      .filter { $0.hasPrefix("  -") }
      .compactMap { line in
        line.split(separator: " ").first { $0.hasPrefix("--") }.map(String.init)
      } ?? []
  }

  @Test func thePageNamesEveryOptionOfEveryCommand() throws {
    let page = try Tool.run("manual").text
    #expect(page.hasPrefix(".TH \"FRC\\-QUERY\" \"1\""))
    for section in ["NAME", "SYNOPSIS", "OPTIONS"] {
      #expect(page.contains(".SH \"\(section)\"\n"))
    }
    let commands = try #require(Self.commands)
    #expect(commands.count >= 5)
    let all = try options("--help")
    #expect(all.count >= 15)
    for option in all { #expect(page.contains(roff(option) + "\\fR"), "\(option)") }
    for command in commands {
      #expect(page.contains(".SH \"FRC\\-QUERY \(command.uppercased())\"\n"), "\(command)")
      let part = page.components(separatedBy: ".SH \"FRC\\-QUERY \(command.uppercased())\"\n").last
      for option in try options("help", command) {
        #expect(part?.contains(roff(option) + "\\fR") == true, "\(command) \(option)")
      }
    }
  }

  @Test func thePageIsAsRecorded() throws {
    let page = try Tool.run("manual")
    #expect(try page.text == Tool.recorded("frc-query.1", page.text))
  }

  private func roff(_ option: String) -> String {
    option.replacingOccurrences(of: "-", with: "\\-")
  }

  @Test func thePageIsOneToItsReaders() throws {
    let isASCII = try Tool.run("manual").output.allSatisfy { $0 < 0x80 }
    #expect(isASCII)
    for check in ["groff -man -Tutf8 -ww -z", "mandoc -Tlint -Werror"] {
      let program = check.split(separator: " ")[0]
      guard FileManager.default.fileExists(atPath: "/usr/bin/\(program)") else { continue }
      let outcome = try Tool.shell("$Q manual > /tmp/$$.1; \(check) /tmp/$$.1; rm /tmp/$$.1")
      #expect(outcome.text + outcome.errors == "", "\(program)")
    }
    guard FileManager.default.fileExists(atPath: "/usr/bin/groff") else { return }
    let shown = try Tool.shell("$Q manual | groff -man -Tascii -P-cbou").text
    #expect(shown.contains("--skip-errors"))
    #expect(shown.contains(#"frc-query "age > 30 AND name BEGINSWITH[c] 'a'" people.json"#))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func aCompletionScriptIsOneToItsShell(_ shell: String) throws {
    let script = try Tool.run("completions", shell).text
    for command in try #require(Self.commands) {
      #expect(script.contains(command), "\(command)")
    }
    for format in ["json", "jsonl", "csv", "tsv", "table"] {
      #expect(script.contains(format), "\(format)")
    }
    for option in try options("--help") {
      #expect(script.contains(option.dropFirst(2)), "\(option)")
    }
    let places = ["/bin/\(shell)", "/usr/bin/\(shell)"]
    guard let program = places.first(where: FileManager.default.fileExists) else { return }
    let outcome = try Tool.shell("$Q completions \(shell) | \(program) -n")
    #expect(outcome == Tool.Outcome(status: 0, output: [], errors: ""))
  }

  /// What a script proposes when the tab key is pressed.
  @Test func bashProposesTheValuesOfAnOption() throws {
    guard FileManager.default.fileExists(atPath: "/bin/bash") else { return }
    func proposals(_ words: String...) throws -> [String] {
      let line = (["frc-query"] + words).map { "'\($0)'" }.joined(separator: " ")
      return try Tool.shell(
        """
        $Q completions bash > /tmp/$$.bash; /bin/bash -c '
        . /tmp/'$$'.bash
        function=$(complete -p frc-query | sed "s/.*-F \\([^ ]*\\) .*/\\1/")
        COMP_WORDS=(\(line.replacingOccurrences(of: "'", with: "\"")))
        COMP_CWORD=\(words.count)
        COMP_LINE="${COMP_WORDS[*]}"
        COMP_POINT=${#COMP_LINE}
        $function frc-query "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        printf "%s\\n" "${COMPREPLY[@]}"
        '; rm /tmp/$$.bash
        """
      ).lines.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(try proposals("--input", "").sorted() == ["csv", "json", "jsonl", "tsv", "values"])
    #expect(try proposals("--output", "t").sorted() == ["table", "tsv"])
  }
}
