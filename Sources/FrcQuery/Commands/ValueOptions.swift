internal import ArgumentParser
internal import EssentialFoundation
internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The arguments of the placeholders `%@`, `%K`, `%d` … of a predicate.
struct PlaceOptions: ParsableArguments {
  @Option(
    name: .customLong("arg"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The next %@ or %K of the predicate as text; with @FILE the list that the JSON of a file is, or the list of its "
        + "lines.",
      valueName: "text"))
  var arguments: [String] = []

  // Read as --arg, so that the order of both is kept.
  @Option(
    name: .customLong("arg-json"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The next %@ or %d of the predicate as a value of JSON; {\"$date\": \"2026-11-21\"} is a date.",
      valueName: "value"))
  var documents: [String] = []

  // Read as --arg, or as --var where it has a name.
  @Option(
    name: .customLong("arg-date"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The next %@ of the predicate, or the value of $NAME, as a date in ISO 8601.",
      valueName: "[name=]date"))
  var dates: [String] = []

  /// Marks an argument as JSON. No argument of a program can contain this character.
  private static let mark = "\0"

  /// Options whose value is the next argument, whatever it looks like.
  private static let valued: Set<String> = ["--arg", "--var", "--plugin"]

  /// Arguments with each `--arg-json` as a marked `--arg`, and each `--arg-date` as JSON.
  static func marked(_ arguments: [String]) throws(ToolError) -> [String] {
    // A predicate is checked for all values of its variables.
    let hasVariables = arguments.first != CheckCommand.configuration.commandName
    var marked: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return marked + [argument] + rest }
      if argument == "--arg-text" || argument.begins(with: "--arg-text=") {
        throw .message("--arg-text is --arg, which takes a text")
      }
      func value(_ option: String) -> String? {
        if argument == option { return rest.popFirst() }
        let start = option + "="
        return argument.begins(with: start) ? argument.dropping(start.utf8.count) : nil
      }
      if let text = value("--arg-json") {
        marked += ["--arg", mark + text]
      } else if let text = value("--arg-date") {
        marked += try dated(text, hasVariables: hasVariables)
      } else {
        marked.append(argument)
        if valued.contains(argument), let value = rest.popFirst() { marked.append(value) }
      }
    }
    return marked
  }

  /// The arguments for `DATE` or `NAME=DATE`.
  private static func dated(
    _ text: String, hasVariables: Bool
  ) throws(ToolError) -> [String] {
    let equals = text.place(of: "=")
    guard hasVariables || equals == nil else {
      throw .message(
        "check takes no values of variables: --arg-date DATE is that of the next %@, not of a name")
    }
    let date = equals.map { text[$0...].dropping(1) } ?? text
    guard Date(iso8601: date) != nil else {
      throw .message(
        "--arg-date takes a date such as 2026-11-21 or 2026-11-21T08:00:00Z, not '\(date.shown)'")
    }
    let json = "{\"$date\":\"\(date)\"}"
    guard let equals else { return ["--arg", mark + json] }
    return ["--var", "\(text[..<equals])=\(json)"]
  }

  /// The values in order.
  func values(in surroundings: Surroundings) throws(ToolError) -> [FilterValue] {
    let reader = JSONReader(tagged: true)
    var values: [FilterValue] = []
    for argument in arguments {
      if argument.begins(with: Self.mark) {
        let text = argument.dropping(1)
        guard let value = try reader.tagged(text.utf8, text.shown) else {
          throw .message("--arg-json takes JSON, and '\(text.shown)' is none: a text is --arg")
        }
        values.append(value)
      } else if argument.begins(with: "@"), argument.utf8.count > 1 {
        values.append(try Self.list(in: surroundings.source(argument.dropping(1)), reader))
      } else {
        switch Self.value(argument)?.kind {
        case .string?, .list?, .object?, .date?, .data?, .uuid?:
          throw .message("--arg takes a text: '\(argument.shown)' as JSON is --arg-json")
        default: values.append(.string(argument))
        }
      }
    }
    return values
  }

  /// The value of an argument that could be meant as JSON.
  private static func value(_ argument: String) -> FilterValue? {
    try? JSONReader(tagged: true).read(argument)
  }

  /// The first text that spells a number, a boolean or null.
  var word: String? {
    arguments.first { argument in
      let kind = argument.begins(with: Self.mark) ? nil : Self.value(argument)?.kind
      return [.number, .boolean, .null].contains(kind)
    }
  }

  /// The list that the JSON of a file is, or the list of its lines.
  private static func list(
    in source: ByteSource, _ reader: JSONReader
  ) throws(ToolError) -> FilterValue {
    let bytes = try source.readAll()
    let text = bytes.starts(with: ArraySlice.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    switch try reader.tagged(text, source.name) {
    case .list(let list)?: return .list(list)
    case let value? where value.kind == .object: return .list(FilterList([value]))
    default: break
    }
    var values: [FilterValue] = []
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let line = line.last == 0x0D ? line.dropLast() : line
      guard let line = String(validating: line, as: UTF8.self) else {
        throw .message("\(source.name): invalid UTF-8")
      }
      values += reader.values(ofLine: line)
    }
    if text.last == 0x0A { values.removeLast() }
    return .list(FilterList(values))
  }
}

/// The values of the `$variables` of a predicate.
struct VariableOptions: ParsableArguments {
  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The value of $NAME: JSON, else text.", valueName: "name=value"))
  var variables: [String] = []

  /// The values by name; of a name that is given twice the last counts.
  func bindings() throws(ToolError) -> [String: FilterValue] {
    let reader = JSONReader(tagged: true)
    var bindings: [String: FilterValue] = [:]
    for variable in variables {
      let equals = variable.place(of: "=")
      let name = variable[..<(equals ?? variable.startIndex)].unicodeScalars.drop { $0 == "$" }
      guard !name.isEmpty, let equals else {
        throw .message("--var takes NAME=VALUE, not '\(variable)'")
      }
      bindings[String(Substring(name))] = try reader.value(
        orText: variable[equals...].dropping(1))
    }
    return bindings
  }
}

extension JSONReader {
  fileprivate func value(orText text: String) throws(ToolError) -> FilterValue {
    try tagged(text.utf8, text.shown) ?? .string(text)
  }

  /// The value of a text; nil if it is no JSON. A tag such as `$date` with another content is an error.
  fileprivate func tagged(
    _ text: some Collection<UInt8>, _ name: String
  ) throws(ToolError) -> FilterValue? {
    do throws(JSONError) {
      return try read(text)
    } catch {
      guard case .badTag = error.reason else { return nil }
      throw .message("\(name): \(error.description)")
    }
  }

  /// What a line of a file of values stands for: the text in its quotes, or the line as it is. A number is in the list as
  /// a number and as a text, so that it is found among either.
  fileprivate func values(ofLine line: String) -> [FilterValue] {
    let value = try? read(line)
    switch value?.kind {
    case .string?: return value.map { [$0] } ?? []
    case .number?: return [value ?? .null, .string(line)]
    default: return [.string(line.unquoted(by: "\"") ?? line.unquoted(by: "'") ?? line)]
    }
  }
}
