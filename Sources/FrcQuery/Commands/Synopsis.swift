/// The synopsis of a command, in roff.
struct Synopsis {
  let text: String

  /// The command `name` with its arguments; all options are one word.
  init(_ command: CommandDescription, name: String) {
    var words = ["\\fB" + Roff.escaped(name) + "\\fR"]
    if !command.options.isEmpty { words.append("[\\fIoptions\\fR]") }
    for argument in command.positionals {
      let word = Self.value(argument) + (argument.isRepeating ? " ..." : "")
      words.append(argument.isOptional ? "[\(word)]" : word)
    }
    text = words.joined(separator: " ")
  }

  /// `-i, --input input`, `predicate`
  static func tag(_ argument: CommandDescription.Argument) -> String {
    guard argument.kind != .positional else { return value(argument) }
    let names = argument.names.map { "\\fB" + Roff.escaped($0) + "\\fR" }.joined(separator: ", ")
    return argument.kind == .option ? names + " " + value(argument) : names
  }

  private static func value(_ argument: CommandDescription.Argument) -> String {
    "\\fI" + Roff.escaped(argument.valueName) + "\\fR"
  }
}
