import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing
import ToolTestSupport

/// Wrong filters under a policy in each way into the program: what is written for rows with hidden keys is what is written
/// for rows without them, byte for byte.
@Suite struct WrongFilterSessionTests {
  private static let policy =
    #"{"version": 1, "keys": ["name", "owner.name", "state", "`user-id`", "age", "items.price", "tags"]}"#

  /// Hidden keys that filters name, and some that are near to words of filters.
  private static let rows = """
    {"name":"Ann","title":"HIDDEN","owner":{"name":"Bob","pin":"HIDDEN"},"state":"open","user-id":"u7","age":30,"agee":"HIDDEN","items":[{"price":4,"sku":"HIDDEN"}],"tags":["a","x"],"tag":"HIDDEN","size":4711,"contains":"HIDDEN"}
    {"name":"O-1","title":null,"owner":{"pin":"HIDDEN","name":"Ann"},"state":"HIDDEN?","user-id":null,"age":1.5,"items":[],"labels":["HIDDEN"],"tags":[],"active":true,"x":"HIDDEN","created":"HIDDEN"}
    {"name":null,"city":"HIDDEN","owner":null,"age":"x","items":[{"sku":"HIDDEN","price":"x"}],"comments":[{"price":1,"sku":"HIDDEN"}],"tags":["open"],"score":5,"names":"HIDDEN"}

    """.replacing("HIDDEN?", with: "x")

  /// The same rows without what the policy hides.
  private static let permitted = """
    {"name":"Ann","owner":{"name":"Bob"},"state":"open","user-id":"u7","age":30,"items":[{"price":4}],"tags":["a","x"]}
    {"name":"O-1","owner":{"name":"Ann"},"state":"x","user-id":null,"age":1.5,"items":[],"tags":[]}
    {"name":null,"owner":null,"age":"x","items":[{"price":"x"}],"tags":["open"]}

    """

  private static let (cells, permittedCells) = (
    "name,title,state,age,agee,size\nAnn,HIDDEN,open,30,HIDDEN,4711\nO-1,,x,1.5,7,HIDDEN\n",
    "name,state,age\nAnn,open,30\nO-1,x,1.5\n"
  )

  /// The filters of a round, each with those that its fixes make.
  private static func texts(seed: UInt64) throws -> [String] {
    let options = FilterOptions(
      policy: try FilterPolicy(
        keyPaths: ["name", "owner.name", "state", "`user-id`", "age", "items.price", "tags"]))
    var filters = WrongFilters(seed: seed)
    var texts: [String] = []
    for _ in 0..<10 {
      var text: String? = filters.next()
      for _ in 0..<8 {
        guard let known = text else { break }
        texts.append(known)
        text = fixed(known, options)
      }
    }
    return texts
  }

  /// A text with the fix of its error; nil without an error or a fix.
  private static func fixed(_ text: String, _ options: FilterOptions) -> String? {
    do throws(SyntaxError) {
      _ = try FilterPredicate<FilterValue>(text: text, options: options)
      return nil
    } catch {
      return error.fix.map { text.applying($0) }
    }
  }

  /// Runs the program in a folder with the policy and files of rows, once with the hidden keys and once without.
  private static func compare(
    _ context: String, _ arguments: [String], input: [String] = []
  ) throws {
    let worlds = [(rows, cells), (permitted, permittedCells)]
    let found = try worlds.map { rows, cells in
      let folder = try Folder()
      _ = try folder.file("policy.json", policy)
      _ = try folder.file("rows.jsonl", rows)
      _ = try folder.file("rows.csv", cells)
      return try Tool.run(
        arguments, input: input.map { $0 + "\n" }.joined(), joined: true, in: folder.path)
    }
    #expect(found[0] == found[1], "\(context)")
    #expect(!found[0].text.contains("HIDDEN") && !found[0].text.contains("4711"), "\(context)")
  }

  // MARK: - Ways

  @Test(arguments: ["rows.jsonl", "rows.csv"])
  func aRunSaysNothingOfHiddenKeys(_ file: String) throws {
    let options = [[], ["-v"], ["--why", "-v"], ["--errors", "json", "--count"]]
    for seed in RandomSearch.seeds(1) {
      for (number, text) in try Self.texts(seed: seed).enumerated() {
        try Self.compare(
          "FRC_SEED=\(seed) FRC_ROUNDS=1: \(text)",
          ["filter", "--policy", "policy.json"] + options[number % options.count]
            + ["--", text, file])
      }
    }
  }

  @Test(arguments: ["rows.jsonl", "rows.csv"])
  func theREPLSaysNothingOfHiddenKeys(_ file: String) throws {
    for seed in RandomSearch.seeds(1) {
      let lines = try Self.texts(seed: seed).flatMap { text in
        [
          text, ".filter add A \(text)", ".show", ".explain row 1", ".explain row 2",
          ".filter clear", ".explain \(text)", ".count by A: \(text)", ".count off",
        ]
      }
      try Self.compare(
        "FRC_SEED=\(seed) FRC_ROUNDS=1", ["repl", file, "--policy", "policy.json"],
        input: [".bail off", ".diff on", ".timer off", ".mode jsonl"] + lines)
    }
  }

  @Test func thePipeSaysNothingOfHiddenKeys() throws {
    for seed in RandomSearch.seeds(1) {
      let texts = try Self.texts(seed: seed)
      let answers = try [Self.rows, Self.permitted].map { rows in
        let folder = try Folder()
        _ = try folder.file("policy.json", Self.policy)
        let requests = Self.requests(texts, rows.split(separator: "\n").map(String.init))
        let outcome = try Tool.run(
          ["pipe", "--policy", "policy.json"], input: requests.joined(separator: "\n") + "\n",
          joined: true, in: folder.path)
        #expect(outcome.lines.count == requests.count)
        return (requests, outcome.lines)
      }
      for (request, lines) in zip(answers[1].0, zip(answers[0].1, answers[1].1)) {
        let context = "FRC_SEED=\(seed) FRC_ROUNDS=1: \(request)"
        #expect(lines.0 == lines.1 && !lines.0.contains("HIDDEN"), "\(context)")
      }
    }
  }

  private static func requests(_ texts: [String], _ rows: [String]) -> [String] {
    var requests = [#"{"op":"set","items":[\#(rows.joined(separator: ","))]}"#]
    for filter in texts.map({ FilterValue.string($0).json }) {
      requests += [
        #"{"op":"evaluate","filter":\#(filter),"item":\#(rows[0])}"#,
        #"{"op":"explain","filter":\#(filter),"item":\#(rows[1])}"#,
        #"{"op":"value","expression":\#(filter),"item":\#(rows[2])}"#,
        #"{"op":"residual","filter":\#(filter),"known":{"age":3,"title":"a"}}"#,
        #"{"op":"format","filter":\#(filter)}"#, #"{"op":"tree","filter":\#(filter)}"#,
        #"{"op":"tokens","text":\#(filter)}"#, #"{"op":"complete","text":\#(filter)}"#,
        #"{"op":"filter.add","name":"A","filter":\#(filter)}"#, #"{"op":"snapshot"}"#,
        #"{"op":"filter.clear"}"#,
      ]
    }
    return requests
  }

  @Test func theServerSaysNothingOfHiddenKeys() throws {
    let folders = (try Folder(), try Folder())
    let servers = try [(folders.0, Self.rows), (folders.1, Self.permitted)].map { folder, rows in
      try HeardServer(
        ["rows=" + folder.file("rows.jsonl", rows)],
        policy: folder.file("policy.json", Self.policy), in: folder, seconds: { 0 })
    }
    for seed in RandomSearch.seeds(1) {
      for text in try Self.texts(seed: seed) {
        for call in Self.calls(text) {
          let found = servers[0].answers(call).map { $0.replacing(folders.0.path, with: "") }
          let expected = servers[1].answers(call).map { $0.replacing(folders.1.path, with: "") }
          let context = "FRC_SEED=\(seed) FRC_ROUNDS=1: \(call)"
          #expect(found == expected && found.count == 1, "\(context)")
          #expect(found.allSatisfy { !$0.contains("HIDDEN") }, "\(context)")
        }
      }
    }
  }

  private static func calls(_ text: String) -> [String] {
    let filter = FilterValue.string(text).json
    return [
      ("check", #""filter":\#(filter)"#), ("query", #""filter":\#(filter)"#),
      ("explain", #""filter":\#(filter),"limit":3"#), ("describe", #""about":\#(filter)"#),
    ].map { tool, arguments in
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","#
        + #""arguments":{"source":"rows",\#(arguments)}}}"#
    }
  }
}
