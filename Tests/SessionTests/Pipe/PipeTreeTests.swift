import Testing
import ToolTestSupport

/// `tree`, `format` of a tree, and `residual`.
@Suite struct PipeTreeTests {
  @Test func treesAreWrittenAndRead() throws {
    let tree =
      #"{"version":1,"predicate":{"op":"==","args":[{"property":"due"},{"$date":0.0}]}}"#
    try expect(
      #"{"op":"tree","filter":"age > 3"}"#
        ~> #"{"tree":{"version":1,"predicate":{"op":">","args":[{"property":"age"},3]}}}"#,
      #"{"op":"tree","filter":"due == %@","args":[{"$date":0}]}"# ~> #"{"tree":\#(tree)}"#,
      #"{"op":"tree","filter":"a == $v","variables":{"v":"x"}}"#
        ~> #"{"tree":{"version":1,"predicate":{"op":"==","args":[{"property":"a"},"x"]}}}"#,
      #"{"op":"format","tree":{"version":1,"predicate":{"op":"and","args":[true,{"op":"BEGINSWITH","args":[{"property":"a"},"x"],"options":"cd"}]}}}"#
        ~> #"{"format":"TRUEPREDICATE AND a BEGINSWITH[cd] \"x\""}"#,
      #"{"op":"format","tree":{"version":1,"predicate":{"op":"==","args":[{"property":"a"},{"variable":"v"}]}},"variables":{"v":3}}"#
        ~> #"{"format":"a == 3"}"#)
  }

  @Test(arguments: [
    #"{"op":"format","tree":{"predicate":true}}"#, #"{"op":"format","tree":3}"#,
    #"{"op":"format","tree":{"version":1,"predicate":{"op":"==","args":[1]}}}"#,
    #"{"op":"format","tree":{"version":1,"predicate":true},"filter":"a == 1"}"#,
    #"{"op":"residual","filter":"a == 1"}"#, #"{"op":"residual","filter":"a == 1","known":[]}"#,
  ])
  func otherFormsAreBadRequests(_ request: String) throws {
    #expect(kind(try converse([request])[0]) == "request")
  }

  @Test func whatRemainsIsAnswered() throws {
    try expect(
      #"{"op":"residual","filter":"team == 3 AND open == TRUE","known":{"team":3}}"#
        ~> #"{"residual":"open == TRUE"}"#,
      #"{"op":"residual","filter":"team == 3","known":{"team":3}}"# ~> #"{"result":true}"#,
      #"{"op":"residual","filter":"team == $t","variables":{"t":4},"known":{"team":3}}"#
        ~> #"{"result":false}"#,
      #"{"op":"residual","filter":"due > start","known":{"start":{"$date":0}}}"#
        ~> #"{"residual":"due > %@","args":[{"$date":0.0}]}"#,
      #"{"op":"residual","filter":"SELF['a'] == b","known":{"a":1}}"#
        ~> #"{"residual":"SELF[\"a\"] == b","knownKeysRead":["a"]}"#)
    let answers = try converse([
      #"{"op":"residual","filter":"name + 1 > 2","known":{"name":"x"}}"#,
      #"{"op":"residual","filter":"name >","known":{}}"#,
    ])
    #expect(answers.map(kind) == ["evaluation", "syntax"])
  }
}
