internal import ArgumentParser

/// Requests and answers as JSON Lines.
struct PipeCommand: ToolCommand {
  static let name = "pipe"
  static let abstract = "Answer requests in JSON Lines, for other programs."

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: abstract,
    discussion: """
        echo '{"op":"evaluate","filter":"age > 30","item":{"age":36}}' | frc-query pipe

      Reads one request a line from standard input and answers each with one line,
      in order. Only the end of the input ends the program.

      The language:

      \(CommandHelp.questions(ofLanguage: true).indented)

      "tokens" colours any text. "complete" lists what can replace the word at an
      offset in UTF-8 bytes, best first, with the kinds of the keys or those of a
      JSON Schema under "schema", and without either those of the loaded rows. Its
      items may also have "summary" and "example".

      "format" takes "tree" for "filter", and its answer has "args" if the text has
      placeholders. Grammar/tree.schema.json describes trees.

      "residual" answers {"result":true} or false where the known keys decide, and
      with an error where every row fails. "args" are the values of the placeholders
      in the residual. It has "knownKeysRead" if it may read known keys all the same,
      and "always":true if the policy joins a filter, which has to hold as well.

      "explain" takes "key" for "item" to explain a loaded row. A verdict is true,
      false, "notEvaluated" after an operand that decided, or {"error":{…}}. A
      comparison has "left" and "right"; "elements" are those that decided ANY, ALL
      or NONE, and "passed" those that passed SUBQUERY, ten at most. "parts" are the
      operands of AND, OR and NOT. Other members that do not apply are left out.

      Rows, sections and filters, and the changes of the visible rows by each edit:

      \(CommandHelp.edits.indented)

        {"changes":[{"deleted":[[0,3],[0,1]],"inserted":[[0,0]]}]}

      A sort key may be a text as for --sort, such as "name:desc".

      Positions are [section, item]. In requests they count all rows, visible or
      hidden, and "to" is a position after the removal of the row; in changes they
      count visible rows. A change is {"reload":true} or lists without the empty
      ones: deletedSections, insertedSections, movedSections, updatedSections,
      deleted, inserted, moved, updated. Deletions have old positions, insertions
      new ones; moves and updates are pairs of both. The rows of inserted and
      deleted sections are not listed. Between "begin" and "end" no changes are
      reported.

      With "rows":true in "configure" a change also has "items", pairs of the new
      position and the row of each insertion and update, for inserted sections too.
      An answer has "ignored" if a part of the request had no effect, and "failed",
      the number of rows that the request left hidden as a filter fails on them:

        {"changes":[],"ignored":[{"key":7,"reason":"unknown"}]}
        {"changes":[],"ignored":[{"key":3,"reason":"duplicate"}]}
        {"changes":[],"ignored":[{"name":"Adults","reason":"unknown"}]}
        {"changes":[{"deleted":[[0,2]]}],"failed":1}

      It has "notes" if new filters show no row or all rows, and probably mean
      something else:

        {"changes":[…],"notes":["'age' is a number, which equals no text: …"]}

      Facets count the rows that pass all filters but those of the group
      "ignoring": by value, between bounds, by minute, hour, day, week, month or year
      (of UTC without "timeZone"), or for each filter of a list as if it replaced
      the one of its group. Aggregates are sum, avg, min, max, distinct, median,
      percentile (with the percent "at") or count of a key over the visible rows, of
      all and of each section. A snapshot has them by name, and a change those that
      differ:

        {"changes":[{"facets":{"city":{"counts":[["London",204],["Paris",77]],
          "others":3,"distinct":9,"failed":0},"price":{"counts":[[[null,0],0],
          [[0,10],4],[[10,100],9],[[100,null],1]],"nil":2,"nan":0,"failed":0},
          "age":{"counts":[["Young",12]]}},"aggregates":{"total":12.5},
          "failed":{"total":2},"sectionAggregates":[[0,{"total":12.5}]]}]}

      "failed" counts rows that are left out because a filter or the key fails, or
      the key has no number; in "sectionAggregates" it follows the values. Counts
      are {"unknown":"limit"} if a filter hits a limit. null removes facets or
      aggregates. The rows of a table are counted as far as "open" has read them.

      \(CommandHelp.questions(ofLanguage: false).indented)

      "open" reads the rows of a file of any format, or of a table of a database, at
      most 1000000 unless "limit" allows more, and with "filter" only those that
      match. "input", "delimiter", "rows" and "types" are texts as for the options of
      a filter, and "header":false is --no-header. Rows have values of the stated
      kinds, and edits do not change a file. With "write":true "add", "remove" and
      "replace" by key and "merge" change the table, and "begin" to "end" is a
      transaction. A changed value of a stated kind is sent as the table stores it.
      "refresh" reads the commits of other programs; a row that one has changed
      cannot be edited before. "set" closes the table.

      "from" and "count" count visible rows through all sections; sections without
      rows there are left out. The checksum is the 64-bit FNV-1a hash, in 16
      hexadecimal digits, of the UTF-8 of the answer without its last member.

      --policy FILE leaves only the parts of rows that the file permits, of "item" too.
      Requests that edit rows or read a source are refused then. --var gives values
      to the variables of its filter.

      A request may carry "id", which its answer repeats; filters and expressions
      "args", "variables" and "strict". Limits hold for each request. An error
      changes nothing:

        {"error":{"kind":"syntax","message":"…","code":"expected","line":1,
          "column":7,"utf16Offset":6,"utf16Length":3,"offset":6,"length":3}}

      Its kind is syntax, evaluation, request or data, and its code one of those in
      Grammar/codes.json. Values are JSON, and also
      {"$date":"2026-11-21T00:00:00Z"} or {"$date":seconds since 2001}, as answers
      have it, {"$data":base64}, {"$set":[…]}, {"$float":"nan"}, {"$int":"…"} and
      {"$decimal":"…"}.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var locks: LockOptions

  @OptionGroup var limits: LimitOptions

  @OptionGroup var policy: PolicyOptions

  @OptionGroup var variables: VariableOptions

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    let source = try surroundings.source("-")
    let sink = surroundings.sink()
    let libraries = try plugins.libraries()
    let session = PipeSession(
      libraries: libraries, limits: limits.limits, lockTimeout: locks.lockTimeout,
      policy: try policy.session(libraries, variables, limits.limits, in: surroundings))
    var isFirst = true
    while let range = try source.nextLine() {
      var line = source.buffer[range]
      if isFirst, line.starts(with: ArraySlice.byteOrderMark) { line = line.dropFirst(3) }
      isFirst = false
      try sink.write(block: session.answer(line))
      try sink.write("\n".utf8)
      try sink.flush()
    }
    return ExitStatus.matched
  }
}

extension String {
  fileprivate var indented: String {
    split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
  }
}
