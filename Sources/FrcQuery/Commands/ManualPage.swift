internal import FilterSyntax

/// The manual page, made from the same descriptions as the help texts.
enum ManualPage {
  /// The page in the language of `man`.
  static func text() throws(ToolError) -> String {
    let program = try CommandDescription.program()
    guard let filter = program.filter else { throw .message("the commands cannot be described") }
    let others = program.subcommands.filter { $0.name != filter.name }
    var page = Roff()
    page.request("TH", "FRC-QUERY", "1", "", "frc-query " + Version.text, "User Commands")
    page.request("SH", "NAME")
    page.line("frc-query \\- " + Roff.escaped(program.abstract.sentence))
    page.request("SH", "SYNOPSIS")
    page.line(Synopsis(filter, name: program.name).text)
    for command in others {
      page.request("br")
      page.line(Synopsis(command, name: program.name + " " + command.name).text)
    }
    page.request("SH", "OPTIONS")
    arguments(filter, &page)
    discussion(filter.discussion, heading: "SH", &page)
    for command in others {
      page.request("SH", (program.name + " " + command.name).uppercased())
      page.line(Roff.escaped(command.abstract))
      discussion(command.discussion, &page)
      arguments(command, &page)
    }
    return page.text
  }

  /// A paragraph with a tag for each argument and option.
  private static func arguments(_ command: CommandDescription, _ page: inout Roff) {
    for argument in command.arguments {
      page.request("TP")
      page.line(Synopsis.tag(argument))
      let values = argument.values.map { " Values: " + $0.joined(separator: ", ") + "." } ?? ""
      let help = argument.abstract + values
      page.line(Roff.escaped(help.isEmpty ? "Show help." : help))
    }
  }

  /// A discussion as it is written: headings, and the lines below them.
  private static func discussion(
    _ text: String, heading: String = "SS", _ page: inout Roff
  ) {
    var isOpen = false
    var isBelowHeading = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.isHeading {
        if isOpen { page.request("fi") }
        page.request(heading, line)
        (isOpen, isBelowHeading) = (false, true)
        continue
      }
      if !isOpen {
        if !isBelowHeading { page.request("PP") }
        page.request("nf")
        isOpen = true
      }
      page.line(line.isEmpty ? "\\&" : Roff.escaped(line))
    }
    if isOpen { page.request("fi") }
  }
}

extension String {
  /// Without the full stop.
  fileprivate var sentence: String { ends(with: ".") ? dropping(0, last: 1) : self }

  /// Whether it is a line of words in upper case.
  fileprivate var isHeading: Bool {
    first?.isUppercase == true && allSatisfy { $0.isUppercase || $0 == " " }
  }
}
