internal import ArgumentParser
internal import FilterEngine
internal import FilterJSON

/// The manual page, made from the same descriptions as the help texts.
enum ManualPage {
  /// The page in the language of `man`.
  static func text() throws(ToolError) -> String {
    guard let value = try? JSONReader().read(description), let root = value["command"],
      let filter = commands(root).first(where: { isFilter($0) })
    else { throw .message("the commands cannot be described") }
    let others = commands(root).filter { !isFilter($0) }
    let abstract = root["abstract"]?.text ?? ""
    var page = Roff()
    page.request("TH", "FRC-QUERY", "1", "", "frc-query " + Version.text, "User Commands")
    page.request("SH", "NAME")
    page.line("frc-query \\- " + Roff.escaped(abstract.sentence))
    page.request("SH", "SYNOPSIS")
    page.line(Synopsis(filter, name: "frc-query").text)
    for command in others {
      page.request("br")
      page.line(Synopsis(command, name: name(command)).text)
    }
    page.request("SH", "OPTIONS")
    arguments(filter, &page)
    discussion(filter["discussion"]?.text ?? "", heading: "SH", &page)
    for command in others {
      page.request("SH", name(command).uppercased())
      page.line(Roff.escaped(command["abstract"]?.text ?? ""))
      discussion(command["discussion"]?.text ?? "", &page)
      arguments(command, &page)
    }
    return page.text
  }

  /// All commands with their arguments as JSON, which the parser returns as the message of a request.
  private static var description: String {
    do {
      _ = try RootCommand.parseAsRoot(["--experimental-dump-help"])
      return ""
    } catch {
      return RootCommand.fullMessage(for: error)
    }
  }

  private static func isFilter(_ command: FilterValue) -> Bool {
    command["commandName"]?.text == FilterCommand.configuration.commandName
  }

  private static func commands(_ root: FilterValue) -> [FilterValue] {
    (root["subcommands"]?.elements ?? []).filter { $0["commandName"]?.text != "help" }
  }

  private static func name(_ command: FilterValue) -> String {
    "frc-query " + (command["commandName"]?.text ?? "")
  }

  /// A paragraph with a tag for each argument and option.
  private static func arguments(_ command: FilterValue, _ page: inout Roff) {
    for argument in command["arguments"]?.elements ?? [] {
      guard argument["shouldDisplay"]?.isTrue ?? true else { continue }
      page.request("TP")
      page.line(Synopsis.tag(argument))
      var help = argument["abstract"]?.text ?? ""
      if let values = argument["allValues"]?.elements {
        help += " Values: " + values.compactMap(\.text).joined(separator: ", ") + "."
      }
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
  fileprivate var sentence: String { hasSuffix(".") ? String(dropLast()) : self }

  /// Whether it is a line of words in upper case.
  fileprivate var isHeading: Bool {
    first?.isUppercase == true && allSatisfy { $0.isUppercase || $0 == " " }
  }
}
