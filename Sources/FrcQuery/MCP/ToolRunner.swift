internal import FilterEngine
internal import FilterJSON
internal import Synchronization

/// Answers calls of tools by running commands of the program in this process.
struct ToolRunner: Sendable {
  let surroundings: Surroundings
  let sources: [ServedSource]

  /// The option of the policy; none if all keys are permitted.
  let policy: [String]

  /// The options with the values of variables.
  let variables: [String]

  /// The time of a call.
  let seconds: Double

  /// The answer of a call, an object in JSON, and whether a command failed.
  typealias CallAnswer = (object: [UInt8], isError: Bool)

  /// Performs a call. `report` is called with the bytes read so far of a file and its size.
  func answer(
    _ call: ToolCall, report: (@Sendable (_ count: Int, _ size: Int) -> Void)?
  ) -> CallAnswer {
    var surroundings = surroundings
    var limits = EvaluationLimits.standard
    limits.time = .seconds(min(seconds, 1e12))
    limits.isInterrupted = { call.isCancelled }
    surroundings.limits = limits.beginning()
    surroundings.reportsProgress = report
    var run = AnsweringRun(surroundings)
    switch call.tool {
    case .describe: describe(call, &run)
    case .check:
      run.add("check", run.lines(["check", "--json"] + policy + ["--", call.text ?? ""]).first)
      guard !run.isError else { break }
      let rows = run.lines(filter(call, ["--limit=1"]))
      if !run.isError { run.add("matches", Array((rows.isEmpty ? "false" : "true").utf8)) }
    case .query: query(call, &run)
    case .explain:
      run.add("why", text: run.lines(filter(call, ["--why", "--limit=\(call.limit)"])))
      if policy.isEmpty { run.add("plan", text: run.lines(filter(call, ["--explain"]))) }
    }
    return run.answer
  }

  /// The command that filters the source.
  private func filter(_ call: ToolCall, _ options: [String]) -> [String] {
    ["filter"] + policy + variables + options + ["--", call.text ?? "TRUE", call.source.file]
  }

  private func describe(_ call: ToolCall, _ run: inout AnsweringRun) {
    let functions = ["functions", "--json"] + policy + ["--"]
    if let name = call.text {
      return run.add("entries", list: run.lines(functions + [name]))
    }
    let source = policy + variables + ["--", call.source.file]
    run.add("schema", run.lines(["schema", "--json"] + source).first)
    // Only the names, as all that is known of each is long.
    var groups: [(key: String, value: [String])] = []
    for line in run.lines(functions) {
      guard case .object(let entry)? = try? JSONReader().read(line),
        case .string(let group)? = entry["group"], case .string(let name)? = entry["name"]
      else { continue }
      let index = groups.firstIndex { $0.key == group } ?? groups.count
      if index == groups.count { groups.append((group, [])) }
      groups[index].value.append(name)
    }
    run.add(
      "language", JSONWriter().bytes(.jsonObject(groups.map { ($0.key, .jsonTexts($0.value)) })))
    run.add("guide", text: run.lines(["guide"] + source))
  }

  private func query(_ call: ToolCall, _ run: inout AnsweringRun) {
    // One more row shows that there are more.
    let limit = call.isCount ? [] : ["--limit=\(call.limit + 1)"]
    let lines = run.lines(filter(call, call.options + limit))
    if call.isCount { return run.add("count", lines.first) }
    let rows = lines.prefix(call.limit)
    run.add("rows", list: Array(rows))
    guard run.isCut || rows.count < lines.count else { return }
    let bytes = "more than \(ServedTool.mostBytes) bytes"
    let reason =
      if !run.isCut {
        "there are more rows"
      } else if lines.isEmpty {
        // The same call does not come further.
        "the next row has \(bytes): select some of its keys, or skip it"
      } else {
        "the rows have \(bytes)"
      }
    run.add(
      "leftOut",
      JSONWriter().bytes(
        .jsonObject([
          ("reason", .string(reason)), ("offset", .int(Int64(call.offset + rows.count))),
        ])))
  }
}

/// The commands that answer a call, and the members of its answer.
private struct AnsweringRun {
  private let surroundings: Surroundings
  private var members: [UInt8] = [UInt8(ascii: "{")]
  private var messages: [ArraySlice<UInt8>] = []

  /// Whether a command failed.
  private(set) var isError = false

  /// Whether the output of the last command was cut.
  private(set) var isCut = false

  init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
  }

  /// Runs a command, and returns the lines of its output.
  mutating func lines(_ arguments: [String]) -> [ArraySlice<UInt8>] {
    let output = OutputMemory(limit: ServedTool.mostBytes)
    let errors = OutputMemory(limit: ServedTool.mostMessageBytes)
    var surroundings = surroundings
    surroundings.memory = (output, errors)
    let status = Program.run(arguments, in: surroundings)
    isError = isError || status == ExitStatus.failure
    let (lines, said) = (output.lines, errors.lines)
    isCut = lines.isCut
    messages += said.lines
    if said.isCut { note("further messages are left out") }
    if isCut, lines.lines.isEmpty { note("a line has more than \(ServedTool.mostBytes) bytes") }
    return lines.lines
  }

  private mutating func note(_ message: String) {
    var bytes = Array(#"{"note":"#.utf8)
    ToolError.write(note: message, to: &bytes)
    messages.append(bytes[...] + [UInt8(ascii: "}")])
  }

  /// Adds a member to the answer, unless there is no value.
  mutating func add(_ name: String, _ json: (some Collection<UInt8>)?) {
    guard let json else { return }
    members.appendMember(name)
    members += json
  }

  mutating func add(_ name: String, list: [ArraySlice<UInt8>]) {
    members.appendMember(name)
    members.appendList(list) { $1 += $0 }
  }

  mutating func add(_ name: String, text: [ArraySlice<UInt8>]) {
    members.appendMember(name)
    let lines = Array((text + (isCut ? [ArraySlice("…".utf8)] : [])).joined(separator: [0x0A]))
    JSONWriter.write(String(decoding: lines, as: UTF8.self), to: &members)
  }

  var answer: ToolRunner.CallAnswer {
    var run = self
    if !messages.isEmpty { run.add("messages", list: messages) }
    return (run.members + [UInt8(ascii: "}")], isError)
  }
}
