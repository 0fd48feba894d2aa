import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

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

  /// Help fits into three screens, and has each option that is not left to the page in a group.
  @Test func helpIsShortAndHasTheOptionsByGroups() throws {
    let help = try Tool.run("--help").text
    #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 3 * 24)
    let groups = ["INPUT", "OUTPUT", "COUNT", "VALUES", "EXPLAIN", "COMMANDS"]
    let places = try groups.map { try #require(help.range(of: "\n\($0)\n")).lowerBound }
    #expect(places == places.sorted())
    let words = Set(
      help[places[0]..<places[5]].split { " \n,;".contains($0) }.map(String.init)
        .filter { $0.hasPrefix("-") && $0 != "-" })
    let program = try CommandDescription.program()
    let names = try #require(program.filter).options.filter {
      !FilterHelp.inManualOnly.contains($0.names.last ?? "")
    }
    .flatMap(\.names)
    #expect(words == Set(names))
    let page = try Tool.run("manual").text
    for option in FilterHelp.inManualOnly {
      #expect(page.contains(roff(option)) && !words.contains(option), "\(option)")
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
