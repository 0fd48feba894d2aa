import Testing

/// Windows and checksums of snapshots, rows in changes, and the parts of a request that were ignored.
@Suite struct PipeAnswerTests {
  private static let cities =
    #"{"op":"set","items":[{"id":1,"c":"A"},{"id":2,"c":"B"},{"id":3,"c":"A"},{"id":4,"c":"B"},{"id":5,"c":"C"}]}"#

  // MARK: - Windows

  @Test func aWindowCountsVisibleRowsThroughAllSections() throws {
    try expect(
      #"{"op":"configure","identity":"id","section":"c"}"# ~> nothing, Self.cities ~> reload,
      #"{"op":"snapshot","from":1,"count":2}"#
        ~> #"{"sections":[{"name":"A","items":[{"id":3,"c":"A"}]},{"name":"B","items":[{"id":2,"c":"B"}]}],"total":5}"#,
      #"{"op":"snapshot","from":4}"#
        ~> #"{"sections":[{"name":"C","items":[{"id":5,"c":"C"}]}],"total":5}"#,
      #"{"op":"snapshot","count":1}"#
        ~> #"{"sections":[{"name":"A","items":[{"id":1,"c":"A"}]}],"total":5}"#,
      #"{"op":"filter.add","name":"big","filter":"id > 2"}"#
        ~> changes(#""deleted":[[1,0],[0,0]]"#),
      #"{"op":"snapshot","from":1,"count":9223372036854775807}"#
        ~> #"{"sections":[{"name":"B","items":[{"id":4,"c":"B"}]},{"name":"C","items":[{"id":5,"c":"C"}]}],"total":3}"#
    )
  }

  @Test func aWindowAfterTheEndHasNoRows() throws {
    try expect(
      #"{"op":"snapshot","from":0,"count":1}"# ~> #"{"sections":null,"total":0}"#,
      set(1, 2) ~> reload,
      #"{"op":"snapshot","from":2}"# ~> #"{"sections":[],"total":2}"#,
      #"{"op":"snapshot","from":9223372036854775807,"count":9223372036854775807}"#
        ~> #"{"sections":[],"total":2}"#,
      #"{"op":"snapshot","count":0}"# ~> #"{"sections":[],"total":2}"#,
      #"{"op":"snapshot","from":null,"count":null}"# ~> flat(1, 2))
  }

  // MARK: - Checksums

  /// The values were computed by another program: python, reduce(lambda h, b: (h ^ b) * p % 2**64, …).
  @Test func aChecksumCoversTheAnswerWithoutIt() throws {
    try expect(
      #"{"op":"snapshot","checksum":true}"#
        ~> #"{"sections":null,"checksum":"1b17f8e671ccca38"}"#,
      set(1, 2) ~> reload,
      #"{"op":"snapshot","checksum":true}"#
        ~> #"{"sections":[{"name":null,"items":[{"id":1},{"id":2}]}],"checksum":"0653a809bea5b628"}"#,
      #"{"op":"snapshot","checksum":true,"from":1,"id":"é"}"#
        ~> #"{"id":"é","sections":[{"name":null,"items":[{"id":2}]}],"total":2,"checksum":"600872dcf358b70b"}"#,
      #"{"op":"snapshot","checksum":false}"# ~> flat(1, 2))
  }

  // MARK: - Rows in changes

  @Test func changesHaveTheRowsOfInsertionsAndUpdates() throws {
    try expect(
      #"{"op":"configure","identity":"id","section":"c","rows":true}"# ~> nothing,
      Self.cities ~> reload,
      #"{"op":"add","item":{"id":6,"c":"A"}}"#
        ~> changes(#""inserted":[[0,2]],"items":[[[0,2],{"id":6,"c":"A"}]]"#),
      #"{"op":"merge","items":[{"id":2,"c":"B","n":1},{"id":7,"c":"B"},{"id":8,"c":"D"}]}"#
        ~> changes(
          #""insertedSections":[3],"inserted":[[1,2]],"updated":[[[1,0],[1,0]]],"items":[[[1,0],{"id":2,"c":"B","n":1}],[[1,2],{"id":7,"c":"B"}],[[3,0],{"id":8,"c":"D"}]]"#
        ),
      #"{"op":"remove","key":6}"# ~> changes(#""deleted":[[0,2]]"#),
      #"{"op":"configure","rows":null}"# ~> nothing,
      #"{"op":"add","item":{"id":9,"c":"A"}}"# ~> changes(#""inserted":[[0,2]]"#))
  }

  @Test func aRefusedConfigurationLeavesTheRowsAsTheyWere() throws {
    let answers = try converse([
      byID, set(1), #"{"op":"configure","rows":true,"sectionOrder":"up"}"#,
      #"{"op":"add","item":{"id":2}}"#,
    ])
    #expect(kind(answers[2]) == "request")
    #expect(answers[3] == changes(#""inserted":[[0,1]]"#))
  }

  /// A client that has only the changes shows what the pipe does.
  @Test func rowsOfABatchHaveTheirLastPositions() throws {
    try expect(
      #"{"op":"configure","identity":"id","sort":["n"],"rows":true}"# ~> nothing,
      #"{"op":"set","items":[{"id":1,"n":1},{"id":2,"n":2}]}"# ~> reload,
      #"{"op":"begin"}"# ~> nothing,
      #"{"op":"replace","item":{"id":1,"n":3}}"# ~> nothing,
      #"{"op":"add","item":{"id":3,"n":0}}"# ~> nothing,
      #"{"op":"end"}"#
        ~> changes(
          #""inserted":[[0,0]],"moved":[[[0,0],[0,2]]],"updated":[[[0,0],[0,2]]],"items":[[[0,0],{"id":3,"n":0}],[[0,2],{"id":1,"n":3}]]"#
        ))
  }

  // MARK: - Ignored parts

  @Test func rowsOfOneKeyAreNamed() throws {
    try expect(
      byID ~> nothing,
      #"{"op":"set","items":[{"id":3},{"id":3,"n":1},{"id":4},{"id":3}]}"#
        ~> #"{"changes":[{"reload":true}],"ignored":[{"key":3,"reason":"duplicate"},{"key":3,"reason":"duplicate"}]}"#,
      #"{"op":"add","item":{"id":4}}"# ~> ignoring(#"{"key":4,"reason":"duplicate"}"#),
      #"{"op":"set","sections":[{"name":"A","items":[{"id":1}]},{"name":"B","items":[{"id":1}]}]}"#
        ~> #"{"changes":[{"reload":true}],"ignored":[{"key":1,"reason":"duplicate"}]}"#,
      #"{"op":"set","sections":[{"name":"A","items":[{"id":1}]},{"name":"A","items":[{"id":2},{"id":2}]}]}"#
        ~> #"{"changes":[{"deletedSections":[1],"inserted":[[0,1]]}],"ignored":[{"key":2,"reason":"duplicate"}]}"#,
      #"{"op":"merge","items":[{"id":1,"n":1},{"id":1,"n":2},{"n":1},{"n":2}]}"#
        ~> #"{"changes":[{"inserted":[[0,2],[0,3]],"updated":[[[0,0],[0,0]]]}],"ignored":[{"key":1,"reason":"duplicate"}]}"#
    )
  }

  @Test func aRowThatReplacesAnotherIsNotIgnored() throws {
    try expect(
      #"{"op":"configure","identity":"id","duplicates":"last"}"# ~> nothing, set(1) ~> reload,
      #"{"op":"add","item":{"id":1,"n":1}}"# ~> changes(#""updated":[[[0,0],[0,0]]]"#),
      #"{"op":"merge","items":[{"id":1,"n":2}]}"# ~> changes(#""updated":[[[0,0],[0,0]]]"#))
  }

  /// Each answer of a batch names its own keys.
  @Test func keysAreNamedInsideABatch() throws {
    try expect(
      byID ~> nothing, set(1, 2) ~> reload, #"{"op":"begin"}"# ~> nothing,
      #"{"op":"add","item":{"id":1}}"# ~> ignoring(#"{"key":1,"reason":"duplicate"}"#),
      #"{"op":"add","item":{"id":2}}"# ~> ignoring(#"{"key":2,"reason":"duplicate"}"#),
      #"{"op":"remove","key":7}"# ~> ignoring(#"{"key":7,"reason":"unknown"}"#),
      #"{"op":"end"}"# ~> nothing)
  }

  @Test func keysAndFiltersThatAreNotThereAreNamed() throws {
    try expect(
      #"{"op":"remove","key":7}"# ~> ignoring(#"{"key":7,"reason":"unknown"}"#),
      byID ~> nothing, set(1) ~> reload,
      #"{"op":"remove","key":{"$date":"2001-01-02T00:00:00Z"}}"#
        ~> ignoring(#"{"key":{"$date":86400.0},"reason":"unknown"}"#),
      #"{"op":"filter.remove","name":"Adults"}"#
        ~> ignoring(#"{"name":"Adults","reason":"unknown"}"#),
      #"{"op":"filter.remove","name":"Adults","group":"age"}"#
        ~> ignoring(#"{"name":"Adults","group":"age","reason":"unknown"}"#),
      #"{"op":"filter.add","name":"Adults","filter":"id > 0"}"# ~> nothing,
      #"{"op":"filter.remove","name":"Adults"}"# ~> nothing)
  }
}
