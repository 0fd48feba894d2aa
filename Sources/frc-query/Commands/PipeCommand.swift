internal import ArgumentParser

/// Requests and answers as JSON Lines.
struct PipeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipe",
    abstract: "Answer requests in JSON Lines, for other programs.",
    discussion: """
        echo '{"op":"evaluate","filter":"age > 30","item":{"age":36}}' | frc-query pipe

      Reads one request a line from standard input and answers each with one line,
      in order. Only the end of the input ends the program.

      The language:

        {"op":"evaluate","filter":"age > %d","args":[30],"item":{"age":36}}
        {"result":true}
        {"op":"value","expression":"tags.@count + 1","item":{"tags":["a","b"]}}
        {"value":3}
        {"op":"format","filter":"a=1 or b=$v","variables":{"v":2}}
        {"format":"a == 1 OR b == 2"}

      Rows, sections and filters, and the changes of the visible rows by each edit:

        {"op":"configure","identity":"id","section":"city",
         "sort":[{"key":"name","ascending":true,"options":"cd"}],
         "sectionOrder":"first","emptySections":"drop","duplicates":"first"}
        {"op":"set","items":[…]}  {"op":"set","sections":[{"name":"A","items":[…]}]}
        {"op":"add","item":{…},"section":0}  {"op":"insert","item":{…},"at":[0,2]}
        {"op":"remove","key":7}  {"op":"remove","at":[0,2]}
        {"op":"replace","item":{…}}  {"op":"replace","at":[0,2],"item":{…}}
        {"op":"move","from":[0,1],"to":[1,0]}
        {"op":"merge","items":[…],"sorted":true}
        {"op":"section.add","name":"B","items":[…]}
        {"op":"section.insert","name":"B","items":[…],"at":1}
        {"op":"section.remove","at":1}  {"op":"section.replace","at":1,"items":[…]}
        {"op":"section.move","from":0,"to":1}
        {"op":"filter.add","name":"Adults","group":"age","filter":"age >= 18"}
        {"op":"filter.remove","name":"Adults","group":"age"}
        {"op":"filter.replaceAll","filters":[…]}  {"op":"filter.clear"}
        {"op":"begin"}  {"op":"end"}  {"op":"rollback"}

        {"changes":[{"deleted":[[0,3],[0,1]],"inserted":[[0,0]]}]}

      A sort key may be a text as for --sort, such as "name:desc".

      Positions are [section, item], counted in all rows, visible or hidden;
      "to" is a position after the removal of the row. A change is {"reload":true}
      or lists without the empty ones: deletedSections, insertedSections,
      movedSections, updatedSections, deleted, inserted, moved, updated. Deletions
      have old positions, insertions new ones; moves and updates are pairs of both.
      Between "begin" and "end" no changes are reported.

        {"op":"snapshot"}
        {"sections":[{"name":"A","items":[…]}]}
        {"op":"why","key":7}
        {"hiddenBy":["Adults"]}

      A request may carry "id", which its answer repeats; filters and expressions
      "args", "variables" and "strict". Limits hold for each request. An error
      changes nothing:

        {"error":{"kind":"syntax","message":"…","code":"expected","line":1,
          "column":7,"utf16Offset":6,"utf16Length":3,"offset":6,"length":3}}

      Its kind is syntax, evaluation, request or data. Values are JSON, and also
      {"$date":seconds}, {"$data":base64}, {"$set":[…]}, {"$float":"nan"},
      {"$int":"…"} and {"$decimal":"…"}.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var limits: LimitOptions

  func run() throws {
    let source = try ByteSource(path: "-")
    let sink = ByteSink()
    let session = PipeSession(libraries: try plugins.libraries(), limits: limits.limits)
    var isFirst = true
    while let range = try source.nextLine() {
      var line = source.buffer[range]
      if isFirst, line.starts(with: ArraySlice.byteOrderMark) { line = line.dropFirst(3) }
      isFirst = false
      try sink.write(session.answer(line))
      try sink.write("\n".utf8)
      try sink.flush()
    }
  }
}
