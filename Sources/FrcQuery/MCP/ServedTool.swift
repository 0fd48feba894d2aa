internal import FilterEngine

/// A tool of the server, and the options that its arguments become.
enum ServedTool: String, CaseIterable {
  case describe, check, query, explain

  /// An argument of a tool.
  struct Argument {
    enum Kind {
      case text, texts, count, flag
    }

    let name: String
    let kind: Kind
    let summary: String

    /// The option of a filter, if the argument becomes one.
    var option: String?
    var isRequired = false
  }

  /// The longest text, in bytes.
  static let longestText = 1 << 16

  /// The most texts of a list.
  static let mostTexts = 100

  /// The rows of an answer without a limit, and the most of them.
  static let usualRows = 100
  static let mostRows = 1_000

  /// The most bytes of rows in an answer, and of messages.
  static let mostBytes = 1 << 18
  static let mostMessageBytes = 1 << 14

  private var summary: String {
    switch self {
    case .describe:
      "The keys of a source with their kinds and some of their values, the operators and functions of filters, and a "
        + "page on filters of these keys. With 'about', what one operator or function does, with an example."
    case .check:
      "Checks a filter: its canonical form, tree and cost, or the error with its place and fix; notes on what it "
        + "probably means otherwise; and whether it matches a row of the source."
    case .query:
      "The rows of a source that a filter matches, or counts of them. At most \(Self.mostRows) rows and "
        + "\(Self.mostBytes) bytes; 'leftOut' says where to continue with 'offset'."
    case .explain:
      "Why rows do not match a filter, part by part with the values of its sides, and how the filter is evaluated."
    }
  }

  var arguments: [Argument] {
    let source = Argument(
      name: "source", kind: .text, summary: "The name of a source.", isRequired: true)
    let filter = Argument(
      name: "filter", kind: .text,
      summary: "A condition on rows, such as age > 30 AND name BEGINSWITH[c] 'a'.",
      isRequired: self != .query)
    let limit = Argument(
      name: "limit", kind: .count, summary: "At most so many rows; the default is \(limit).")
    switch self {
    case .describe:
      let about = Argument(name: "about", kind: .text, summary: "An operator or a function.")
      return [source, about]
    case .check: return [source, filter]
    case .explain: return [source, filter, limit]
    case .query:
      return [
        source, filter,
        Argument(
          name: "select", kind: .texts, summary: "Keys or expressions, as name=price*2.",
          option: "--select"),
        Argument(
          name: "sort", kind: .texts, summary: "Keys or expressions, as age:desc.",
          option: "--sort"),
        limit,
        Argument(
          name: "offset", kind: .count, summary: "The rows to skip.", option: "--offset"),
        Argument(
          name: "count", kind: .flag, summary: "Only the number of rows that match.",
          option: "--count"),
        Argument(
          name: "countBy", kind: .texts,
          summary: "Counts rows by the values of keys or expressions, in place of rows.",
          option: "--count-by"),
      ]
        + ["sum", "avg", "min", "max"].map {
          Argument(
            name: $0, kind: .texts, summary: "The \($0) of keys, of each group or of all rows.",
            option: "--" + $0)
        }
    }
  }

  /// The rows of an answer without a limit.
  var limit: Int { self == .explain ? 1 : Self.usualRows }

  /// The description of the tool for clients.
  func description(sources: [String]) -> FilterValue {
    var properties: [(key: String, value: FilterValue)] = []
    for argument in arguments {
      var schema = argument.schema
      if argument.name == "source" { schema.append(("enum", .jsonTexts(sources))) }
      properties.append((argument.name, .object(FilterObject(schema))))
    }
    return .jsonObject([
      ("name", .string(rawValue)), ("description", .string(summary)),
      (
        "inputSchema",
        .jsonObject([
          ("type", .string("object")), ("properties", .object(FilterObject(properties))),
          ("required", .jsonTexts(arguments.filter(\.isRequired).map(\.name))),
          ("additionalProperties", .bool(false)),
        ])
      ),
      (
        "annotations",
        .jsonObject([("readOnlyHint", .bool(true)), ("openWorldHint", .bool(false))])
      ),
    ])
  }
}

extension ServedTool.Argument {
  /// The JSON Schema of the argument.
  fileprivate var schema: [(key: String, value: FilterValue)] {
    let text: [(key: String, value: FilterValue)] = [
      ("type", .string("string")), ("maxLength", .int(Int64(ServedTool.longestText))),
    ]
    let description = (key: "description", value: FilterValue.string(summary))
    switch kind {
    case .text: return [description] + text
    case .texts:
      return [
        description, ("type", .string("array")), ("items", .object(FilterObject(text))),
        ("maxItems", .int(Int64(ServedTool.mostTexts))),
      ]
    case .count: return [description, ("type", .string("integer")), ("minimum", .int(0))]
    case .flag: return [description, ("type", .string("boolean"))]
    }
  }

  /// The texts of the argument: none if it is not given. A flag is there or not.
  func texts(in members: RequestMembers) throws(ToolError) -> [String] {
    var texts: [String] = []
    switch kind {
    case .text: texts += try members.optionalText(name).map { [$0] } ?? []
    case .count: texts += try members.optionalCount(name).map { ["\($0)"] } ?? []
    case .flag: texts += try members.flag(name) ?? false ? ["true"] : []
    case .texts:
      for value in try members.optionalList(name) {
        guard case .string(let text) = value else {
          throw .request("'\(name)' must be a list of texts")
        }
        texts.append(text)
      }
    }
    guard texts.count <= ServedTool.mostTexts else {
      throw .request("'\(name)' has more than \(ServedTool.mostTexts) texts")
    }
    guard texts.allSatisfy({ $0.utf8.count <= ServedTool.longestText }) else {
      throw .request("'\(name)' has more than \(ServedTool.longestText) bytes")
    }
    guard !isRequired || !texts.isEmpty else { throw .request("'\(name)' is missing") }
    return texts
  }
}
