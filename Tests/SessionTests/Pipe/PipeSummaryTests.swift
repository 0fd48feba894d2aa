import Testing
import ToolTestSupport

/// Facets and aggregates, in snapshots and in the answers to edits.
@Suite struct PipeSummaryTests {
  private static let rows =
    #"{"op":"set","items":[{"id":1,"city":"A","price":3},{"id":2,"city":"B","price":30},{"id":3,"city":"A"},{"id":4,"city":"a","price":"x"}]}"#

  private func configure(_ members: String) -> String { #"{"op":"configure",\#(members)}"# }

  /// The answers after the rows were set, with facets and aggregates.
  private func answers(_ members: String, _ requests: String...) throws -> [String] {
    try Array(
      converse([byID, Self.rows, configure(members)] + requests).dropFirst(2))
  }

  private func counts(_ name: String, _ members: String) -> String {
    changes(#""facets":{"\#(name)":{\#(members)}}"#)
  }

  // MARK: - Facets

  @Test func aFacetCountsValues() throws {
    let facet = #""facets":[{"name":"city","values":"city","#
    #expect(
      try answers(facet + #""limit":1}]"#)[0]
        == counts("city", #""counts":[["A",2]],"others":2,"distinct":3,"failed":0"#))
    #expect(
      try answers(facet + #""options":"c"}]"#)[0]
        == counts("city", #""counts":[["A",3],["B",1]],"others":0,"distinct":2,"failed":0"#))
  }

  @Test func aFacetIgnoresTheFilterOfItsGroup() throws {
    let add = #"{"op":"filter.add","name":"A","group":"place","filter":"city == 'A'"}"#
    let all = #""counts":[["A",2],["B",1],["a",1]],"others":0,"distinct":3,"failed":0"#
    #expect(
      try answers(#""facets":[{"name":"c","values":"city","ignoring":"place"}]"#, add)
        == [counts("c", all), changes(#""deleted":[[0,3],[0,1]]"#)])
    #expect(
      try answers(#""facets":[{"name":"c","values":"city"}]"#, add) == [
        counts("c", all),
        changes(
          #""deleted":[[0,3],[0,1]],"facets":{"c":{"counts":[["A",2]],"others":0,"distinct":1,"failed":0}}"#
        ),
      ])
  }

  @Test func aFacetCountsRanges() throws {
    #expect(
      try answers(#""facets":[{"name":"p","ranges":"price","bounds":[0,10,100]}]"#)[0]
        == counts(
          "p",
          #""counts":[[[null,0],0],[[0,10],1],[[10,100],1],[[100,null],0]],"nil":1,"nan":0,"failed":1"#
        ))
  }

  /// The month of a time depends on the zone, and so does its beginning.
  @Test(arguments: [
    ("", #"[[{"$date":815184000.0},{"$date":817776000.0}],1]"#),
    (#","timeZone":"UTC""#, #"[[{"$date":815184000.0},{"$date":817776000.0}],1]"#),
    (#","timeZone":"Europe/Berlin""#, #"[[{"$date":815180400.0},{"$date":817772400.0}],1]"#),
    (#","timeZone":"America/New_York""#, #"[[{"$date":812520000.0},{"$date":815198400.0}],1]"#),
  ])
  func aFacetCountsMonths(_ zone: String, _ counts: String) throws {
    // 2026-11-01T00:30:00Z
    let answers = try converse([
      configure(#""facets":[{"name":"d","ranges":"due","by":"month"\#(zone)}]"#),
      #"{"op":"set","items":[{"due":{"$date":815185800}},{"due":"2026"},{}]}"#,
    ])
    #expect(
      answers[1]
        == changes(
          #""reload":true,"facets":{"d":{"counts":[\#(counts)],"nil":1,"nan":0,"failed":1}}"#))
  }

  @Test func aFacetCountsCandidates() throws {
    let answers = try answers(
      #""facets":[{"name":"p","filters":[{"name":"Cheap","group":"g","filter":"price < %d","args":[10]},{"name":"Dear","group":"g","filter":"price >= 10"},{"name":"Odd","filter":"id + {1} == 2"}]}]"#,
      #"{"op":"filter.add","name":"Dear","group":"g","filter":"price >= 10"}"#)
    // 'x' is no number, and a list is none for each row.
    #expect(
      answers == [
        counts("p", #""counts":[["Cheap",1],["Dear",1],["Odd",0]],"failed":4"#),
        #"{"changes":[{"deleted":[[0,3],[0,2],[0,0]],"facets":{"p":{"counts":[["Cheap",1],["Dear",1],["Odd",0]],"failed":2}}}],"failed":1}"#,
      ])
  }

  // MARK: - Aggregates

  @Test func aggregatesAreThoseOfAllRowsAndOfSections() throws {
    let answers = try answers(
      #""section":"city","aggregates":[{"name":"total","sum":"price"},{"name":"n","count":"price"},{"name":"kinds","distinct":"price"},{"name":"mean","avg":"price"},{"name":"least","min":"price"},{"name":"most","max":"price"}]"#,
      #"{"op":"snapshot","from":2,"count":1}"#,
      #"{"op":"replace","item":{"id":4,"city":"a","price":0.5}}"#,
      configure(#""aggregates":[{"name":"total","sum":"price"}]"#), configure(#""aggregates":null"#)
    )
    let numbers = { (texts: [String]) in
      let names = ["total", "n", "kinds", "mean", "least", "most"]
      return "{" + zip(names, texts).map { #""\#($0)":\#($1)"# }.joined(separator: ",") + "}"
    }
    let first = numbers(["3", "1", "1", "3.0", "3", "3"])
    let second = numbers(["30", "1", "1", "30.0", "30", "30"])
    #expect(
      answers == [
        #"{"changes":[{"reload":true,"aggregates":\#(numbers(["33", "3", "3", "16.5", "3", "30"])),"failed":{"total":1,"mean":1,"least":1,"most":1},"sectionAggregates":[[0,\#(first)],[1,\#(second)],[2,\#(numbers(["0", "1", "1", "null", #""x""#, #""x""#])),{"total":1,"mean":1}]]}]}"#,
        #"{"sections":[{"name":"B","items":[{"id":2,"city":"B","price":30}],"aggregates":\#(second)}],"total":4,"aggregates":\#(numbers(["33", "3", "3", "16.5", "3", "30"])),"failed":{"total":1,"mean":1,"least":1,"most":1}}"#,
        #"{"changes":[{"updated":[[[2,0],[2,0]]],"aggregates":{"total":33.5,"mean":11.166666666666666,"least":0.5,"most":30},"sectionAggregates":[[2,\#(numbers(["0.5", "1", "1", "0.5", "0.5", "0.5"]))]]}]}"#,
        #"{"changes":[{"sectionAggregates":[[0,{"total":3}],[1,{"total":30}],[2,{"total":0.5}]]}]}"#,
        nothing,
      ])
  }

  @Test func quantilesFollowEdits() throws {
    let answers = try answers(
      #""section":"city","aggregates":[{"name":"mid","median":"price"},{"name":"high","percentile":"price","at":99.5}]"#,
      #"{"op":"replace","item":{"id":4,"city":"a","price":0.5}}"#, #"{"op":"remove","key":1}"#)
    #expect(
      answers == [
        #"{"changes":[{"reload":true,"aggregates":{"mid":16.5,"high":30},"failed":{"mid":1,"high":1},"sectionAggregates":[[0,{"mid":3,"high":3}],[1,{"mid":30,"high":30}],[2,{"mid":"x","high":"x"}]]}]}"#,
        #"{"changes":[{"updated":[[[2,0],[2,0]]],"aggregates":{"mid":3,"high":30},"sectionAggregates":[[2,{"mid":0.5,"high":0.5}]]}]}"#,
        #"{"changes":[{"movedSections":[[1,0]],"deleted":[[0,0]],"aggregates":{"mid":15.25},"sectionAggregates":[[1,{"mid":null,"high":null}]]}]}"#,
      ])
  }

  // MARK: - Deliveries

  @Test func aChangeOfNumbersAloneIsADelivery() throws {
    #expect(
      try answers(
        #""facets":[{"name":"ids","ranges":"id","bounds":[3],"ignoring":"g"}],"aggregates":[{"name":"n","count":"id"}]"#,
        #"{"op":"filter.add","name":"none","group":"g","filter":"FALSEPREDICATE"}"#,
        #"{"op":"remove","key":1}"#, #"{"op":"remove","key":9}"#) == [
          changes(
            #""facets":{"ids":{"counts":[[[null,3],2],[[3,null],2]],"nil":0,"nan":0,"failed":0}},"aggregates":{"n":4},"sectionAggregates":[[0,{"n":4}]]"#
          ),
          changes(
            #""deleted":[[0,3],[0,2],[0,1],[0,0]],"aggregates":{"n":0},"sectionAggregates":[[0,{"n":0}]]"#
          ),
          changes(
            #""facets":{"ids":{"counts":[[[null,3],1],[[3,null],2]],"nil":0,"nan":0,"failed":0}}"#),
          ignoring(#"{"key":9,"reason":"unknown"}"#),
        ])
  }

  /// Numbers are delivered under names that the client does not know, even if they are the same.
  @Test func anotherNameIsADelivery() throws {
    let counts = #"{"counts":[["A",2],["B",1],["a",1]],"others":0,"distinct":3,"failed":0}"#
    #expect(
      try answers(
        #""facets":[{"name":"a","values":"city"}]"#,
        configure(#""facets":[{"name":"b","values":"city"}]"#),
        configure(#""facets":[{"name":"b","values":"city"}]"#),
        configure(#""facets":[{"name":"c","values":"id","limit":0},{"name":"b","values":"city"}]"#),
        configure(#""facets":null"#), ask
      ).map { $0.replacing(counts, with: "…") } == [
        changes(#""facets":{"a":…}"#), changes(#""facets":{"b":…}"#), nothing,
        changes(#""facets":{"c":{"counts":[],"others":4,"distinct":4,"failed":0}}"#), nothing,
        #"{"sections":[{"name":null,"items":[{"id":1,"city":"A","price":3},{"id":2,"city":"B","price":30},{"id":3,"city":"A"},{"id":4,"city":"a","price":"x"}]}]}"#,
      ])
  }

  @Test func aRollbackTakesNamesBack() throws {
    let a = #""facets":{"a":{"counts":[],"others":4,"distinct":3,"failed":0}}"#
    let answers = try answers(
      #""facets":[{"name":"a","values":"city","limit":0}]"#, #"{"op":"begin"}"#,
      configure(#""facets":[{"name":"b","values":"id","limit":0}]"#),
      #"{"op":"snapshot","count":0}"#, #"{"op":"rollback"}"#, #"{"op":"snapshot","count":0}"#)
    #expect(
      answers == [
        changes(a), nothing, nothing,
        #"{"sections":[],"total":4,"facets":{"b":{"counts":[],"others":4,"distinct":4,"failed":0}}}"#,
        nothing, #"{"sections":[],"total":4,\#(a)}"#,
      ])
  }

  @Test func beforeDataThereAreNoNumbers() throws {
    try expect(
      configure(#""facets":[{"name":"a","values":"x"}],"aggregates":[{"name":"s","sum":"x"}]"#)
        ~> nothing, ask ~> #"{"sections":null}"#,
      #"{"op":"set","items":[]}"#
        ~> changes(
          #""reload":true,"facets":{"a":{"counts":[],"others":0,"distinct":0,"failed":0}},"aggregates":{"s":0},"sectionAggregates":[[0,{"s":0}]]"#
        ), #"{"op":"set","items":null}"# ~> reload)
  }

  /// The list is right if a candidate takes too long for the limit of a row.
  @Test func aLimitLeavesCountsUnknown() throws {
    let outcome = try Tool.run(
      "pipe", "--step-limit", "1000",
      input: """
        {"op":"set","items":[{"l":[\((0..<3000).map { "\($0)" }.joined(separator: ","))]}]}
        {"op":"configure","facets":[{"name":"a","filters":[{"name":"slow","filter":"ANY l == 2999"}]},{"name":"b","values":"n"}]}
        {"op":"snapshot","count":0}

        """)
    let counts =
      #""facets":{"a":{"unknown":"limit"},"b":{"counts":[[null,1]],"others":0,"distinct":1,"failed":0}}"#
    #expect(
      outcome.lines == [reload, changes(counts), #"{"sections":[],"total":1,\#(counts)}"#])
  }

  // MARK: - Errors

  @Test(
    arguments: [
      (#""facets":{}"#, "'facets' must be a list"), (#""facets":[1]"#, "a facet must be an object"),
      (#""facets":[{}]"#, "a facet has one of 'values', 'ranges' and 'filters'"),
      (
        #""facets":[{"name":"a","values":"x","ranges":"x"}]"#,
        "a facet has one of 'values', 'ranges' and 'filters'"
      ),
      (
        #""facets":[{"name":"a","valus":"x"}]"#,
        "a facet has no member 'valus', did you mean 'values'?"
      ),
      (#""facets":[{"values":"x"}]"#, "'name' is missing"),
      (
        #""facets":[{"name":"a","values":"x","bounds":[1]}]"#,
        "a facet of values has no member 'bounds'"
      ),
      (#""facets":[{"name":"a","values":"a..b"}]"#, nil),
      (#""facets":[{"name":"a","values":""}]"#, "'values' is empty"),
      (#""facets":[{"name":"a","values":"x","options":"n"}]"#, "'options' must be letters of cd"),
      (#""facets":[{"name":"a","values":"x","limit":-1}]"#, "'limit' must not be negative"),
      (
        #""facets":[{"name":"a","values":"x"},{"name":"a","values":"y"}]"#,
        "two facets have the name 'a'"
      ),
      (#""facets":[{"name":"a","ranges":"x"}]"#, "'bounds' is missing"),
      (#""facets":[{"name":"a","ranges":"x","bounds":[]}]"#, "ranges need at least one bound"),
      (
        #""facets":[{"name":"a","ranges":"x","bounds":[2,1]}]"#,
        "bounds are ascending, and 2 is not below 1"
      ),
      (#""facets":[{"name":"a","ranges":"x","bounds":[{"$float":"nan"}]}]"#, nil),
      (
        #""facets":[{"name":"a","ranges":"x","by":"decade"}]"#,
        "'by' must be minute, hour, day, week, month or year"
      ),
      (
        #""facets":[{"name":"a","ranges":"x","by":"day","bounds":[1]}]"#,
        "'bounds' and 'by' exclude each other"
      ),
      (
        #""facets":[{"name":"a","ranges":"x","bounds":[1],"timeZone":"UTC"}]"#,
        "'timeZone' is for ranges with 'by'"
      ),
      (
        #""facets":[{"name":"a","ranges":"x","by":"day","timeZone":"Europe/Brlin"}]"#,
        "there is no time zone 'Europe/Brlin'"
      ),
      (#""facets":[{"name":"a","filters":[1]}]"#, "a filter must be an object"),
      (#""facets":[{"name":"a","filters":[{"name":"b"}]}]"#, "'filter' is missing"),
      (
        #""facets":[{"name":"a","filters":[],"ignoring":"g"}]"#,
        "a facet of filters has no member 'ignoring'"
      ),
      (#""aggregates":1"#, "'aggregates' must be a list"),
      (#""aggregates":["sum"]"#, "an aggregate must be an object"),
      (
        #""aggregates":[{"name":"a"}]"#,
        "an aggregate has one of 'sum', 'avg', 'min', 'max', 'distinct', 'median', 'percentile' and 'count'"
      ),
      (#""aggregates":[{"name":"a","percentile":"x"}]"#, "'at' is missing"),
      (
        #""aggregates":[{"name":"a","percentile":"x","at":101}]"#,
        "'at' must be a number from 0 to 100"
      ),
      (#""aggregates":[{"name":"a","sum":"x","at":50}]"#, "'at' is for a percentile"),
      (
        #""aggregates":[{"name":"a","sum":"x","min":"x"}]"#,
        "an aggregate has one of 'sum', 'avg', 'min', 'max', 'distinct', 'median', 'percentile' and 'count'"
      ),
      (#""aggregates":[{"name":"a","sum":1}]"#, "'sum' must be a text"),
      (
        #""aggregates":[{"name":"a","smu":"x"}]"#,
        "an aggregate has no member 'smu', did you mean 'sum'?"
      ),
      (
        #""aggregates":[{"name":"a","sum":"x"},{"name":"a","min":"x"}]"#,
        "two aggregates have the name 'a'"
      ),
    ] as [(String, String?)])
  func aWrongFacetChangesNothing(_ members: String, _ message: String?) throws {
    let known = #""aggregates":{"n":4}"#
    let answers = try answers(
      #""aggregates":[{"name":"n","count":"id"}]"#,
      configure(members + #","identity":null,"section":"city""#), #"{"op":"snapshot","count":0}"#)
    #expect(kind(answers[1]) == "request")
    if let message {
      let error = #"{"error":{"kind":"request","message":"\#(message)","code":""#
      #expect(answers[1].hasPrefix(error), "\(answers[1])")
    }
    #expect(answers[2] == #"{"sections":[],"total":4,\#(known)}"#)
  }

  @Test func anErrorInACandidateHasItsOffset() throws {
    #expect(
      try answers(
        #""facets":[{"name":"a","filters":[{"name":"b","filter":"é CONTAIN 2"}]}]"#)[0]
        == #"{"error":{"kind":"syntax","message":"there is no operator 'CONTAIN', did you mean 'CONTAINS'?","code":"unknown-operator","line":1,"column":3,"utf16Offset":2,"utf16Length":7,"fix":{"offset":3,"length":7,"replacement":"CONTAINS"},"offset":3,"length":7}}"#
    )
  }
}
