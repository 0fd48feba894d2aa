import Testing
import ToolTestSupport

struct PipeTests {
  private func answers(_ requests: String...) throws -> [String] {
    let outcome = try Tool.run("pipe", input: requests.joined(separator: "\n"))
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    return outcome.lines
  }

  @Test func aFilterIsEvaluated() throws {
    #expect(
      try answers(
        #"{"op":"evaluate","filter":"age > %d","args":[30],"item":{"age":36}}"#,
        #"{"op":"evaluate","filter":"age > $n","variables":{"n":40},"item":{"age":36},"id":"x"}"#,
        #"{"op":"evaluate","filter":"d == %@","args":[{"$date":"2001-01-01T00:00:00Z"}],"item":{"d":{"$date":0}}}"#,
        #"{"op":"evaluate","filter":"SELF == nil","args":null,"variables":null,"strict":null}"#
      ) == [
        #"{"result":true}"#, #"{"id":"x","result":false}"#, #"{"result":true}"#,
        #"{"result":true}"#,
      ])
  }

  @Test func noRequestMakesAValueOutOfProportion() throws {
    let deep = Array(repeating: "($a := {$a}) == {}", count: 2_000).joined(separator: " OR ")
    let doubled = Array(repeating: "($a := {$a, $a}) == {}", count: 60).joined(separator: " OR ")
    let filters = try answers(
      #"{"op":"evaluate","filter":"\#(deep)","variables":{"a":1}}"#,
      #"{"op":"evaluate","filter":"\#(doubled)","variables":{"a":1}}"#,
      #"{"op":"value","expression":"TERNARY(\#(doubled), $a, $a)","variables":{"a":1}}"#,
      #"{"op":"value","expression":"{$a, {$a}}","variables":{"a":[1]}}"#)
    #expect(filters.count == 4)
    #expect(filters[0].contains("a value is nested deeper than 256 levels"))
    #expect(filters[1].contains("gave up after 10000000 steps for one item"))
    #expect(filters[2].contains("gave up after 10000000 steps for one item"))
    #expect(filters[3] == #"{"value":[[1],[[1]]]}"#)
  }

  @Test func anExpressionHasAValue() throws {
    #expect(
      try answers(
        #"{"op":"value","expression":"x.@count + 1","item":{"x":[1,2]}}"#,
        #"{"op":"value","expression":"SELF","item":[1,1.0,true,null,{"b":1,"a":"é"}]}"#,
        #"{"op":"value","expression":"SELF","item":{"$date":1.5}}"#,
        #"{"op":"value","expression":"SELF","item":{"$float":"-inf"}}"#,
        #"{"op":"value","expression":"CAST('0.1', 'NSDecimalNumber')"}"#
      ) == [
        #"{"value":3}"#, #"{"value":[1,1.0,true,null,{"b":1,"a":"é"}]}"#,
        #"{"value":{"$date":1.5}}"#, #"{"value":{"$float":"-inf"}}"#,
        #"{"value":{"$decimal":"0.1"}}"#,
      ])
  }

  @Test func aFilterIsPrinted() throws {
    #expect(
      try answers(
        #"{"op":"format","filter":"a=1 or b=2"}"#,
        #"{"op":"format","filter":"%K == %@","args":["k",1]}"#
      ) == [#"{"format":"a == 1 OR b == 2"}"#, #"{"format":"k == 1"}"#])
  }

  @Test func errorsHaveAKindAndAPlace() throws {
    let syntax = try answers(#"{"op":"evaluate","filter":"age > AND x == 1","id":[1]}"#)[0]
    #expect(syntax.hasPrefix(#"{"id":[1],"error":{"kind":"syntax","message":""#))
    #expect(syntax.hasSuffix(#","offset":6,"length":3}}"#))
    let evaluation = try answers(#"{"op":"evaluate","filter":"a < 3","item":{"a":"x"}}"#)[0]
    #expect(evaluation.hasPrefix(#"{"error":{"kind":"evaluation","message":""#))
    #expect(evaluation.contains(#""offset":"#))
    #expect(try answers(#"{"op":"format","filter":"isOpen","strict":true}"#)[0].contains("syntax"))
  }

  @Test func malformedRequestsAreAnswered() throws {
    let requests = [
      "", "{", "[]", "{}", #"{"op":1}"#, #"{"op":"nonsense"}"#, #"{"op":"evaluate"}"#,
      #"{"op":"evaluate","filter":1}"#, #"{"op":"evaluate","filter":"a","args":{}}"#,
      #"{"op":"evaluate","filter":"a","variables":[]}"#,
      #"{"op":"evaluate","filter":"a","strict":1}"#,
      #"{"op":"value"}"#, #"{"op":"configure","nonsense":1}"#, #"{"op":"set"}"#,
    ]
    let outcome = try Tool.run("pipe", input: requests.joined(separator: "\n") + "\n")
    #expect(outcome.lines.count == requests.count)
    #expect(outcome.lines.allSatisfy { $0.hasPrefix(#"{"error":{"kind":"request","message":""#) })
    let data = try answers(#"{"op":"value","expression":"a","item":{"$date":true},"id":7}"#)[0]
    let error = #"{"kind":"data","message":"invalid value for $date","code":"invalid-value"}"#
    #expect(data == #"{"id":7,"error":\#(error)}"#)
  }

  @Test func badUTF8IsAnswered() throws {
    let outcome = try Tool.run("pipe", input: [0x7B, 0xFF, 0x0A] + Array(#"{"op":"x"}"#.utf8))
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines[0].contains("invalid UTF-8"))
  }

  @Test func answersComeBeforeTheNextRequest() throws {
    let line = #"{"op":"format","filter":"a=1"}"# + "\n"
    #expect(try Tool.answersBeforeTheEnd(of: line.utf8, "pipe"))
  }
}
