import Testing
import ToolTestSupport

/// What the requests that take a filter or an expression have in common.
@Suite struct PipeLanguageTests {
  @Test func allTakeArgumentsAndVariables() throws {
    let more = ##""args":["n",2],"variables":{"v":1},"strict":false"##
    try expect(
      byID ~> nothing, #"{"op":"set","items":[{"id":1,"n":1},{"id":2,"n":5}]}"# ~> reload,
      #"{"op":"evaluate","filter":"%K + $v == %d",\#(more),"item":{"n":1}}"# ~> #"{"result":true}"#,
      #"{"op":"value","expression":"%K + $v * %d",\#(more),"item":{"n":1}}"# ~> #"{"value":3}"#,
      #"{"op":"format","filter":"%K + $v = %d",\#(more)}"# ~> #"{"format":"n + 1 == 2"}"#,
      #"{"op":"filter.add","name":"x","filter":"%K + $v == %d",\#(more)}"#
        ~> changes(#""deleted":[[0,1]]"#),
      #"{"op":"filter.replaceAll","filters":[{"name":"x","group":"g","filter":"%K > %d + $v",\#(more)}]}"#
        ~> changes(#""deleted":[[0,0]],"inserted":[[0,0]]"#))
  }

  @Test(arguments: [
    #"{"op":"evaluate","filter":"a NOT IN {1}","item":{"a":1},"strict":S}"#,
    #"{"op":"value","expression":"tags[0].x[1]","item":{},"strict":S}"#,
    #"{"op":"format","filter":"isOpen","strict":S}"#,
    #"{"op":"filter.add","name":"x","filter":"isOpen","strict":S}"#,
    #"{"op":"filter.replaceAll","filters":[{"name":"x","filter":"isOpen","strict":S}]}"#,
  ])
  func allCanBeStrict(_ request: String) throws {
    let answers = try converse(
      ["true", "false", "null"].map { request.replacing("S}", with: "\($0)}") })
    #expect(kind(answers[0]) == "syntax" || request.contains("tags"))
    #expect(kind(answers[1]) != "syntax")
    #expect(answers[1] == answers[2])
    #expect(kind(try converse([request.replacing("S}", with: "1}")])[0]) == "request")
  }

  @Test func placesOfErrorsAreBytes() throws {
    let answers = try converse([
      #"{"op":"evaluate","filter":"'é日👍' == AND"}"#, #"{"op":"evaluate","filter":"'\u00e9' =="}"#,
      #"{"op":"value","expression":"'é' + 1"}"#,
      #"{"op":"filter.add","name":"x","filter":"ä > AND x == 1"}"#,
      #"{"op":"format","filter":""}"#,
    ])
    #expect(answers[0].hasSuffix(#","offset":15,"length":3}}"#))
    #expect(answers[1].hasSuffix(#","offset":7,"length":0}}"#))
    #expect(kind(answers[2]) == "evaluation")
    #expect(answers[2].hasSuffix(#","offset":0,"length":8}}"#))
    #expect(answers[3].hasSuffix(#","offset":5,"length":3}}"#))
    #expect(answers[4].hasSuffix(#","offset":0,"length":0}}"#))
  }

  /// The code, the line and the UTF-16 offset for editors, and the fix.
  @Test func errorsAreData() throws {
    let answers = try converse([
      #"{"op":"evaluate","filter":"'👍' == a AND\nb CONTAIN 'x'"}"#,
      #"{"op":"evaluate","filter":"'é' + 1 == 2"}"#, #"{"op":"snapshoot"}"#,
    ])
    let syntax = try #require(JSONNode(answers[0])["error"])
    #expect(syntax["code"] == .string("unknown-operator"))
    #expect(syntax["line"]?.integer == 2 && syntax["column"]?.integer == 3)
    #expect(syntax["utf16Offset"]?.integer == 16 && syntax["utf16Length"]?.integer == 7)
    #expect(syntax["fix"]?["replacement"] == .string("CONTAINS"))
    let evaluation = try #require(JSONNode(answers[1])["error"])
    #expect(evaluation["code"] == .string("not-a-number"))
    #expect(evaluation["line"]?.integer == 1 && evaluation["utf16Length"]?.integer == 7)
    #expect(evaluation["fix"] == nil)
    #expect(try JSONNode(answers[2])["error"]?["code"] == .string("unknown-op"))
  }

  /// `@name` that is no collection operator is proposed in backquotes if rows, or the item of the request, have that key.
  @Test(arguments: [
    (#"{"op":"filter.add","name":"n","filter":"@timestamp > 'x'"}"#, "`@timestamp`"),
    (#"{"op":"filter.replaceAll","filters":[{"name":"n","filter":"event.@id == 7"}]}"#, "`@id`"),
    (#"{"op":"evaluate","filter":"@version == 1","item":{"@version":1}}"#, "`@version`"),
    (#"{"op":"value","expression":"l.@kind","item":{"l":[{"@kind":"a"}]}}"#, "`@kind`"),
    (#"{"op":"explain","filter":"@timestamp > 'x'","key":1}"#, "`@timestamp`"),
    (#"{"op":"filter.add","name":"n","filter":"@version == 1"}"#, nil),
    (#"{"op":"evaluate","filter":"@timestamp == 1","item":{"@version":1}}"#, nil),
  ])
  func aKeyOfRowsIsProposedInBackquotes(_ request: String, _ key: String?) throws {
    let rows = #"{"op":"set","items":[{"id":1},{"id":2,"@timestamp":"a","event":{"@id":7}}]}"#
    let error = try #require(JSONNode(converse([byID, rows, request])[2])["error"])
    #expect(error["fix"]?["replacement"] == key.map { .string($0) })
  }

  @Test func everyAnswerRepeatsTheID() throws {
    let operations = [
      "evaluate", "value", "format", "configure", "set", "add", "insert", "remove", "replace",
      "move", "merge", "section.add", "section.insert", "section.remove", "section.replace",
      "section.move", "filter.add", "filter.remove", "filter.replaceAll", "filter.clear", "begin",
      "end", "rollback", "snapshot", "why", "nonsense",
    ]
    let answers = try converse(operations.map { #"{"op":"\#($0)","id":{"n":[1,"é"]}}"# })
    #expect(answers.allSatisfy { $0.hasPrefix(#"{"id":{"n":[1,"é"]},""#) })
    // What is no request has an id that can be told, or none.
    #expect(try converse([#"{"id":7}"#])[0].hasPrefix(#"{"id":7,"error""#))
    #expect(try converse([#"["id",7]"#])[0].hasPrefix(#"{"error""#))
  }

  @Test func numbersThatAreTooLargeAreBadData() throws {
    let answers = try converse([
      byID, set(1), #"{"op":"add","item":{"id":1e400}}"#,
      #"{"op":"evaluate","filter":"a > 1","item":{"a":-1e999}}"#, ask,
    ])
    #expect(answers[2...3].map(kind) == ["data", "data"])
    #expect(answers[4] == flat(1))
  }

  @Test func linesMayBeLongAndEndInAnyWay() throws {
    let text = String(repeating: "日", count: 1_000_000)
    let requests =
      "\u{FEFF}{\"op\":\"evaluate\",\"filter\":\"SELF.length == 1000000\",\"item\":\"\(text)\"}\r\n"
      + " \t{\"op\":\"value\",\"expression\":\"SELF\",\"item\":\"\(text)\"} \r\n\r\n"
      + "{\"op\":\"value\",\"expression\":\"1\"}"
    let outcome = try Tool.run("pipe", input: requests)
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 4)
    #expect(outcome.lines[0] == #"{"result":true}"#)
    #expect(outcome.lines[1] == "{\"value\":\"\(text)\"}")
    #expect(kind(outcome.lines[2]) == "request")
    // A mark of an editor belongs to the first line alone, and begins it.
    let value = #"{"op":"value","expression":"1"}"#
    for (line, kinds) in [
      ("\u{FEFF}\(value)\n\u{FEFF}\(value)\n\(value)", [nil, "request", nil]),
      ("\u{FEFF}\n\(value)", ["request", nil]), ("\n\u{FEFF}\(value)", ["request", "request"]),
    ] as [(String, [String?])] {
      let answers = try Tool.run("pipe", input: line).lines
      #expect(answers.map { $0 == #"{"value":1}"# ? nil : kind($0) } == kinds)
    }
    #expect(outcome.lines[3] == #"{"value":1}"#)
  }

  @Test func valuesComeOutAsTheyAreWritten() throws {
    let values = [
      (#"{"$date":"2026-11-21T10:00:00Z"}"#, #"{"$date":816948000.0}"#),
      (#"{"$date":"2001-01-01T00:00:00.125Z"}"#, #"{"$date":0.125}"#),
      (#"{"$date":-3}"#, #"{"$date":-3.0}"#), (#"{"$data":"AQI="}"#, #"{"$data":"AQI="}"#),
      (#"{"$set":[2,1,2]}"#, #"{"$set":[2,1]}"#), (#"{"$float":"inf"}"#, #"{"$float":"inf"}"#),
      (#"{"$float":"nan"}"#, #"{"$float":"nan"}"#), (#"{"$int":"7"}"#, "7"),
      (#"{"$int":"9007199254740993"}"#, "9007199254740993"),
      (#"{"$decimal":"0.10"}"#, #"{"$decimal":"0.1"}"#),
      ("9223372036854775808", "9223372036854775808"),
      ("1.0", "1.0"), ("true", "true"), ("null", "null"), (#""é""#, #""é""#),
      (#"{"$date":0,"x":1}"#, #"{"$date":0,"x":1}"#),
      (#"{"a":[{"$date":1}]}"#, #"{"a":[{"$date":1.0}]}"#),
    ]
    let answers = try converse(
      values.map { #"{"op":"value","expression":"%@","args":[\#($0.0)]}"# })
    #expect(answers == values.map { #"{"value":\#($0.1)}"# })
  }
}
