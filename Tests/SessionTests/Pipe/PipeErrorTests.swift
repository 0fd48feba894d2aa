import TestSupport
import Testing
import ToolTestSupport

/// Requests that are wrong, broken or hostile get one answer each, and change nothing.
@Suite struct PipeErrorTests {
  @Test(arguments: [
    #"{"op":"add","item":1}"#, #"{"op":"remove","at":[0,0]}"#, #"{"op":"why","key":1}"#,
    #"{"op":"section.add","name":"A","items":[]}"#, #"{"op":"move","from":[0,0],"to":[0,0]}"#,
    #"{"op":"end"}"#, #"{"op":"rollback"}"#,
  ])
  func whatNeedsDataIsRefusedBefore(_ request: String) throws {
    let answers = try converse([request, ask])
    #expect(kind(answers[0]) == "request")
    #expect(answers[1] == #"{"sections":null}"#)
  }

  @Test(arguments: [
    #"{"op":"add"}"#, #"{"op":"add","item":{},"section":"0"}"#,
    #"{"op":"add","item":{},"section":1.0}"#,
    #"{"op":"insert","item":{}}"#, #"{"op":"insert","item":{},"at":[0]}"#,
    #"{"op":"insert","item":{},"at":[0,-1]}"#, #"{"op":"insert","item":{},"at":[0,3]}"#,
    #"{"op":"insert","item":{},"at":[1,0]}"#, #"{"op":"insert","item":{},"at":[0,1.0]}"#,
    #"{"op":"insert","item":{},"at":[0,9223372036854775807]}"#,
    #"{"op":"insert","item":{},"at":[4294967296,4294967296]}"#, #"{"op":"remove"}"#,
    #"{"op":"remove","key":1,"at":[0,0]}"#, #"{"op":"remove","at":[0,2]}"#,
    #"{"op":"remove","at":{"section":0,"item":0}}"#, #"{"op":"replace"}"#,
    #"{"op":"replace","at":[0,9],"item":{}}"#, #"{"op":"move","from":[0,0]}"#,
    #"{"op":"move","from":[0,0],"to":[0,2]}"#, #"{"op":"move","from":[0,2],"to":[0,0]}"#,
    #"{"op":"set"}"#, #"{"op":"set","items":{}}"#, #"{"op":"set","items":[],"sections":[]}"#,
    #"{"op":"set","sections":[1]}"#, #"{"op":"set","sections":[{"name":"A"}]}"#,
    #"{"op":"set","sections":[{"nam":"A","items":[]}]}"#, #"{"op":"merge"}"#,
    #"{"op":"merge","items":null}"#, #"{"op":"merge","items":[],"sorted":1}"#,
    #"{"op":"section.add","name":"A","items":1}"#,
    #"{"op":"section.insert","name":"A","items":[]}"#,
    #"{"op":"section.remove","at":0}"#, #"{"op":"section.replace","at":0,"items":[]}"#,
    #"{"op":"section.move","from":0,"to":0}"#, #"{"op":"section.move","from":0}"#,
    #"{"op":"configure","identity":1}"#, #"{"op":"configure","identity":""}"#,
    #"{"op":"configure","section":"a..b"}"#, #"{"op":"configure","sort":"id"}"#,
    #"{"op":"configure","sort":[{}]}"#, #"{"op":"configure","sort":[{"key":"id","options":"x"}]}"#,
    #"{"op":"configure","sort":[{"key":"id","ascending":0}]}"#,
    #"{"op":"configure","sort":[{"key":"id","order":"up"}]}"#,
    #"{"op":"configure","sectionOrder":"up"}"#, #"{"op":"configure","emptySections":true}"#,
    #"{"op":"configure","duplicates":"none"}"#, #"{"op":"why"}"#, #"{"op":"why","key":3}"#,
    #"{"op":"why","key":null}"#, #"{"op":"snapshot","key":1}"#, #"{"op":"begin","name":"x"}"#,
  ])
  func aWrongRequestChangesNothing(_ request: String) throws {
    let answers = try converse([byID, set(1, 2), request.dropLast() + #","id":"x"}"#, ask])
    #expect(kind(answers[2]) == "request")
    #expect(answers[2].hasPrefix(#"{"id":"x","#))
    #expect(answers[3] == flat(1, 2))
  }

  @Test(arguments: [
    (#"{"op":"snapshoot"}"#, "did you mean 'snapshot'?"),
    (#"{"op":"filter.addd"}"#, "did you mean 'filter.add'?"),
    (#"{"op":"section.mov"}"#, "did you mean 'section.move'?"),
    (#"{"op":"configure","identitiy":"id"}"#, "did you mean 'identity'?"),
    (#"{"op":"merge","items":[],"sort":true}"#, "did you mean 'sorted'?"),
    (#"{"op":"configure","duplicates":"frist"}"#, "did you mean 'first'?"),
  ])
  func aMisspeltNameIsToldTheNearest(_ request: String, _ hint: String) throws {
    let answer = try converse([request])[0]
    #expect(kind(answer) == "request")
    #expect(answer.contains(hint))
  }

  @Test func theIDComesBackAsItWasWritten() throws {
    let ids = [
      "1", "1.50", "-0", "1e3", "18446744073709551616", #""é\n""#, "null", "[1,{\"a\":2}]",
    ]
    let answers = try converse(ids.map { #"{"op":"snapshot","id":\#($0)}"# })
    #expect(answers == ids.map { #"{"id":\#($0),"sections":null}"# })
    #expect(
      try converse([#"{"op":"snapshot","id": [ 1 , {"$date" : 0} ] }"#])
        == [#"{"id":[1,{"$date":0}],"sections":null}"#])
  }

  @Test func badDataIsToldApart() throws {
    let answers = try converse([
      byID, set(1), #"{"op":"add","item":{"d":{"$date":"never"}}}"#,
      #"{"op":"set","items":[{"$data":"%"}]}"#, #"{"op":"merge","items":[{"$int":"x"}],"id":3}"#,
      ask,
    ])
    #expect((2...4).map { kind(answers[$0]) } == ["data", "data", "data"])
    #expect(answers[4].hasPrefix(#"{"id":3,"#))
    #expect(answers[5] == flat(1))
  }

  @Test func deepValuesAreRowsLikeOthers() throws {
    let deep = String(repeating: "[", count: 250) + String(repeating: "]", count: 250)
    try expect(
      #"{"op":"configure","identity":"SELF"}"# ~> nothing,
      #"{"op":"set","items":[\#(deep)]}"# ~> reload,
      #"{"op":"set","items":[\#(deep),1]}"# ~> changes(#""inserted":[[0,1]]"#),
      #"{"op":"remove","key":\#(deep)}"# ~> changes(#""deleted":[[0,0]]"#))
    let deeper = String(repeating: #"{"a":"#, count: 100_000)
    #expect(kind(try converse([#"{"op":"add","item":\#(deeper)"#])[0]) == "request")
  }

  /// Lines of a session with one byte changed, removed or put in, or cut off.
  @Test(arguments: RandomSearch.seeds(4))
  func brokenRequestsAreAnsweredAndErrorsChangeNothing(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    var lines: [[UInt8]] = []
    for step in PipeStory(seed: seed, steps: 1_500).steps where step.line != ask {
      var line = Array(step.line.utf8)
      if Int.random(in: 0..<3, using: &dice) > 0 {
        let place = Int.random(in: 0..<line.count, using: &dice)
        let byte = Array(#"{}[]",:0123456789.-eintrufl\ $"#.utf8).randomElement(using: &dice) ?? 0
        switch Int.random(in: 0..<5, using: &dice) {
        case 0: line = Array(line[..<place])
        case 1: line.remove(at: place)
        case 2: line.insert(byte, at: place)
        case 3: line[place] = UInt8.random(in: 0...255, using: &dice)
        default: line[place] = byte
        }
        line.removeAll { $0 == UInt8(ascii: "\n") }
      }
      lines += [line, Array(ask.utf8)]
    }
    let outcome = try Tool.run("pipe", input: Array(lines.joined(separator: [10])) + [10])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let answers = outcome.lines
    try #require(answers.count == lines.count, "FRC_SEED=\(seed)")
    var shown = #"{"sections":null}"#
    var errors = 0
    for place in stride(from: 0, to: lines.count, by: 2) {
      let answer = try JSONNode(answers[place])
      if answer["error"] != nil {
        errors += 1
        try #require(
          answers[place + 1] == shown,
          "FRC_SEED=\(seed): \(String(decoding: lines[place], as: UTF8.self))")
      }
      shown = answers[place + 1]
    }
    #expect(errors > lines.count / 8)
  }
}
