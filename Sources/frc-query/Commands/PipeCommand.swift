internal import ArgumentParser

/// Requests and answers as JSON Lines.
struct PipeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipe",
    _superCommandName: "frc-query",
    abstract: "Answer requests in JSON Lines, for other programs.",
    discussion: """
      Reads one request a line from standard input and answers each with one line,
      in order. Only the end of the input ends the program.

        {"op":"evaluate","filter":"age > %d","args":[30],"item":{"age":36}}
        {"result":true}
        {"op":"value","expression":"tags.@count + 1","item":{"tags":["a","b"]}}
        {"value":3}
        {"op":"format","filter":"a=1 or b=2"}
        {"format":"a == 1 OR b == 2"}

      A request may carry "id", which its answer repeats, "args", "variables" and
      "strict". Beside JSON, values are {"$date":seconds}, {"$data":base64},
      {"$set":[…]}, {"$float":"nan"}, {"$int":"…"} and {"$decimal":"…"}.
      """)

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    let source = try ByteSource(path: "-")
    let sink = ByteSink()
    let session = PipeSession(libraries: try plugins.libraries())
    var isFirst = true
    while let range = try source.nextLine() {
      var line = source.buffer[range]
      if isFirst, line.starts(with: ArraySlice.byteOrderMark) { line = line.dropFirst(3) }
      isFirst = false
      try sink.write(session.answer(line))
      try sink.write("\n")
      try sink.flush()
    }
  }
}
