import FilterEngine
import FilterJSON
import TestSupport
import Testing

@testable import FrcQuery

/// Members cut out of the text of a row, beside what a policy permits of its value.
struct PermittedMembersTests {
  private func cut(_ text: String, _ keys: [String]) throws -> String? {
    var members = try #require(PermittedMembers(FilterPolicy(keyPaths: keys)))
    var bytes = Array("x".utf8) + text.utf8
    guard members.cut(&bytes, from: 1) else {
      #expect(bytes == Array(("x" + text).utf8))
      return nil
    }
    return String(decoding: bytes.dropFirst(), as: UTF8.self)
  }

  @Test func hiddenMembersAreCut() throws {
    let text = #"{"a":1.50, "b" : [ {"c":"}\"]"} ],"é":null,"a":true }"#
    #expect(try cut(text, ["a"]) == #"{"a":1.50,"a":true}"#)
    #expect(try cut(text, ["b", "é"]) == #"{"b" : [ {"c":"}\"]"} ],"é":null}"#)
    #expect(try cut(text, ["a", "b", "`é`"]) == text)
    #expect(try cut(text, ["c"]) == "{}")
    #expect(try cut("{}", ["c"]) == "{}")
    #expect(try PermittedMembers(FilterPolicy(keyPaths: ["a", "b.c"])) == nil)
    #expect(try PermittedMembers(FilterPolicy(keyPaths: ["SELF"])) == nil)
  }

  @Test(arguments: [
    "", "{", "[]", "7", #"{"a"}"#, #"{"a":}"#, #"{"a":1 "s":2}"#, #"{"a":1"s":2}"#,
    #"{"a":"x"s":2}"#,
    #"{"a":[[1},"s":2]}"#, #"{"a":{"b":1],"s":2}"#, #"{"a":[1,"s":2}"#, #"{"\u0061":1}"#,
    #"{"a":1}}"#, #"{"a":1},"s":2"#, #"{"a":"x"#, #"{"a":"x\"#, #"{a:1}"#, #"{"a":1,}"#,
    #"{,"a":1}"#,
    #"{"a":1;"s":2}"#,
  ])
  func otherFormsAreLeft(_ text: String) throws {
    #expect(try cut(text, ["a"]) == nil, "\(text)")
  }

  @Test(arguments: RandomSearch.seeds(200))
  func aCutTextIsThatOfThePermittedValue(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b", "cc", "a b", "é", "d.e"]
    func text(_ depth: Int) -> String {
      let blank = ["", "", " ", "\n\t"].randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<(depth == 0 ? 4 : 7), using: &random) {
      case 0: return "null" + blank
      case 1:
        return blank + ["1", "-1.5E+7", "12345678901234567890"].randomElement(using: &random)!
      case 2: return #""x\u0041\"],:{""# + blank
      case 3: return "false"
      case 4:
        let count = Int.random(in: 0...3, using: &random)
        return "[" + (0..<count).map { _ in text(depth - 1) }.joined(separator: ",") + "]" + blank
      default: return blank + object(depth)
      }
    }
    func object(_ depth: Int) -> String {
      let keys = names.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
      let members = keys.map { "\"\($0)\" :" + text(depth - 1) }
      return "{" + members.joined(separator: ", ") + "}"
    }
    for _ in 0..<20 {
      let row = object(3)
      let keys = names.filter { _ in Bool.random(using: &random) }.map { "`" + $0 + "`" }
      let policy = try FilterPolicy(keyPaths: keys)
      let value = policy.permitted(try JSONReader().read(row))
      let found = try #require(try cut(row, keys), "\(row), FRC_SEED=\(seed)")
      #expect(
        JSONWriter().bytes(try JSONReader().read(found)) == JSONWriter().bytes(value),
        "\(row) \(keys) \(found), FRC_SEED=\(seed)")
    }
  }
}
