internal import FilterEngine
internal import FilterSyntax
internal import Synchronization

/// A request for a tool, which another thread can cancel.
final class ToolCall: Sendable {
  /// The JSON of the id of the request.
  let id: [UInt8]

  /// The JSON of the token of notifications of progress, if these are wanted.
  let token: [UInt8]?

  let tool: ServedTool
  let source: ServedSource

  /// The filter, or the name that is asked about.
  let text: String?
  let limit: Int
  let offset: Int
  let isCount: Bool

  /// The options of a filter.
  let options: [String]

  private let hasEnded = Atomic(false)

  /// Reads the parameters of a request; throws if they are wrong.
  init(
    _ id: [UInt8], _ params: RequestMembers, token: [UInt8]?, sources: [ServedSource]
  ) throws(ToolError) {
    let name = try params.text("name")
    guard let tool = ServedTool(rawValue: name) else {
      let names = ServedTool.allCases.map(\.rawValue)
      throw .unknown(
        "there is no tool", name, nearest: EditDistance.nearest(to: name, in: names))
    }
    let none = FilterValue.jsonObject([])
    let members = try RequestMembers(
      params.isGiven("arguments") ? params.value("arguments") : none, "'arguments'")
    try members.allow(tool.arguments.map(\.name), of: "'\(name)'")
    var (options, texts) = ([String](), [String: String]())
    for argument in tool.arguments {
      for text in try argument.texts(in: members) {
        texts[argument.name] = text
        guard let option = argument.option else { continue }
        options.append(argument.kind == .flag ? option : "\(option)=\(text)")
      }
    }
    let known = texts["source"] ?? ""
    guard let source = sources.first(where: { $0.name.utf8.elementsEqual(known.utf8) }) else {
      throw .unknown(
        "there is no source", known,
        nearest: EditDistance.nearest(to: known, in: sources.map(\.name)))
    }
    (self.id, self.token, self.tool, self.source, self.options) = (id, token, tool, source, options)
    text = texts[tool == .describe ? "about" : "filter"]
    limit = min(try members.optionalCount("limit") ?? tool.limit, ServedTool.mostRows)
    offset = try members.optionalCount("offset") ?? 0
    isCount = texts["count"] != nil
  }

  var isCancelled: Bool { hasEnded.load(ordering: .relaxed) }

  func cancel() { hasEnded.store(true, ordering: .relaxed) }
}
