import Testing

/// Batches, their nesting and their end.
@Suite struct PipeBatchTests {
  @Test func aBatchIsOneChange() throws {
    try expect(
      byID ~> nothing, set(1, 2, 3) ~> reload,
      #"{"op":"begin"}"# ~> nothing,
      #"{"op":"remove","at":[0,0]}"# ~> nothing, #"{"op":"remove","at":[0,0]}"# ~> nothing,
      ask ~> flat(3),
      #"{"op":"add","item":{"id":1}}"# ~> nothing,
      #"{"op":"end"}"# ~> changes(#""deleted":[[0,1]],"moved":[[[0,0],[0,1]]]"#))
  }

  @Test func batchesNest() throws {
    try expect(
      byID ~> nothing, set(1) ~> reload,
      #"{"op":"begin"}"# ~> nothing, #"{"op":"add","item":{"id":2}}"# ~> nothing,
      #"{"op":"begin"}"# ~> nothing, #"{"op":"add","item":{"id":3}}"# ~> nothing,
      #"{"op":"configure","section":"id"}"# ~> nothing,
      #"{"op":"rollback"}"# ~> nothing, ask ~> flat(1, 2),
      #"{"op":"begin"}"# ~> nothing,
      #"{"op":"filter.add","name":"x","filter":"id > 1"}"# ~> nothing,
      #"{"op":"end"}"# ~> nothing, ask ~> flat(2),
      #"{"op":"end"}"# ~> changes(#""deleted":[[0,0]],"inserted":[[0,0]]"#))
  }

  @Test func aRollbackTellsNothing() throws {
    try expect(
      byID ~> nothing, set(1, 2) ~> reload,
      #"{"op":"filter.add","name":"x","filter":"id > 1"}"# ~> changes(#""deleted":[[0,0]]"#),
      #"{"op":"begin"}"# ~> nothing, #"{"op":"set","items":null}"# ~> nothing,
      ask ~> #"{"sections":null}"#,
      #"{"op":"filter.clear"}"# ~> nothing, #"{"op":"configure","identity":null}"# ~> nothing,
      #"{"op":"rollback"}"# ~> nothing, ask ~> flat(2),
      #"{"op":"why","key":1}"# ~> #"{"hiddenBy":["x"]}"#,
      #"{"op":"remove","key":2}"# ~> changes(#""deleted":[[0,0]]"#))
  }

  @Test func whatComesToNothingIsNotTold() throws {
    try expect(
      byID ~> nothing, set(1, 2) ~> reload,
      #"{"op":"begin"}"# ~> nothing, #"{"op":"end"}"# ~> nothing,
      #"{"op":"begin"}"# ~> nothing, #"{"op":"add","item":{"id":3}}"# ~> nothing,
      #"{"op":"remove","key":3}"# ~> nothing,
      #"{"op":"filter.add","name":"x","filter":"id > 1"}"# ~> nothing,
      #"{"op":"filter.clear"}"# ~> nothing, #"{"op":"end"}"# ~> nothing,
      #"{"op":"begin"}"# ~> nothing, #"{"op":"set","items":null}"# ~> nothing,
      set(2, 1) ~> nothing, #"{"op":"end"}"# ~> changes(#""moved":[[[0,1],[0,0]]]"#))
  }

  @Test func rowsAreWhatTheIdentityOfTheEndSays() throws {
    try expect(
      byID ~> nothing, #"{"op":"set","items":[{"id":1,"n":1},{"id":2,"n":2}]}"# ~> reload,
      #"{"op":"begin"}"# ~> nothing, #"{"op":"configure","identity":"n"}"# ~> nothing,
      #"{"op":"set","items":[{"id":1,"n":2},{"id":2,"n":1}]}"# ~> nothing, byID ~> nothing,
      #"{"op":"end"}"# ~> changes(#""updated":[[[0,0],[0,0]],[[0,1],[0,1]]]"#))
  }

  @Test func anErrorLeavesTheBatchOpen() throws {
    let answers = try converse([
      #"{"op":"configure","identity":"id","duplicates":"refuse"}"#,
      #"{"op":"set","sections":[{"name":"A","items":[{"id":1}]}]}"#, #"{"op":"begin"}"#,
      #"{"op":"add","item":{"id":2}}"#,
      #"{"op":"section.add","name":"B","items":[{"id":3},{"id":2}]}"#,
      #"{"op":"section.replace","at":0,"items":[{"id":4},{"id":4}]}"#,
      #"{"op":"configure","identity":"absent","duplicates":"nonsense"}"#,
      #"{"op":"insert","item":{"id":5},"at":[0,3]}"#, ask, #"{"op":"end"}"#, #"{"op":"end"}"#,
      #"{"op":"rollback"}"#,
    ])
    #expect((4...7).map { kind(answers[$0]) } == ["data", "data", "request", "request"])
    #expect(answers[8] == #"{"sections":[{"name":"A","items":[{"id":1},{"id":2}]}]}"#)
    #expect(answers[9] == changes(#""inserted":[[0,1]]"#))
    #expect(kind(answers[10]) == "request")
    #expect(kind(answers[11]) == "request")
  }

  @Test func anOpenBatchMayEndWithTheInput() throws {
    try expect(#"{"op":"begin"}"# ~> nothing, set(1) ~> nothing)
  }
}
