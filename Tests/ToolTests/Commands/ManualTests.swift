import Foundation
import Testing
import ToolTestSupport

/// The manual page, which comes from the same source as the help texts.
@Suite(.serialized, .startsProcesses) struct ManualTests {
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
}
