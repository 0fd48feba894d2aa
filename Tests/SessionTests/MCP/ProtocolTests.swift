import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Messages of JSON-RPC: each request has one answer, and nothing else has one.
@Suite struct ProtocolTests {
  private let server: HeardServer

  /// Without a clock, so that progress is not reported.
  init() throws {
    server = try HeardServer(["people=" + Tool.sample("people.json")], seconds: { 0 })
  }

  private func answers(_ line: String) -> [String] { server.answers(line) }

  private func refused(_ id: String, _ code: Int, _ message: String) -> [String] {
    [#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"message":"\#(message)"}}"#]
  }

  private func request(_ method: String, _ params: String = "{}", id: String = "1") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  private func call(_ tool: String, _ arguments: String) -> String {
    request("tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#)
  }

  @Test(arguments: [
    ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"), ("2024-11-05", "2024-11-05"),
    ("2025-11-25", "2025-06-18"), ("1", "2025-06-18"),
  ])
  func aVersionThatIsKnownIsAnswered(_ asked: String, _ answered: String) throws {
    let line = try #require(
      answers(
        request(
          "initialize",
          #"{"protocolVersion":"\#(asked)","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#
        )
      ).first)
    #expect(
      line.hasPrefix(
        #"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"\#(answered)","capabilities":{"tools":{}},"#
          + #""serverInfo":{"name":"frc-query","version":"\#(Version.text)"},"instructions":"Filters rows"#
      ), "\(line)")
    #expect(line.contains(": people. Call"))
    #expect(
      answers(request("initialize", "{}"))
        == refused("1", -32602, "'protocolVersion' must be a text"))
  }

  @Test func notificationsAndAnswersHaveNoAnswer() throws {
    for line in [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
      #"{"jsonrpc":"2.0","method":"tools/list","params":7}"#,
      #"{"jsonrpc":"2.0","method":"unknown"}"#, #"{"jsonrpc":"2.0","id":4,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":4,"error":{"code":1,"message":""}}"#, "", "  \r\n",
    ] {
      #expect(answers(line) == [], "\(line)")
    }
  }

  @Test func theIDIsAnsweredAsItWasWritten() throws {
    for id in ["1", "-7", "1.50", #""é\n""#, "18446744073709551616"] {
      #expect(
        answers(request("ping", id: id))
          == [#"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#])
    }
    for id in ["null", "[1]", "{}", "true"] {
      #expect(
        answers(request("ping", id: id))
          == refused("null", -32600, "'id' must be a text or a number"))
    }
  }

  @Test func whatIsWrongIsSaid() throws {
    #expect(answers("{").first?.contains(#""id":null,"error":{"code":-32700,"#) == true)
    for line in ["[]", "7", #""ping""#, "[" + request("ping") + "]"] {
      #expect(
        answers(line)
          == refused("null", -32600, "a message is an object; batches are not taken"))
    }
    #expect(
      answers(#"{"id":3,"method":"ping"}"#)
        == refused("3", -32600, #"'jsonrpc' must be \"2.0\""#))
    #expect(
      answers(#"{"jsonrpc":"2.0","id":3}"#) == refused("3", -32600, "'method' must be a text"))
    #expect(
      answers(#"{"jsonrpc":"2.0","id":3,"method":1}"#)
        == refused("3", -32600, "'method' must be a text"))
    #expect(
      answers(request("tools/list", "[]"))
        == refused("1", -32602, "'params' must be an object"))
    #expect(
      answers(request("resources/list")) == refused("1", -32601, "there is no such method"))
  }

  @Test(arguments: [
    ("quer", "{}", "there is no tool 'quer', did you mean 'query'?"),
    ("query", "[]", "'arguments' must be an object"),
    ("query", "{}", "'source' is missing"),
    ("query", #"{"source":"peopl"}"#, "there is no source 'peopl', did you mean 'people'?"),
    ("query", #"{"source":7}"#, "'source' must be a text"),
    (
      "query", #"{"source":"people","filte":1}"#,
      "'query' has no member 'filte', did you mean 'filter'?"
    ),
    ("query", #"{"source":"people","filter":["a"]}"#, "'filter' must be a text"),
    ("query", #"{"source":"people","limit":-1}"#, "'limit' must not be negative"),
    ("query", #"{"source":"people","limit":"5"}"#, "'limit' must be a whole number"),
    ("query", #"{"source":"people","select":"id"}"#, "'select' must be a list"),
    ("query", #"{"source":"people","select":[1]}"#, "'select' must be a list of texts"),
    ("query", #"{"source":"people","count":1}"#, "'count' must be true or false"),
    ("check", #"{"source":"people"}"#, "'filter' is missing"),
    (
      "explain", #"{"source":"people","filter":"TRUE","offset":1}"#,
      "'explain' has no member 'offset'"
    ),
  ])
  func wrongArgumentsAreRefused(_ tool: String, _ arguments: String, _ message: String) throws {
    #expect(answers(call(tool, arguments)) == refused("1", -32602, message))
  }

  @Test func longArgumentsAreRefused() throws {
    let text = String(repeating: "a", count: ServedTool.longestText + 1)
    #expect(
      answers(call("query", #"{"source":"people","filter":"\#(text)"}"#))
        == refused("1", -32602, "'filter' has more than 65536 bytes"))
    let keys = Array(repeating: #""id""#, count: ServedTool.mostTexts + 1).joined(separator: ",")
    #expect(
      answers(call("query", #"{"source":"people","select":[\#(keys)]}"#))
        == refused("1", -32602, "'select' has more than 100 texts"))
  }

  /// The tools as clients read them: each argument has a schema, and nothing writes.
  @Test func theToolsAreDescribed() throws {
    let line = try #require(answers(request("tools/list")).first)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let tools = try #require((answer["result"] as? [String: Any])?["tools"] as? [[String: Any]])
    #expect(
      tools.compactMap { $0["name"] as? String } == ["describe", "check", "query", "explain"])
    for tool in tools {
      #expect((tool["annotations"] as? [String: Any])?["readOnlyHint"] as? Bool == true)
      let schema = try #require(tool["inputSchema"] as? [String: Any])
      #expect(schema["additionalProperties"] as? Bool == false)
      let properties = try #require(schema["properties"] as? [String: [String: Any]])
      #expect(properties["source"]?["enum"] as? [String] == ["people"])
      #expect(properties.values.allSatisfy { $0["type"] is String && $0["description"] is String })
    }
  }

  /// Messages with bytes changed, removed or put in: each line has at most one answer, which is well-formed, and the
  /// next request is answered.
  @Test func brokenMessagesDoNotEndTheServer() throws {
    let lines = [
      request("ping"), request("tools/list", id: #""x""#),
      request("initialize", #"{"protocolVersion":"2025-06-18","capabilities":{}}"#),
      call("query", #"{"source":"people","filter":"age > 30","select":["name"],"limit":2}"#),
      call("check", #"{"source":"people","filter":"agee > 30"}"#),
      call("explain", #"{"source":"people","filter":"age > 99"}"#),
      call("describe", #"{"source":"people","about":"BEGINSWITH"}"#),
      request(
        "tools/call",
        #"{"name":"query","arguments":{"source":"people"},"_meta":{"progressToken":3}}"#),
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    ].map { Array($0.utf8) }
    var refusals = 0
    let seeds = RandomSearch.seeds(500)
    for seed in seeds {
      var dice = SeededGenerator(seed: seed)
      var line = dice.pick(lines)
      for _ in 0...dice.below(3) {
        let place = dice.below(line.count)
        let byte = dice.pick(Array(#"{}[]",:0123456789.-eintrufl\ $"#.utf8))
        switch dice.below(5) {
        case 0: line = Array(line[..<place]) + dice.pick(lines).suffix(40)
        case 1: line.remove(at: place)
        case 2: line.insert(byte, at: place)
        case 3: line[place] = UInt8(dice.below(256))
        default: line[place] = byte
        }
      }
      line.removeAll { $0 == UInt8(ascii: "\n") }
      let what = "FRC_SEED=\(seed) FRC_ROUNDS=1: \(String(decoding: line, as: UTF8.self))"
      let answers = server.answers(line)
      try #require(answers.count <= 1, "\(what)")
      for answer in answers {
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any], "\(what)")
        #expect(object["jsonrpc"] as? String == "2.0" && object["id"] != nil, "\(what)")
        let error = object["error"] as? [String: Any]
        #expect((error == nil) != (object["result"] == nil), "\(what)")
        guard let code = error?["code"] as? Int else { continue }
        refusals += 1
        #expect([-32700, -32600, -32601, -32602].contains(code), "\(what)")
      }
      try #require(
        server.answers(request("ping", id: "9"))
          == [#"{"jsonrpc":"2.0","id":9,"result":{}}"#], "\(what)")
    }
    #expect(seeds.count < 100 || refusals > seeds.count / 4)
  }
}
