import Testing

/// `explain`: how a row is tested by a filter.
@Suite struct PipeExplainTests {
  @Test func partsHaveTheMembersThatApply() throws {
    try expect(
      #"{"op":"explain","filter":"age > 3","item":{"age":5}}"#
        ~> #"{"explanation":{"verdict":true,"offset":0,"length":7,"text":"age > 3","left":5,"right":3,"parts":[]}}"#,
      #"{"op":"explain","filter":"NOT a == nil OR b == 1","item":{"b":1},"id":7}"#
        ~> #"{"id":7,"explanation":{"verdict":true,"offset":0,"length":22,"text":"NOT a == nil OR b == 1","parts":[{"verdict":false,"offset":0,"length":12,"text":"NOT a == nil","parts":[{"verdict":true,"offset":4,"length":8,"text":"a == nil","left":null,"right":null,"parts":[]}]},{"verdict":true,"offset":16,"length":6,"text":"b == 1","left":1,"right":1,"parts":[]}]}}"#,
      #"{"op":"explain","filter":"FALSEPREDICATE AND a == 1","item":{}}"#
        ~> #"{"explanation":{"verdict":false,"offset":0,"length":25,"text":"FALSEPREDICATE AND a == 1","parts":[{"verdict":false,"offset":0,"length":14,"text":"FALSEPREDICATE","parts":[]},{"verdict":"notEvaluated","offset":19,"length":6,"text":"a == 1","parts":[]}]}}"#,
      #"{"op":"explain","filter":"ANY l > 2","item":{"l":[1,3,4]}}"#
        ~> #"{"explanation":{"verdict":true,"offset":0,"length":9,"text":"ANY l > 2","left":[1,3,4],"right":2,"elements":[3],"parts":[]}}"#,
      #"{"op":"explain","filter":"SUBQUERY(l, $x, $x > 2).@count == 1","item":{"l":[1,3,4]}}"#
        ~> #"{"explanation":{"verdict":false,"offset":0,"length":35,"text":"SUBQUERY(l, $x, $x > 2).@count == 1","left":2,"right":1,"passed":[3,4],"parts":[]}}"#,
      #"{"op":"explain","filter":"a > $v + %d","args":[1],"variables":{"v":2},"item":{"a":{"$date":0}}}"#
        ~> #"{"explanation":{"verdict":{"error":{"kind":"evaluation","message":"can't compare a date with a number","code":"incomparable-kinds","line":1,"column":1,"utf16Offset":0,"utf16Length":11,"offset":0,"length":11}},"offset":0,"length":11,"text":"a > $v + 1","left":{"$date":0.0},"right":3,"parts":[]}}"#
    )
  }

  /// The error in a verdict is that of `evaluate`.
  @Test func errorsAreThoseOfAnswers() throws {
    for filter in ["name + 1 > 2", "a == 1 OR name > 3", "$v == 1", "name MATCHES '('"] {
      let answers = try converse([
        #"{"op":"evaluate","filter":"\#(filter)","item":{"name":"x"}}"#,
        #"{"op":"explain","filter":"\#(filter)","item":{"name":"x"}}"#,
      ])
      let error = answers[0].dropFirst().dropLast()
      #expect(error.hasPrefix(#""error":"#))
      #expect(answers[1].hasPrefix(#"{"explanation":{"verdict":{\#(error)}"#), "\(answers)")
    }
  }

  @Test func rowsAreExplainedByTheirKeys() throws {
    let answers = try converse([
      byID, #"{"op":"set","items":[{"id":1,"n":5},{"id":2}]}"#,
      #"{"op":"explain","filter":"n == 5","key":1}"#,
      #"{"op":"explain","filter":"n == 5","key":2}"#,
      #"{"op":"explain","filter":"n == 5","key":3}"#,
      #"{"op":"explain","filter":"n == 5","key":1,"item":{}}"#,
      #"{"op":"explain","filter":"n == 5"}"#, #"{"op":"explain","filter":"n =="}"#,
      #"{"op":"explain","item":{}}"#,
    ])
    #expect(answers[2].contains(#""verdict":true"#) && answers[2].contains(#""left":5"#))
    #expect(answers[3].contains(#""verdict":false"#) && answers[3].contains(#""left":null"#))
    #expect(answers[4...5].allSatisfy { kind($0) == "request" })
    #expect(answers[6].contains(#""left":null"#))
    #expect(kind(answers[7]) == "syntax")
    #expect(kind(answers[8]) == "request")
  }
}
