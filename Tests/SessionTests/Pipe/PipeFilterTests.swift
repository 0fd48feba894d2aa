import Testing

/// Filters, and why rows are hidden.
@Suite struct PipeFilterTests {
  @Test func filtersHideRowsAndShowThemAgain() throws {
    try expect(
      byID ~> nothing, set(1, 2, 3, 4) ~> reload,
      #"{"op":"filter.add","name":"even","filter":"id IN {2, 4}"}"#
        ~> changes(#""deleted":[[0,2],[0,0]]"#),
      #"{"op":"filter.add","name":"big","filter":"id > %d","args":[2]}"#
        ~> changes(#""deleted":[[0,0]]"#),
      #"{"op":"why","key":1}"# ~> #"{"hiddenBy":["even","big"]}"#,
      #"{"op":"why","key":2}"# ~> #"{"hiddenBy":["big"]}"#,
      #"{"op":"why","key":4.0}"# ~> #"{"hiddenBy":[]}"#,
      #"{"op":"filter.remove","name":"even"}"# ~> changes(#""inserted":[[0,0]]"#),
      #"{"op":"filter.remove","name":"none"}"#
        ~> ignoring(#"{"name":"none","reason":"unknown"}"#),
      #"{"op":"filter.clear"}"# ~> changes(#""inserted":[[0,0],[0,1]]"#),
      #"{"op":"filter.clear"}"# ~> nothing)
  }

  /// A filter that shows no row or all rows, and compares values of different kinds, has notes.
  @Test func aFilterThatProbablyMeansSomethingElseHasNotes() throws {
    let note = "'id' is a number, which equals no text: write the number without quotes"
    try expect(
      byID ~> nothing, set(1, 2) ~> reload,
      #"{"op":"filter.add","name":"n","filter":"id == '1'"}"#
        ~> #"{"changes":[{"deleted":[[0,1],[0,0]]}],"notes":["\#(note)"]}"#,
      #"{"op":"filter.add","name":"n","filter":"'1' != id"}"#
        ~> #"{"changes":[{"inserted":[[0,0],[0,1]]}],"notes":["\#(note)"]}"#,
      #"{"op":"filter.add","name":"n","filter":"id != $k","variables":{"k":"1"}}"#
        ~> #"{"changes":[],"notes":["'id' is a number, which equals no text: write $k as a number"]}"#,
      #"{"op":"filter.replaceAll","filters":[{"name":"m","filter":"if == 9"}]}"#
        ~> #"{"changes":[{"deleted":[[0,1],[0,0]]}],"notes":["no row has a value for 'if'"]}"#,
      #"{"op":"filter.clear"}"# ~> changes(#""inserted":[[0,0],[0,1]]"#),
      #"{"op":"filter.add","name":"n","filter":"TERNARY(id == '1', 1, 2) == 1"}"#
        ~> #"{"changes":[{"deleted":[[0,1],[0,0]]}],"notes":["\#(note)"]}"#,
      #"{"op":"filter.clear"}"# ~> changes(#""inserted":[[0,0],[0,1]]"#),
      #"{"op":"filter.add","name":"n","filter":"id == 9"}"# ~> changes(#""deleted":[[0,1],[0,0]]"#))
  }

  @Test func aFilterTakesThePlaceOfItsGroup() throws {
    try expect(
      byID ~> nothing, set(1, 2, 3) ~> reload,
      #"{"op":"filter.add","name":"one","group":"g","filter":"id != 1"}"#
        ~> changes(#""deleted":[[0,0]]"#),
      #"{"op":"filter.add","name":"n","filter":"id != 3"}"# ~> changes(#""deleted":[[0,1]]"#),
      #"{"op":"filter.add","name":"two","group":"g","filter":"id != $k","variables":{"k":2}}"#
        ~> changes(#""deleted":[[0,0]],"inserted":[[0,0]]"#),
      // Without a group the groupless filter of the name, and no other.
      #"{"op":"filter.add","name":"two","group":null,"filter":"id != 1"}"#
        ~> changes(#""deleted":[[0,0]]"#),
      #"{"op":"why","key":2}"# ~> #"{"hiddenBy":["two"]}"#,
      #"{"op":"filter.remove","name":"two","group":"g"}"# ~> changes(#""inserted":[[0,0]]"#),
      #"{"op":"why","key":1}"# ~> #"{"hiddenBy":["two"]}"#,
      #"{"op":"filter.add","name":"n","group":"g","filter":"id != 2"}"#
        ~> changes(#""deleted":[[0,0]]"#),
      #"{"op":"why","key":3}"# ~> #"{"hiddenBy":["n"]}"#,
      #"{"op":"filter.remove","name":"n"}"# ~> changes(#""inserted":[[0,0],[0,1]]"#))
  }

  @Test func allFiltersAreReplacedAtOnce() throws {
    try expect(
      byID ~> nothing, set(1, 2, 3) ~> reload,
      #"{"op":"filter.add","name":"x","filter":"id < 3"}"# ~> changes(#""deleted":[[0,2]]"#),
      #"{"op":"filter.replaceAll","filters":[{"name":"a","group":"g","filter":"id == 1"},{"name":"b","group":"g","filter":"id > 1"}]}"#
        ~> changes(#""deleted":[[0,0]],"inserted":[[0,1]]"#),
      #"{"op":"why","key":1}"# ~> #"{"hiddenBy":["b"]}"#,
      #"{"op":"filter.replaceAll","filters":[]}"# ~> changes(#""inserted":[[0,0]]"#))
  }

  @Test func aFilterBeforeDataWorksWithTheFirstLoad() throws {
    try expect(
      #"{"op":"filter.add","name":"x","filter":"id == 2"}"# ~> nothing, byID ~> nothing,
      set(1, 2) ~> reload, ask ~> flat(2),
      #"{"op":"remove","key":1}"# ~> nothing,
      #"{"op":"add","item":{"id":3}}"# ~> nothing,
      #"{"op":"move","from":[0,0],"to":[0,1]}"# ~> nothing,
      #"{"op":"replace","item":{"id":2,"n":1}}"# ~> changes(#""updated":[[[0,0],[0,0]]]"#))
  }

  @Test func whatCannotBeDecidedIsHidden() throws {
    try expect(
      byID ~> nothing, #"{"op":"set","items":[{"id":1,"n":"x"},{"id":2,"n":3}]}"# ~> reload,
      #"{"op":"filter.add","name":"n","filter":"n < 5"}"#
        ~> #"{"changes":[{"deleted":[[0,0]]}],"failed":1}"#,
      #"{"op":"why","key":1}"# ~> #"{"hiddenBy":["n"]}"#,
      #"{"op":"filter.add","name":"n","filter":"id < $unbound"}"#
        ~> #"{"error":{"kind":"evaluation","message":"the variable $unbound has no value","code":"unbound-variable","line":1,"column":6,"utf16Offset":5,"utf16Length":8,"offset":5,"length":8}}"#,
      #"{"op":"why","key":1}"# ~> #"{"hiddenBy":["n"]}"#)
  }

  @Test func aWrongFilterChangesNothing() throws {
    let answers = try converse([
      byID, set(1), #"{"op":"filter.add","name":"x","filter":"id > AND x == 1","id":5}"#,
      #"{"op":"filter.replaceAll","filters":[{"name":"a","filter":"id == 2"},{"name":"b","filter":"id =="}]}"#,
      #"{"op":"filter.add","name":"x","filter":"isOpen","strict":true}"#,
      #"{"op":"filter.add","filter":"id == 2"}"#, #"{"op":"filter.add","name":"x"}"#,
      #"{"op":"filter.remove"}"#, #"{"op":"filter.replaceAll","filters":[1]}"#,
      #"{"op":"filter.replaceAll","filters":[{"name":"a","filter":"id == 2","item":{}}]}"#, ask,
    ])
    #expect(answers[2].hasPrefix(#"{"id":5,"error":{"kind":"syntax","#))
    #expect(answers[2].hasSuffix(#","offset":5,"length":3}}"#))
    #expect(answers[3].hasSuffix(#","offset":5,"length":0}}"#))
    #expect(
      answers[2...9].map(kind)
        == ["syntax", "syntax", "syntax"] + Array(repeating: "request", count: 5))
    #expect(answers[10] == flat(1))
  }
}
