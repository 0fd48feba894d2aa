import Testing

/// Rows are set, edited and merged.
@Suite struct PipeRowTests {
  @Test func dataComesAndGoesWithAReload() throws {
    try expect(
      ask ~> #"{"sections":null}"#,
      #"{"op":"set","items":null}"# ~> nothing,
      set(1, 2) ~> reload,
      set(1, 2) ~> nothing,
      ask ~> flat(1, 2),
      #"{"op":"set","items":[]}"# ~> changes(#""deleted":[[0,1],[0,0]]"#),
      ask ~> flat(""),
      set(3) ~> changes(#""inserted":[[0,0]]"#),
      #"{"op":"set","sections":null}"# ~> reload,
      ask ~> #"{"sections":null}"#)
  }

  @Test func anEmptyListIsData() throws {
    try expect(
      #"{"op":"set","items":[]}"# ~> reload, ask ~> flat(""),
      #"{"op":"set","sections":[]}"# ~> reload, ask ~> #"{"sections":[]}"#)
  }

  @Test func aListBecomesSectionsWithAReload() throws {
    try expect(
      byID ~> nothing, set(1, 2) ~> reload,
      #"{"op":"set","sections":[{"name":"A","items":[{"id":1}]},{"name":"B","items":[]}]}"#
        ~> reload,
      ask ~> #"{"sections":[{"name":"A","items":[{"id":1}]},{"name":"B","items":[]}]}"#,
      #"{"op":"set","sections":[{"name":"B","items":[{"id":1},{"id":2}]}]}"#
        ~> changes(#""deletedSections":[0],"inserted":[[0,0],[0,1]]"#))
  }

  @Test func aRowIsAddedAtTheEndOfASection() throws {
    try expect(
      byID ~> nothing,
      #"{"op":"set","sections":[{"name":"A","items":[{"id":1}]},{"name":"B","items":[]}]}"#
        ~> reload,
      #"{"op":"add","item":{"id":2}}"# ~> changes(#""inserted":[[1,0]]"#),
      #"{"op":"add","item":{"id":3},"section":0}"# ~> changes(#""inserted":[[0,1]]"#),
      #"{"op":"add","item":{"id":4},"section":-1}"# ~> changes(#""inserted":[[1,1]]"#),
      #"{"op":"add","item":{"id":4},"section":0}"#
        ~> ignoring(#"{"key":4,"reason":"duplicate"}"#),
      #"{"op":"insert","item":{"id":5},"at":[0,0]}"# ~> changes(#""inserted":[[0,0]]"#),
      ask
        ~> #"{"sections":[{"name":"A","items":[\#(rows([5, 1, 3]))]},{"name":"B","items":[\#(rows([2, 4]))]}]}"#
    )
  }

  @Test func aRowIsRemovedByKeyOrPlace() throws {
    try expect(
      byID ~> nothing, set(1, 2, 3) ~> reload,
      #"{"op":"remove","key":2.0}"# ~> changes(#""deleted":[[0,1]]"#),
      #"{"op":"remove","key":"1"}"# ~> ignoring(#"{"key":"1","reason":"unknown"}"#),
      #"{"op":"remove","key":null}"# ~> ignoring(#"{"key":null,"reason":"unknown"}"#),
      #"{"op":"remove","at":[0,1]}"# ~> changes(#""deleted":[[0,1]]"#),
      ask ~> flat(1))
  }

  @Test func aRowIsReplacedInItsPlace() throws {
    try expect(
      byID ~> nothing, set(1, 2) ~> reload,
      #"{"op":"replace","item":{"id":2,"n":1}}"# ~> changes(#""updated":[[[0,1],[0,1]]]"#),
      #"{"op":"replace","item":{"n":1,"id":2}}"# ~> nothing,
      #"{"op":"replace","item":{"id":2,"n":1.0}}"# ~> changes(#""updated":[[[0,1],[0,1]]]"#),
      #"{"op":"replace","item":{"id":9}}"# ~> ignoring(#"{"key":9,"reason":"unknown"}"#),
      #"{"op":"replace","item":{"n":9}}"# ~> ignoring(#"{"key":null,"reason":"unknown"}"#),
      #"{"op":"replace","at":[0,0],"item":{"id":9}}"#
        ~> changes(#""deleted":[[0,0]],"inserted":[[0,0]]"#),
      #"{"op":"replace","at":[0,0],"item":{"id":2}}"#
        ~> ignoring(#"{"key":2,"reason":"duplicate"}"#),
      ask ~> flat(#"{"id":9},{"id":2,"n":1.0}"#))
  }

  @Test func theRowThatIsMovedMoves() throws {
    try expect(
      byID ~> nothing, set(1, 2, 3) ~> reload,
      #"{"op":"move","from":[0,0],"to":[0,1]}"# ~> changes(#""moved":[[[0,0],[0,1]]]"#),
      #"{"op":"move","from":[0,1],"to":[0,0]}"# ~> changes(#""moved":[[[0,1],[0,0]]]"#),
      #"{"op":"move","from":[0,0],"to":[0,2]}"# ~> changes(#""moved":[[[0,0],[0,2]]]"#),
      #"{"op":"move","from":[0,0],"to":[0,0]}"# ~> nothing,
      ask ~> flat(2, 3, 1))
  }

  @Test func aRowThatMovesAndChangesIsInBothLists() throws {
    try expect(
      #"{"op":"configure","identity":"id","sort":[{"key":"n"}]}"# ~> nothing,
      #"{"op":"set","items":[{"id":1,"n":1},{"id":2,"n":2}]}"# ~> reload,
      #"{"op":"replace","item":{"id":1,"n":3}}"#
        ~> changes(#""moved":[[[0,0],[0,1]]],"updated":[[[0,0],[0,1]]]"#))
  }

  @Test func mergingReplacesAndAppends() throws {
    try expect(
      byID ~> nothing,
      #"{"op":"merge","items":[{"id":1},{"id":2},{"id":1,"n":1}]}"#
        ~> #"{"changes":[{"reload":true}],"ignored":[{"key":1,"reason":"duplicate"}]}"#,
      ask ~> flat(#"{"id":1,"n":1},{"id":2}"#),
      #"{"op":"merge","items":[{"id":3},{"id":2,"n":2},{"id":3,"n":3}]}"#
        ~> #"{"changes":[{"inserted":[[0,2]],"updated":[[[0,1],[0,1]]]}],"ignored":[{"key":3,"reason":"duplicate"}]}"#,
      ask ~> flat(#"{"id":1,"n":1},{"id":2,"n":2},{"id":3,"n":3}"#),
      #"{"op":"merge","items":[]}"# ~> nothing)
  }

  @Test func aSortedMergePutsNewRowsIntoTheirPlaces() throws {
    try expect(
      #"{"op":"configure","identity":"id","sort":[{"key":"id"}]}"# ~> nothing,
      set(1, 3, 5) ~> reload,
      #"{"op":"merge","items":[{"id":4},{"id":2}],"sorted":true}"#
        ~> changes(#""inserted":[[0,1],[0,3]]"#),
      #"{"op":"merge","items":[{"id":0}],"sorted":false}"# ~> changes(#""inserted":[[0,0]]"#),
      // The store has the sorted rows in their places, and the others behind.
      #"{"op":"configure","sort":null}"# ~> changes(#""moved":[[[0,0],[0,5]]]"#),
      ask ~> flat(1, 2, 3, 4, 5, 0))
  }

  @Test func mergingIntoSectionsWritesToNoOther() throws {
    try expect(
      #"{"op":"configure","identity":"id","sort":[{"key":"id"}]}"# ~> nothing,
      #"{"op":"set","sections":[{"name":"A","items":[{"id":3},{"id":1}]},{"name":"B","items":[{"id":2}]}]}"#
        ~> reload,
      #"{"op":"merge","items":[{"id":0},{"id":3,"n":1}],"sorted":true}"#
        ~> changes(#""inserted":[[1,0]],"updated":[[[0,1],[0,1]]]"#),
      ask
        ~> #"{"sections":[{"name":"A","items":[{"id":1},{"id":3,"n":1}]},{"name":"B","items":[{"id":0},{"id":2}]}]}"#
    )
  }

  @Test func placesCountInTheUnfilteredStore() throws {
    try expect(
      #"{"op":"configure","identity":"id","section":"city"}"# ~> nothing,
      #"{"op":"set","items":[{"id":1,"city":"B"},{"id":2,"city":"A"},{"id":3,"city":"B"}]}"#
        ~> reload,
      #"{"op":"filter.add","name":"big","filter":"id > 1"}"# ~> changes(#""deleted":[[0,0]]"#),
      #"{"op":"remove","at":[0,0]}"#
        ~> changes(#""movedSections":[[1,0]]"#),
      #"{"op":"insert","item":{"id":4,"city":"A"},"at":[0,2]}"#
        ~> changes(#""inserted":[[0,1]]"#),
      ask
        ~> #"{"sections":[{"name":"A","items":[{"id":2,"city":"A"},{"id":4,"city":"A"}]},{"name":"B","items":[{"id":3,"city":"B"}]}]}"#
    )
  }

  @Test func rowsWithAKnownKeyAreNamedWhereverTheyCome() throws {
    let two = #"{"op":"section.add","name":"B","items":[{"id":1,"n":1},{"id":5},{"id":5,"n":2}]}"#
    try expect(
      byID ~> nothing,
      #"{"op":"set","sections":[{"name":"A","items":[{"id":1},{"id":2}]}]}"# ~> reload,
      #"{"op":"insert","item":{"id":2},"at":[0,0]}"#
        ~> ignoring(#"{"key":2,"reason":"duplicate"}"#),
      two
        ~> #"{"changes":[{"insertedSections":[1]}],"ignored":[{"key":1,"reason":"duplicate"},{"key":5,"reason":"duplicate"}]}"#,
      #"{"op":"section.insert","name":"C","items":[{"id":2}],"at":0}"#
        ~> #"{"changes":[{"insertedSections":[0]}],"ignored":[{"key":2,"reason":"duplicate"}]}"#,
      #"{"op":"section.replace","at":2,"items":[{"id":2},{"id":5}]}"#
        ~> ignoring(#"{"key":2,"reason":"duplicate"}"#),
      #"{"op":"begin"}"# ~> nothing,
      #"{"op":"insert","item":{"id":1},"at":[0,0]}"#
        ~> ignoring(#"{"key":1,"reason":"duplicate"}"#),
      #"{"op":"replace","item":{"id":7}}"# ~> ignoring(#"{"key":7,"reason":"unknown"}"#),
      #"{"op":"end"}"# ~> nothing,
      // The row that is known takes the content, so that nothing is ignored.
      #"{"op":"configure","duplicates":"last"}"# ~> nothing,
      #"{"op":"insert","item":{"id":5,"n":3},"at":[0,0]}"#
        ~> changes(#""updated":[[[2,0],[2,0]]]"#))
  }

  /// Rows that a filter fails on are hidden, and counted where they are tested.
  @Test func rowsThatCannotBeTestedAreCounted() throws {
    func failed(_ lists: String, _ count: Int) -> String {
      #"{"changes":[\#(lists)],"failed":\#(count)}"#
    }
    try expect(
      byID ~> nothing,
      #"{"op":"set","items":[{"id":1,"n":1},{"id":2,"n":"x"},{"id":3,"n":"y"}]}"# ~> reload,
      #"{"op":"filter.add","name":"A","filter":"n + 1 > 1"}"#
        ~> failed(#"{"deleted":[[0,2],[0,1]]}"#, 2),
      #"{"op":"add","item":{"id":4,"n":"z"}}"# ~> failed("", 1),
      #"{"op":"add","item":{"id":5,"n":5}}"# ~> changes(#""inserted":[[0,1]]"#),
      #"{"op":"replace","item":{"id":5,"n":"z"}}"# ~> failed(#"{"deleted":[[0,1]]}"#, 1),
      #"{"op":"remove","key":5}"# ~> nothing,
      #"{"op":"remove","key":9}"# ~> ignoring(#"{"key":9,"reason":"unknown"}"#),
      #"{"op":"begin"}"# ~> nothing,
      #"{"op":"add","item":{"id":6,"n":"z"}}"# ~> nothing,
      #"{"op":"end"}"# ~> failed("", 1),
      #"{"op":"filter.clear"}"# ~> changes(#""inserted":[[0,1],[0,2],[0,3],[0,4]]"#))
  }

  @Test func duplicatesFollowThePolicy() throws {
    try expect(
      byID ~> nothing,
      #"{"op":"set","items":[{"id":1},{"id":1,"n":1},{"id":true,"n":2}]}"#
        ~> #"{"changes":[{"reload":true}],"ignored":[{"key":1,"reason":"duplicate"},{"key":true,"reason":"duplicate"}]}"#,
      ask ~> flat(1),
      #"{"op":"configure","duplicates":"last"}"# ~> nothing,
      #"{"op":"add","item":{"id":1,"n":3}}"# ~> changes(#""updated":[[[0,0],[0,0]]]"#),
      #"{"op":"add","item":{"id":"1"}}"# ~> changes(#""inserted":[[0,1]]"#),
      // Rows without a key are never one.
      #"{"op":"merge","items":[{"n":1},{"n":2},{"id":null}]}"#
        ~> changes(#""inserted":[[0,2],[0,3],[0,4]]"#))
  }

  @Test func refusedDuplicatesChangeNothing() throws {
    let answers = try converse([
      #"{"op":"configure","identity":"id","duplicates":"refuse"}"#, set(1, 2),
      #"{"op":"set","items":[{"id":3},{"id":3}]}"#, #"{"op":"add","item":{"id":1,"n":1}}"#,
      #"{"op":"insert","item":{"id":1},"at":[0,0]}"#,
      #"{"op":"replace","at":[0,0],"item":{"id":2}}"#,
      #"{"op":"set","sections":[{"name":"A","items":[]},{"name":"A","items":[]}]}"#,
      #"{"op":"begin"}"#, #"{"op":"remove","key":1}"#, #"{"op":"add","item":{"id":2}}"#, ask,
      #"{"op":"end"}"#,
    ])
    #expect((2...6).map { kind(answers[$0]) } == Array(repeating: "data", count: 5))
    #expect(kind(answers[9]) == "data")
    #expect(answers[10] == flat(2))
    #expect(answers[11] == changes(#""deleted":[[0,0]]"#))
  }

  @Test func valuesWithoutAFormInJSONComeBackAsTheyWent() throws {
    let items =
      #"{"$date":1.5},{"$data":"AQI="},{"$set":[1,"a"]},{"$float":"nan"},{"$float":"-inf"},170141183460469231731687303715884105727,{"$decimal":"0.1"},9007199254740993,1.0,null,true,{"a":{"$date":0.25}}"#
    try expect(
      #"{"op":"set","items":[\#(items)]}"# ~> reload, ask ~> flat(items),
      #"{"op":"set","items":[\#(items)]}"# ~> nothing,
      #"{"op":"set","items":[{"$int":"5"},{"$date":"2001-01-01T00:00:01Z"}]}"#
        ~> changes(
          #""deleted":[[0,11],[0,10],[0,9],[0,8],[0,7],[0,6],[0,5],[0,4],[0,3],[0,2],[0,1],[0,0]],"inserted":[[0,0],[0,1]]"#
        ),
      ask ~> flat(#"5,{"$date":1.0}"#),
      // Digits in a tag are those digits, which JSON has a form for.
      #"{"op":"set","items":[{"$int":"170141183460469231731687303715884105728"}]}"#
        ~> changes(#""deleted":[[0,1],[0,0]],"inserted":[[0,0]]"#),
      ask ~> flat("170141183460469231731687303715884105728"))
  }
}
