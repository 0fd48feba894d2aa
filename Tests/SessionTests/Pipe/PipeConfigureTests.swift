import Testing

/// What `configure` changes, and what it leaves.
@Suite struct PipeConfigureTests {
  private let people =
    #"{"op":"set","items":[{"id":1,"c":"y","n":2},{"id":2,"c":"x","n":1},{"id":3,"c":"y","n":1}]}"#

  @Test func onlyTheMembersThatAreNamedChange() throws {
    try expect(
      #"{"op":"configure","identity":"id","section":"c","sort":[{"key":"n"}],"sectionOrder":"descending","emptySections":"keep","duplicates":"last"}"#
        ~> nothing, people ~> reload,
      #"{"op":"configure"}"# ~> nothing,
      #"{"op":"configure","sectionOrder":"ascending"}"# ~> changes(#""movedSections":[[1,0]]"#),
      #"{"op":"configure","sort":[{"key":"n","ascending":false}]}"#
        ~> changes(#""moved":[[[1,1],[1,0]]]"#),
      // Identity, duplicates and empty sections are what they were.
      #"{"op":"add","item":{"id":2,"c":"x","n":9}}"# ~> changes(#""updated":[[[0,0],[0,0]]]"#),
      #"{"op":"filter.add","name":"y","filter":"c == 'y'"}"# ~> changes(#""deleted":[[0,0]]"#),
      ask
        ~> #"{"sections":[{"name":"x","items":[]},{"name":"y","items":[{"id":1,"c":"y","n":2},{"id":3,"c":"y","n":1}]}]}"#
    )
  }

  @Test(arguments: [
    (#""sort":null"#, #""moved":[[[0,2],[0,0]]]"#), (#""sort":[]"#, #""moved":[[[0,2],[0,0]]]"#),
    (#""identity":null"#, nil), (#""section":"c""#, #""reload":true"#),
    (#""duplicates":null,"emptySections":null,"sectionOrder":null,"section":null"#, nil),
  ])
  func nullIsTheDefault(_ members: String, _ lists: String?) throws {
    try expect(
      #"{"op":"configure","identity":"id","sort":[{"key":"n"}],"duplicates":"last"}"# ~> nothing,
      people ~> reload,
      #"{"op":"configure",\#(members)}"# ~> (lists.map(changes) ?? nothing))
  }

  @Test func equalKeysStayInTheOrderOfTheStore() throws {
    try expect(
      #"{"op":"configure","identity":"id","sort":[{"key":"n","ascending":false},{"key":"c","options":"cd"}]}"#
        ~> nothing,
      #"{"op":"set","items":[{"id":1,"n":1,"c":"É"},{"id":2,"n":1,"c":"e"},{"id":3,"n":2},{"id":4,"n":1,"c":"É"}]}"#
        ~> reload,
      #"{"op":"snapshot"}"#
        ~> flat(
          #"{"id":3,"n":2},{"id":1,"n":1,"c":"É"},{"id":2,"n":1,"c":"e"},{"id":4,"n":1,"c":"É"}"#),
      #"{"op":"move","from":[0,0],"to":[0,3]}"# ~> changes(#""moved":[[[0,1],[0,3]]]"#))
  }

  @Test func digitsCountAsNumbersWhereAsked() throws {
    let set = #"{"op":"set","items":[{"f":"a10"},{"f":"a9"}]}"#
    try expect(
      set ~> reload, #"{"op":"configure","sort":[{"key":"f"}]}"# ~> nothing,
      #"{"op":"configure","sort":[{"key":"f","options":"numeric"}]}"#
        ~> changes(#""moved":[[[0,1],[0,0]]]"#))
  }

  @Test func sortKeysAreWrittenAsOnTheCommandLineToo() throws {
    try expect(
      #"{"op":"set","items":[{"f":"a10"},{"f":"a9"}]}"# ~> reload,
      #"{"op":"configure","sort":["f"]}"# ~> nothing,
      #"{"op":"configure","sort":["f:numeric"]}"# ~> changes(#""moved":[[[0,1],[0,0]]]"#),
      #"{"op":"configure","sort":["f:desc:numeric"]}"# ~> changes(#""moved":[[[0,1],[0,0]]]"#))
  }

  @Test func aFilterNeverReordersSections() throws {
    try expect(
      #"{"op":"configure","identity":"id","section":"c"}"# ~> nothing, people ~> reload,
      // The first row of y is hidden, and y stays before x.
      #"{"op":"filter.add","name":"f","filter":"n == 1"}"# ~> changes(#""deleted":[[0,0]]"#),
      ask
        ~> #"{"sections":[{"name":"y","items":[{"id":3,"c":"y","n":1}]},{"name":"x","items":[{"id":2,"c":"x","n":1}]}]}"#
    )
  }

  @Test func sectionsThatWereGivenKeepTheirOrder() throws {
    try expect(
      #"{"op":"configure","sectionOrder":"ascending"}"# ~> nothing,
      #"{"op":"set","sections":[{"name":"B","items":[1]},{"name":"A","items":[]},{"name":"C","items":[2]}]}"#
        ~> reload,
      #"{"op":"configure","sectionOrder":"descending"}"# ~> nothing,
      ask
        ~> #"{"sections":[{"name":"B","items":[1]},{"name":"A","items":[]},{"name":"C","items":[2]}]}"#
    )
  }

  @Test func aFilterIsReplacedWhereItStood() throws {
    try expect(
      byID ~> nothing, set(1) ~> reload,
      #"{"op":"filter.add","name":"a","group":"g","filter":"id > 1"}"#
        ~> changes(#""deleted":[[0,0]]"#),
      #"{"op":"filter.add","name":"b","filter":"id > 2"}"# ~> nothing,
      #"{"op":"filter.add","name":"c","group":"g","filter":"id > 3"}"# ~> nothing,
      #"{"op":"filter.add","name":"b","group":"h","filter":"id > 4"}"# ~> nothing,
      #"{"op":"filter.add","name":"b","filter":"id > 5"}"# ~> nothing,
      #"{"op":"why","key":1}"# ~> #"{"hiddenBy":["c","b","b"]}"#,
      // Name and group, name alone, group alone.
      #"{"op":"filter.remove","name":"c","group":"h"}"#
        ~> ignoring(#"{"name":"c","group":"h","reason":"unknown"}"#),
      #"{"op":"filter.remove","name":"b","group":"h"}"# ~> nothing,
      #"{"op":"why","key":1}"# ~> #"{"hiddenBy":["c","b"]}"#,
      #"{"op":"filter.remove","group":"g"}"# ~> nothing,
      #"{"op":"filter.remove","name":"b","group":null}"# ~> changes(#""inserted":[[0,0]]"#))
  }

  @Test func aMemberThatIsNullIsNotGiven() throws {
    try expect(
      byID ~> nothing, set(1, 2, 3) ~> reload,
      #"{"op":"remove","key":2,"at":null}"# ~> changes(#""deleted":[[0,1]]"#),
      #"{"op":"remove","key":null,"at":[0,0]}"# ~> changes(#""deleted":[[0,0]]"#),
      #"{"op":"replace","item":{"id":3,"n":1},"at":null}"#
        ~> changes(#""updated":[[[0,0],[0,0]]]"#),
      #"{"op":"add","item":{"id":4},"section":null}"# ~> changes(#""inserted":[[0,1]]"#),
      #"{"op":"merge","items":[{"id":4}],"sorted":null}"# ~> nothing,
      #"{"op":"filter.add","name":"x","group":null,"filter":"id == 3","args":null,"variables":null}"#
        ~> changes(#""deleted":[[0,1]]"#))
  }
}
