internal import ArgumentParser
internal import FilterEngine
internal import FilterJSON

/// A command with its options and arguments, as the parser describes it.
struct CommandDescription {
  /// An option, a flag or a positional argument.
  struct Argument {
    enum Kind: String {
      case positional, option, flag
    }

    let kind: Kind

    /// The names with their dashes, the short one first.
    let names: [String]

    /// The name of the value.
    let valueName: String

    /// A sentence for its help.
    let abstract: String

    /// The values that it takes; nil if there is no list of them.
    let values: [String]?

    /// Whether its value is the name of a file.
    let isFile: Bool
    let isOptional: Bool
    let isRepeating: Bool

    init(_ argument: FilterValue) {
      kind = argument.member("kind")?.text.flatMap(Kind.init) ?? .positional
      let names = (argument.member("names")?.elements ?? []).map { name in
        (name.member("kind")?.text == "long" ? "--" : "-") + (name.member("name")?.text ?? "")
      }
      self.names = names.sorted { $0.count < $1.count }
      valueName = argument.member("valueName")?.text ?? ""
      abstract = argument.member("abstract")?.text ?? ""
      let completion = argument.member("completionKind")
      values =
        (argument.member("allValues") ?? completion?.member("list")?.member("values"))?.elements?
        .compactMap(\.text)
      isFile = completion?.member("file") != nil
      isOptional = argument.member("isOptional")?.isTrue ?? false
      isRepeating = argument.member("isRepeating")?.isTrue ?? false
    }
  }

  let name: String

  /// A sentence for its help.
  let abstract: String
  let discussion: String
  let arguments: [Argument]

  /// The subcommands, without hidden ones and the one for help.
  let subcommands: [CommandDescription]

  /// Leaves out what help does not show.
  init(_ command: FilterValue) {
    name = command.member("commandName")?.text ?? ""
    abstract = command.member("abstract")?.text ?? ""
    discussion = command.member("discussion")?.text ?? ""
    func isShown(_ value: FilterValue) -> Bool { value.member("shouldDisplay")?.isTrue ?? true }
    arguments = (command.member("arguments")?.elements ?? []).filter(isShown).map(Argument.init)
    subcommands = (command.member("subcommands")?.elements ?? []).filter(isShown)
      .map(CommandDescription.init).filter { $0.name != "help" }
  }

  var options: [Argument] { arguments.filter { $0.kind != .positional } }

  var positionals: [Argument] { arguments.filter { $0.kind == .positional } }

  /// The subcommand that need not be named.
  var filter: CommandDescription? {
    subcommands.first { $0.name == FilterCommand.name }
  }

  /// The whole program.
  static func program() throws(ToolError) -> CommandDescription {
    guard let value = try? JSONReader().read(text), let root = value.member("command") else {
      throw .message("the commands cannot be described")
    }
    return CommandDescription(root)
  }

  /// All commands with their arguments as JSON, which the parser returns as the message of a request.
  private static var text: String {
    do {
      _ = try RootCommand.parseAsRoot(["--experimental-dump-help"])
      return ""
    } catch {
      return RootCommand.fullMessage(for: error)
    }
  }
}

extension FilterValue {
  /// The member of an object.
  fileprivate func member(_ key: String) -> FilterValue? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }

  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate var elements: [FilterValue]? {
    if case .list(let list) = self { list.elements } else { nil }
  }

  fileprivate var isTrue: Bool { if case .bool(true) = self { true } else { false } }
}
