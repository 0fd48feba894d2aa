import FilterEngine
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// `schema`: what the first rows of a file say of its keys.
@Suite struct SchemaCommandTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func schema(_ arguments: String...) throws -> (sampled: Int?, keys: [[String: Any]]) {
    let outcome = try Tool.run(["schema", "--json"] + arguments)
    try #require(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    return (object?["sampled"] as? Int, object?["keys"] as? [[String: Any]] ?? [])
  }

  @Test func aKeyHasItsKindsItsShareOfNilAndItsValues() throws {
    let file = try folder.file(
      "rows.jsonl",
      #"""
      {"id":1,"state":"open","tags":["a","b"],"owner":{"name":"Ann"}}
      {"id":2,"state":"done","tags":["a"],"owner":null}
      {"id":3,"state":"open","tags":[],"extent":null}
      {"id":"x","state":"open","extent":1.5}

      """#)
    let expected = #"""
      {"sampled":4,"whole":true,"keys":[\#
      {"key":"id","kinds":["number","text"],"nil":0.0,"examples":[1,2,3]},\#
      {"key":"state","kinds":["text"],"nil":0.0,"values":[{"value":"open","count":3}],\#
      "examples":["open","done"]},\#
      {"key":"tags","kinds":["list"],"elements":["text"],"nil":0.25,\#
      "values":[{"value":"a","count":2}],"examples":["a","b"]},\#
      {"key":"owner","kinds":["object"],"nil":0.75},\#
      {"key":"owner.name","kinds":["text"],"nil":0.75,"examples":["Ann"]},\#
      {"key":"extent","kinds":["number"],"nil":0.75,"examples":[1.5]}]}

      """#
    #expect(try Tool.run("schema", "--json", file).text == expected)
    #expect(try Tool.run("schema", file).lines.first?.hasPrefix("key") == true)
  }

  /// The columns of cells have the kinds that their first rows allow.
  @Test func cellsHaveKinds() throws {
    let file = try folder.file("rows.csv", "a,user-id,b\n1,x,true\n2,y,false\n")
    let keys = try schema(file).keys
    #expect(keys.map { $0["key"] as? String } == ["a", "`user-id`", "b"])
    #expect(keys.map { $0["kinds"] as? [String] } == [["number"], ["text"], ["boolean"]])
  }

  /// No more is read than a sample, however long the file is.
  @Test func aLongFileIsSampled() throws {
    let long = String(repeating: "x", count: 1_000)
    let line = "{\"a\":1,\"b\":\"\(long)\"}\n"
    let count = 3 * RowSample.size / line.utf8.count
    let file = try folder.file("rows.jsonl", String(repeating: line, count: count))
    let outcome = try Tool.run("schema", "--json", file)
    let sampled = RowSample.size / line.utf8.count
    #expect(outcome.text.hasPrefix(#"{"sampled":\#(sampled),"whole":false,"keys":["#))
    // Long texts are neither values nor examples.
    #expect(!outcome.text.contains("xxx"))
  }

  /// What a policy hides does not exist: the answer is that of a file without it.
  @Test func aPolicyHidesKeysAndRows() throws {
    let rows = #"""
      {"id":1,"tenant":"a","pin":"HIDDEN","owner":{"name":"Ann","pin":"HIDDEN"}}
      {"id":2,"tenant":"b","owner":{"name":"HIDDEN"}}

      """#
    let file = try folder.file("rows.jsonl", rows)
    let shown = try folder.file("shown.jsonl", "{\"id\":1,\"owner\":{\"name\":\"Ann\"}}\n")
    let policy = try folder.file(
      "policy.json",
      #"{"version": 1, "keys": ["id", "owner.name"], "always": "tenant == $tenant"}"#)
    let expected = try Tool.run("schema", "--json", shown).text
    let outcome = try Tool.run(
      "schema", "--json", file, "--policy", policy, "--var", "tenant=a")
    #expect(outcome.text == expected && outcome.errors == "")
    let cells = try folder.file("rows.csv", "id,tenant,pin\n1,a,HIDDEN\n2,b,HIDDEN\n")
    let ofCells = try Tool.run(
      "schema", "--json", cells, "--policy", policy, "--var", "tenant=a")
    let cellsShown = #"{"sampled":1,"whole":true,"keys":[{"key":"id","kinds":["number"],"#
    #expect(ofCells.text.hasPrefix(cellsShown) && !ofCells.text.contains("HIDDEN"))
    // Without the value of its variable the filter of the policy shows no row.
    let unbound = try Tool.run("schema", "--json", file, "--policy", policy)
    #expect(unbound.status == 2 && unbound.text == "")
  }

  @Test(arguments: [["/no/such/file"], [], ["a", "b"]])
  func wrongUseIsAnError(_ arguments: [String]) throws {
    let outcome = try Tool.run(["schema", "--json"] + arguments)
    #expect(outcome.status == 2 && outcome.text == "" && outcome.errors != "")
  }
}
