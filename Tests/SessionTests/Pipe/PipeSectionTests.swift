import Testing

/// Sections of the store and sections by key.
@Suite struct PipeSectionTests {
  private let letters =
    #"{"op":"set","sections":[{"name":"A","items":[{"id":1}]},{"name":"B","items":[{"id":2},{"id":3}]}]}"#

  @Test func sectionsAreEdited() throws {
    try expect(
      byID ~> nothing, letters ~> reload,
      #"{"op":"section.add","name":"C","items":[{"id":4}]}"#
        ~> changes(#""insertedSections":[2]"#),
      #"{"op":"section.insert","name":"D","items":[],"at":0}"#
        ~> changes(#""insertedSections":[0]"#),
      #"{"op":"section.remove","at":1}"# ~> changes(#""deletedSections":[1]"#),
      #"{"op":"section.replace","at":1,"items":[{"id":3,"n":1},{"id":5}]}"#
        ~> changes(#""deleted":[[1,0]],"inserted":[[1,1]],"updated":[[[1,1],[1,0]]]"#),
      #"{"op":"section.replace","at":1,"items":[{"id":3,"n":1},{"id":5}]}"# ~> nothing,
      #"{"op":"section.move","from":0,"to":2}"# ~> changes(#""movedSections":[[0,2]]"#),
      ask
        ~> #"{"sections":[{"name":"B","items":[{"id":3,"n":1},{"id":5}]},{"name":"C","items":[{"id":4}]},{"name":"D","items":[]}]}"#
    )
  }

  /// Rows without an identity are what they are equal to, so nothing has changed.
  @Test func equalRowsOfTwoSectionsTradePlacesUnseen() throws {
    try expect(
      #"{"op":"configure","section":"city","sort":[{"key":"n"}]}"# ~> nothing,
      #"{"op":"set","sections":[{"name":"x","items":[{"n":0,"city":"d"}]},{"name":"y","items":[{"n":0,"city":"d"}]}]}"#
        ~> reload,
      #"{"op":"section.move","from":0,"to":1}"# ~> nothing)
  }

  @Test func rowsMoveBetweenSections() throws {
    try expect(
      byID ~> nothing, letters ~> reload,
      #"{"op":"move","from":[1,1],"to":[0,0]}"# ~> changes(#""moved":[[[1,1],[0,0]]]"#),
      #"{"op":"move","from":[1,0],"to":[0,2]}"# ~> changes(#""moved":[[[1,0],[0,2]]]"#),
      #"{"op":"configure","emptySections":"drop"}"# ~> changes(#""deletedSections":[1]"#),
      #"{"op":"configure","emptySections":null}"# ~> changes(#""insertedSections":[1]"#))
  }

  @Test func aSectionWithoutANameHasItsNumber() throws {
    try expect(
      #"{"op":"set","sections":[{"items":[1]},{"items":[2]},{"name":null,"items":[3]}]}"# ~> reload,
      ask
        ~> #"{"sections":[{"name":0,"items":[1]},{"name":1,"items":[2]},{"name":null,"items":[3]}]}"#,
      #"{"op":"section.add"}"# ~> changes(#""insertedSections":[3]"#),
      // A name is the key as JSON, and its number counts as the language says.
      #"{"op":"set","sections":[{"name":0.0,"items":[1]}]}"#
        ~> changes(#""deletedSections":[3,2,1],"updatedSections":[[0,0]]"#),
      ask ~> #"{"sections":[{"name":0.0,"items":[1]}]}"#)
  }

  @Test func rowsOfOneNameComeTogether() throws {
    try expect(
      #"{"op":"set","sections":[{"name":"A","items":[1]},{"name":"B","items":[2]},{"name":"A","items":[3]}]}"#
        ~> reload,
      ask ~> #"{"sections":[{"name":"A","items":[1,3]},{"name":"B","items":[2]}]}"#)
  }

  @Test func keySectionsComeAndGoWithAReload() throws {
    try expect(
      byID ~> nothing,
      #"{"op":"set","items":[{"id":1,"c":"y"},{"id":2,"c":"x"},{"id":3}]}"# ~> reload,
      #"{"op":"configure","section":"c"}"# ~> reload,
      ask
        ~> #"{"sections":[{"name":"y","items":[{"id":1,"c":"y"}]},{"name":"x","items":[{"id":2,"c":"x"}]},{"name":null,"items":[{"id":3}]}]}"#,
      #"{"op":"configure","sectionOrder":"ascending"}"#
        ~> changes(#""movedSections":[[2,0],[0,2]]"#),
      #"{"op":"configure","sectionOrder":"descending"}"#
        ~> changes(#""movedSections":[[2,0],[0,2]]"#),
      #"{"op":"configure","section":"id","sectionOrder":null}"#
        ~> changes(#""deletedSections":[2,1,0],"insertedSections":[0,1,2]"#),
      #"{"op":"configure","section":null}"# ~> reload,
      #"{"op":"configure","identity":null}"# ~> nothing)
  }

  @Test func anotherIdentityIsAReloadWhereRowsGo() throws {
    try expect(
      #"{"op":"set","items":[{"id":1,"k":1},{"id":1,"k":2}]}"# ~> reload, byID ~> reload,
      ask ~> flat(#"{"id":1,"k":1}"#), #"{"op":"configure","identity":"k"}"# ~> nothing)
  }

  @Test func aFilterEmptiesAndKeepsSections() throws {
    let set = #"{"op":"set","items":[{"id":1,"c":"x"},{"id":2,"c":"y"},{"id":3,"c":"x"}]}"#
    try expect(
      #"{"op":"configure","identity":"id","section":"c"}"# ~> nothing, set ~> reload,
      #"{"op":"filter.add","name":"even","filter":"id == 2"}"#
        ~> changes(#""deletedSections":[0]"#),
      #"{"op":"configure","emptySections":"keep"}"# ~> changes(#""insertedSections":[0]"#),
      #"{"op":"remove","key":1}"# ~> changes(#""movedSections":[[1,0]]"#),
      #"{"op":"remove","key":3}"# ~> changes(#""deletedSections":[1]"#))
  }

  @Test func aListWithASectionKeyIsStorageOfOneSection() throws {
    try expect(
      #"{"op":"configure","section":"c"}"# ~> nothing, #"{"op":"set","items":[]}"# ~> reload,
      ask ~> #"{"sections":[]}"#,
      #"{"op":"add","item":{"c":1},"section":4}"#
        ~> #"{"error":{"kind":"request","message":"there is no section 4","code":"no-section"}}"#,
      #"{"op":"set","sections":[{"name":"A","items":[{"c":1}]},{"name":"B","items":[{"c":2}]}]}"#
        ~> changes(#""insertedSections":[0,1]"#),
      #"{"op":"section.move","from":0,"to":1}"# ~> changes(#""movedSections":[[1,0]]"#),
      #"{"op":"section.remove","at":1}"# ~> changes(#""deletedSections":[1]"#),
      ask ~> #"{"sections":[{"name":2,"items":[{"c":2}]}]}"#)
  }
}
