import Testing

/// The requests of an editor while a filter is typed.
@Suite struct PipeTypingTests {
  @Test func tokensOfAnyTextHaveBothOffsets() throws {
    let tokens = [
      #"{"kind":"key","offset":0,"length":2,"utf16Offset":0,"utf16Length":1}"#,
      #"{"kind":"operator","offset":3,"length":1,"utf16Offset":2,"utf16Length":1}"#,
      #"{"kind":"string","offset":5,"length":2,"utf16Offset":4,"utf16Length":2}"#,
    ]
    try expect(
      #"{"op":"tokens","text":"é > 'a"}"#
        ~> #"{"tokens":[\#(tokens.joined(separator: ","))]}"#,
      #"{"op":"tokens","text":"","id":7}"# ~> #"{"id":7,"tokens":[]}"#)
    let answers = try converse([#"{"op":"tokens"}"#, #"{"op":"tokens","text":1}"#])
    #expect(answers.map(kind) == ["request", "request"])
  }

  @Test func declaredKeysAreCompleted() throws {
    let keys = #""keys":{"age":"number","name":"text","owner.name":"string","x":null}"#
    try expect(
      #"{"op":"complete","text":"age > ","offset":6,\#(keys),"limit":1}"#
        ~> #"{"replace":{"offset":6,"length":0},"items":[{"text":"age","kind":"key","detail":"number"}]}"#,
      #"{"op":"complete","text":"owner.","offset":6,\#(keys),"limit":1}"#
        ~> #"{"replace":{"offset":6,"length":0},"items":[{"text":"name","kind":"key","detail":"string"}]}"#,
      #"{"op":"complete","text":"nam > 1","offset":2,\#(keys),"limit":1}"#
        ~> #"{"replace":{"offset":0,"length":3},"items":[{"text":"name","kind":"key","detail":"string"}]}"#,
      #"{"op":"complete","text":"x","limit":0}"#
        ~> #"{"replace":{"offset":0,"length":1},"items":[]}"#)
    let answer = try converse([#"{"op":"complete","text":"name BEG","offset":8,\#(keys)}"#])[0]
    #expect(answer.contains(#""text":"BEGINSWITH","kind":"operator","detail":"","summary":""#))
  }

  /// Without keys those of the loaded rows, and their values.
  @Test func loadedRowsHaveKeysAndValues() throws {
    let rows = (0..<3).map { #"{"id":\#($0),"city":"\#($0 > 0 ? "Oslo" : "Rome")"}"# }
    let answers = try converse([
      #"{"op":"complete","text":"ci"}"#, #"{"op":"set","items":[\#(rows.joined(separator: ","))]}"#,
      #"{"op":"complete","text":"ci"}"#, #"{"op":"complete","text":"city == ","limit":2}"#,
      #"{"op":"complete","text":"city == \"r"}"#,
    ])
    #expect(!answers[0].contains(#""text":"city""#))
    #expect(answers[2].contains(#"[{"text":"city","kind":"key","detail":"string"}"#))
    #expect(
      answers[3]
        == #"{"replace":{"offset":8,"length":0},"items":[{"text":"'Oslo'","kind":"string","detail":""},"#
        + #"{"text":"'Rome'","kind":"string","detail":""}]}"#)
    #expect(answers[4].contains(#"{"replace":{"offset":8,"length":2},"items":[{"text":"\"Rome\"""#))
  }

  @Test(arguments: [
    #"{"op":"complete"}"#, #"{"op":"complete","text":"a","offset":-1}"#,
    #"{"op":"complete","text":"a","keys":["a"]}"#, #"{"op":"complete","text":"a","keys":{"a":1}}"#,
    #"{"op":"complete","text":"a","keys":{"a":"nubmer"}}"#,
    #"{"op":"complete","text":"a","keys":{"a b":"number"}}"#,
    #"{"op":"complete","text":"a","limits":1}"#, #"{"op":"complete","text":"a","limit":-1}"#,
  ])
  func aWrongRequestIsAnError(_ request: String) throws {
    let answer = try converse([request])[0]
    #expect(kind(answer) == (request.contains("a b") ? "syntax" : "request"), "\(answer)")
    if request.contains("nubmer") { #expect(answer.contains("did you mean 'number'")) }
  }
}
