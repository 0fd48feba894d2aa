import FilterEngine
import FilterJSON
import FilterSyntax
import Testing

/// Keys, kinds and cases of a JSON Schema.
@Suite struct KeySchemaTests {
  private static let ticket = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "type": "object",
      "required": ["id"],
      "properties": {
        "id": {"type": "integer", "description": "Counts from 1."},
        "title": {"type": ["string", "null"], "maxLength": 80},
        "state": {"$ref": "#/$defs/state"},
        "opened": {"type": "string", "format": "date-time"},
        "due": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
        "key": {"type": "string", "format": "uuid"},
        "mail": {"type": "string", "format": "email"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "labels": {"type": "array", "items": {"enum": ["a", "b"]}},
        "extent": {"oneOf": [{"type": "string"}, {"type": "number"}]},
        "owner": {"type": "object", "properties": {"name": {"type": "string"}, "first-name": true}},
        "items": {"type": "array", "items": {"properties": {"price": {"type": "number"}}}},
        "parent": {"$ref": "#"},
        "extra": {"type": "object"}
      },
      "$defs": {"state": {"enum": ["open", "done", null]}}
    }
    """#

  private func schema(
    _ text: String = Self.ticket, _ policy: FilterPolicy? = nil
  ) throws -> KeySchema {
    try KeySchema(jsonSchema: try JSONReader().read(text), policy: policy)
  }

  @Test(
    arguments: [
      ("id", [FilterKind.number], []), ("title", [.string], []), ("state", [.string], []),
      ("opened", [.date], []), ("due", [.date], []), ("key", [.uuid], []), ("mail", [.string], []),
      ("tags", [.list], [.string]), ("labels", [.list], [.string]),
      ("extent", [.string, .number], []),
      ("owner", [.object], []), ("owner.name", [.string], []), ("owner.`first-name`", [], []),
      ("items", [.list], [.object]), ("items.price", [.number], []),
      ("parent", [.object], []), ("extra", [.object], []),
    ] as [(String, [FilterKind], [FilterKind])])
  func aKeyHasKinds(_ path: String, _ kinds: [FilterKind], _ elementKinds: [FilterKind]) throws {
    let key = try #require(try schema().keys.first { $0.path == path })
    #expect(key.kinds == kinds && key.elementKinds == elementKinds)
  }

  @Test func enumerationsAndDescriptionsAreRead() throws {
    let keys = try schema().keys
    #expect(keys.first { $0.path == "state" }?.cases == ["open", "done"])
    #expect(keys.first { $0.path == "labels" }?.cases == ["a", "b"])
    #expect(keys.first { $0.path == "title" }?.cases == nil)
    #expect(keys.first { $0.path == "id" }?.description == "Counts from 1.")
  }

  @Test(
    arguments: [
      (#"{"anyOf":[{"const":"a"},{"const":"b"}]}"#, ["a", "b"]),
      (#"{"type":"string","oneOf":[{"const":"a"},{"enum":["b"]}]}"#, ["a", "b"]),
      (#"{"anyOf":[{"const":"a"},{"type":"string"}]}"#, nil),
      (#"{"enum":["a",1]}"#, ["a"]), (#"{"enum":[1,2]}"#, nil),
    ] as [(String, [String]?)])
  func casesOfAlternativesAreOneList(_ key: String, _ cases: [String]?) throws {
    let schema = try schema(#"{"properties":{"k":\#(key)}}"#)
    #expect(schema.keys[0].cases == cases)
  }

  // MARK: - Checks

  private func notes(_ text: String, _ options: FilterOptions = .standard) throws -> [String] {
    let predicate = try FilterPredicate<FilterValue>(text: text, options: options)
    return try schema(Self.ticket, options.policy).notes(
      on: predicate.asked, of: text, options: options
    ).map(\.message)
  }

  @Test(arguments: [
    "id > 3 AND title BEGINSWITH 'a'", "state == 'open' OR state IN {'open', 'done'}",
    "opened > #2026-11-21# AND due != nil", "ANY tags == 'a' AND tags.@count > 1",
    "extent == 'a' OR extent == 1", "owner.name == 'a' AND owner.`first-name` > 1",
    "ANY items.price > 3",
    "parent.title == 'a' AND parent.parent.any.below == 1 AND extra.any == 'a'",
    "SUBQUERY(items, $i, $i.price > 3).@count > 0", "mail ENDSWITH[c] '.org'",
  ])
  func whatFitsHasNoNote(_ text: String) throws { #expect(try notes(text) == []) }

  @Test(
    arguments: [
      ("id == 'a'", "incomparable", nil), ("titel == 'a'", "unknown-key", "title == 'a'"),
      ("owner.nam == 'a'", "unknown-key", "owner.name == 'a'"),
      ("tags == 'a'", "incomparable", "ANY tags == 'a'"),
      ("opened > '2026-11-21'", "incomparable", "opened > #2026-11-21#"),
      ("items.price > 3", "incomparable", "ANY items.price > 3"),
      ("title + 1 > 2", "operand-kind", nil),
    ] as [(String, String, String?)])
  func whatNeverFitsIsAnError(_ text: String, _ code: String, _ fixed: String?) throws {
    let error = #expect(throws: SyntaxError.self) { _ = try notes(text) }
    #expect(error?.code == code && error?.text == text)
    #expect(error?.fix.map { text.applying($0) } == fixed)
  }

  @Test func aTextThatIsNoCaseHasANote() throws {
    #expect(
      try notes("state == 'opne'") == [
        "'opne' is not one of the cases 'open', 'done', did you mean 'open'?"
      ])
    #expect(try notes("ANY labels == 'c'").count == 1)
  }

  /// What a policy hides does not exist in errors either.
  @Test func aPolicyHidesKeysOfASchema() throws {
    let policy = try FilterPolicy(keyPaths: ["id", "owner.name", "unlisted"])
    let options = FilterOptions(policy: policy)
    #expect(try notes("id == 1 AND owner.name == 'a' AND unlisted == 3", options) == [])
    let error = #expect(throws: SyntaxError.self) { _ = try notes("titl == 1", options) }
    #expect(error?.message.contains("title") == false)
    let completion = FilterCompletion<FilterValue>(
      keySchema: try schema(Self.ticket, policy), options)
    let keys = completion.completions(in: "", at: 0).items.filter { $0.kind == .key }
    #expect(keys.map(\.text) == ["id", "owner", "unlisted"])
  }

  @Test func completionsHaveCases() throws {
    let completion = try FilterCompletion(schema: try JSONReader().read(Self.ticket))
    let list = completion.completions(in: "state == ", at: 9, limit: 2)
    #expect(list.items.map(\.text) == ["'open'", "'done'"])
    let keys = completion.completions(in: "own", at: 3).items.filter { $0.kind == .key }
    #expect(keys.map(\.text) == ["owner"] && keys.map(\.detail) == ["object"])
    #expect(throws: DecodingError.self) { _ = try FilterCompletion(schema: .int(1)) }
  }

  // MARK: - Documents

  @Test(arguments: [
    ("1", "#: a schema is an object, true or false"),
    ("{}", "#: it describes no properties"),
    (#"{"properties":[]}"#, "#/properties: an object is expected"),
    (#"{"properties":{"a/b":{"type":"text"}}}"#, "#/properties/a~1b/type: a type is one of "),
    (#"{"properties":{"a":{"enum":1}}}"#, "#/properties/a/enum: a list is expected"),
    (#"{"properties":{"a":{"anyOf":[3]}}}"#, "#/properties/a/anyOf/0: a schema is "),
    (##"{"properties":{"a":{"$ref":"#/$defs/b"}}}"##, "#/properties/a/$ref: nothing is at "),
    (#"{"properties":{"a":{"$ref":"b.json"}}}"#, "#/properties/a/$ref: 'b.json' is not within"),
  ])
  func aBrokenDocumentIsAnError(_ text: String, _ message: String) throws {
    let error = #expect(throws: KeySchema.Mistake.self) { _ = try schema(text) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  /// No object has only some of its keys: the others would be refused.
  /// Keys of other names are understood, or refused with the place of the keyword.
  @Test(
    arguments: [
      (#"{"properties":{"a":{"type":"number"}},"additionalProperties":false}"#, nil),
      (#"{"properties":{"a":{"type":"number"}},"additionalProperties":true}"#, nil),
      (#"{"properties":{"a":{"type":"number"}},"additionalProperties":{}}"#, nil),
      (
        #"{"properties":{"a":{"type":"object","additionalProperties":{"type":"number"}}}}"#, nil
      ),
      (#"{"properties":{"a":{"patternProperties":{"^x":{"type":"number"}}}}}"#, nil),
      (
        #"{"properties":{"a":true},"additionalProperties":{"type":"number"}}"#,
        "#/additionalProperties: keys of other names than those in 'properties'"
      ),
      (
        #"{"properties":{"a":true},"patternProperties":{"^x":{"type":"number"}}}"#,
        "#/patternProperties: keys of other names"
      ),
      (
        #"{"properties":{"a":{"allOf":[{"properties":{"b":true}}],"unevaluatedProperties":{"type":"number"}}}}"#,
        "#/properties/a/unevaluatedProperties: keys of other names"
      ),
      (
        #"{"properties":{"a":{"type":"object","additionalProperties":false}}}"#,
        "#/properties/a/additionalProperties: it permits no key"
      ),
      (
        #"{"properties":{"a":true},"additionalProperties":1}"#,
        "#/additionalProperties: a schema is expected"
      ),
      (
        #"{"properties":{"a":true},"patternProperties":true}"#,
        "#/patternProperties: an object is expected"
      ),
      (
        ##"{"properties":{"a":{"$dynamicRef":"#x"}}}"##,
        "#/properties/a/$dynamicRef: it is not read"
      ),
    ] as [(String, String?)])
  func keysOfOtherNamesAreReadOrRefused(_ text: String, _ message: String?) throws {
    let document = try JSONReader().read(text)
    do throws(KeySchema.Mistake) {
      let keys = try KeySchema(jsonSchema: document).keys
      #expect(message == nil && keys.map(\.path) == ["a"], "\(keys)")
    } catch {
      #expect(message.map(error.description.hasPrefix) == true, "\(error)")
    }
  }

  /// A chain of references, and one that doubles at each step, end with an error that has its place.
  @Test func referencesAreBounded() throws {
    func definitions(_ count: Int, _ definition: (Int) -> String) -> String {
      let list = (0..<count).map { "\"d\($0)\":" + definition($0) }.joined(separator: ",")
      return ##"{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{\##(list),"##
        + ##""d\##(count)":{"type":"number"}}}"##
    }
    let chain: (Int) -> String = { ##"{"$ref":"#/$defs/d\##($0 + 1)"}"## }
    let doubling: (Int) -> String = {
      ##"{"allOf":[{"$ref":"#/$defs/d\##($0 + 1)"},{"$ref":"#/$defs/d\##($0 + 1)"}]}"##
    }
    #expect(try schema(definitions(100, chain)).keys[0].kinds == [.number])
    for (text, place) in [
      (definitions(5_000, chain), "#/$defs/d127/$ref: more than 128 references"),
      (definitions(5_000, doubling), "#/$defs/"),
    ] {
      let error = #expect(throws: KeySchema.Mistake.self) { _ = try schema(text) }
      #expect(error?.description.hasPrefix(place) == true, "\(String(describing: error))")
    }
    // Schemas within schemas, each of which is at a longer place.
    let depth = 400
    let nested =
      String(repeating: #"{"allOf":[{},"#, count: depth) + "true"
      + String(repeating: "]}", count: depth)
    let text = #"{"properties":{"a":\#(nested),"b":\#(nested)}}"#
    if let document = try? JSONReader().read(text) {
      #expect(try KeySchema(jsonSchema: document).keys.count == 2)
    }
  }

  @Test func anObjectOfTooManyKeysHasAnyKey() throws {
    let many = #"{"properties":{\#((0..<6_000).map { "\"p\($0)\":true" }.joined(separator: ","))}}"#
    let keys = try schema(#"{"properties":{"a":\#(many),"b":{"type":"number"}}}"#).keys
    #expect(keys.map(\.path) == ["a", "b"] && keys[0].kinds == [.object])
    let error = #expect(throws: KeySchema.Mistake.self) { _ = try schema(many) }
    #expect(error?.description == "#: it describes more than 5000 properties")
  }

  /// A pass over the texts for each of them would take minutes.
  @Test func anEnumerationCanBeLong() throws {
    let texts = (0..<200_000).map { "\"v\($0)\"" }.joined(separator: ",")
    let cases = try schema(#"{"properties":{"k":{"enum":["v1",\#(texts)]}}}"#).keys[0].cases
    #expect(cases?.count == 200_000 && cases?.prefix(2) == ["v1", "v0"])
  }

  /// References by escapes and to themselves, and those that multiply without end.
  @Test func referencesEnd() throws {
    let escaped = try schema(
      ##"{"properties":{"k":{"$ref":"#/$defs/a%20b~1c~0d"}},"##
        + ##""$defs":{"a b/c~d":{"type":"number"}}}"##)
    #expect(escaped.keys[0].kinds == [.number])
    let circle = try schema(
      ##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"##
        + ##""b":{"$ref":"#/$defs/a","properties":{"k":true}}}}"##)
    #expect(circle.keys.map(\.path) == ["k"])
    let names = (0..<12).map { "n\($0)" }
    let members = names.map { ##""\##($0)":{"$ref":"#/$defs/\##($0)"}"## }.joined(separator: ",")
    let definitions = names.map { ##""\##($0)":{"type":"object","properties":{\##(members)}}"## }
      .joined(separator: ",")
    let all = try schema(##"{"properties":{\##(members)},"$defs":{\##(definitions)}}"##)
    #expect(all.keys.count <= 5_000 && all.keys.filter { $0.names.count == 1 }.count == 12)
    // Each level refers twice to the next one.
    let doubled = (0..<40).map { level in
      let next = ##"{"$ref":"#/$defs/d\##(level + 1)"}"##
      return ##""d\##(level)":{"allOf":[\##(next),\##(next)]}"##
    }.joined(separator: ",")
    let error = #expect(throws: KeySchema.Mistake.self) {
      _ = try schema(
        ##"{"properties":{"a":{"$ref":"#/$defs/d0"}},"##
          + ##""$defs":{\##(doubled),"d40":{"type":"number"}}}"##)
    }
    #expect(error?.message.contains("references lead to") == true)
  }
}
