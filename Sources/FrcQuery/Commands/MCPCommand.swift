internal import ArgumentParser
internal import FilterEngine
internal import Synchronization

/// Tools for language models.
struct MCPCommand: ToolCommand {
  static let name = "mcp"
  static let abstract = "Serve files and databases to language models, read-only."

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: abstract,
    discussion: """
        frc-query mcp --policy policy.json people=people.json shop.csv
        frc-query mcp --all-keys "orders=shop.db?table=orders"

      Serves the Model Context Protocol on standard input and output, in the version
      \(ProtocolServer.versions[0]) or an older one. A client registers it as a command:

        {"mcpServers":{"people":{"command":"frc-query",
          "args":["mcp","--policy","/data/policy.json","people=/data/people.json"]}}}

      A source is NAME=FILE, or a file, whose name is then its base name without
      endings. At the end of the input the calls that were received are answered, and
      the program ends. It ends at once if nobody reads its output any more.

      Tools:

        describe   the keys of a source, the operators and functions, and the page of
                   "frc-query guide"
        check      a filter: its form, cost, errors with fixes, notes
        query      rows: filter, select, sort, limit, offset, count, countBy, sum, avg,
                   min and max
        explain    why rows do not match, and how a filter is evaluated

      They read the sources and write nothing. Under a policy, other keys do not exist:
      they are in no answer, and neither is the plan of a filter. The policy is read
      once. An answer is a text in JSON, of at most \(ServedTool.mostRows) rows and \(ServedTool.mostBytes) bytes
      of them, and "leftOut" says where it goes on. Its "messages" are errors and
      notes in the form of "frc-query pipe". A call ends after 30 seconds unless
      --time-limit says otherwise, and when the client cancels it. Calls are performed
      one after another.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @Argument(
    help: ArgumentHelp("Files and databases, with names.", valueName: "name=file"),
    completion: .file())
  var sources: [String] = []

  @OptionGroup var policy: PolicyOptions

  @Flag(help: "Permit all keys, without a policy.")
  var allKeys = false

  @OptionGroup var variables: VariableOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Largest time of a call; the default is 30.", valueName: "seconds"))
  var timeLimit: Double = 30

  func validate() throws {
    if sources.isEmpty { throw ValidationError("A source is missing.") }
    if (policy.file != nil) == allKeys {
      throw ValidationError("Name a policy with --policy, or permit everything with --all-keys.")
    }
    if policy.file == "-" { throw ValidationError("Standard input has the requests.") }
    if !(timeLimit >= 0) { throw ValidationError("--time-limit must not be negative.") }
  }

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    let bindings = try variables.bindings()
    var inner = Surroundings(
      input: -1, output: -1, errors: -1, environment: surroundings.environment,
      seconds: surroundings.seconds)
    inner.hasMessagesForPrograms = true
    inner.policy = try policy.policy(.standard, in: surroundings)
    for name in inner.policy?.always.flatMap(\.usedVariables) ?? [] where bindings[name] == nil {
      throw .message("the variable $\(name) has no value: give it with --var \(name)=VALUE")
    }
    let runner = ToolRunner(
      surroundings: inner, sources: try ServedSource.list(sources),
      policy: policy.file.map { ["--policy=" + $0] } ?? [],
      variables: variables.variables.map { "--var=" + $0 }, seconds: timeLimit)
    let output = Mutex(surroundings.output)
    let server = ProtocolServer(runner) { line in
      let written = output.withLock { SystemCalls.write($0, line) }
      return if case .success = written { true } else { false }
    }
    let input = try surroundings.source("-")
    let wait = InputWait(for: input.descriptor)
    input.ending = wait
    let lines = SourceParts<[UInt8]>(input, blockSize: 1, hasBlocks: false) {
      () throws(ToolError) in
      try input.nextLine().map { Array(input.buffer[$0]) }
    }
    // One thread receives, so that a call can be cancelled while this one performs it. The server bounds the number of
    // calls that wait, and all other messages are answered at once.
    let work = OrderedWork<Result<SourcePart<[UInt8]>, ToolError>, Result<ToolCall?, ToolError>>(
      threads: 1, window: 1 << 30, part: lines.parts()
    ) {
      { part in
        part.map { part in
          guard case .text(let line) = part else { return nil }
          return server.receive(line)
        }
      }
    }
    defer {
      wait?.end()
      work.cancel()
    }
    while let received = try work.next() {
      if let call = try received.get() { server.perform(call) }
    }
    return ExitStatus.matched
  }
}
