import FilterEngine
import FilterJSON
import TestSupport
import Testing

/// What a policy permits of a text, beside what it permits of the value.
struct PermittedTextTests {
  private func permitted(_ text: String, _ keys: [String]) throws -> String {
    var bytes = Array("x".utf8)
    try JSONReader().append(text.utf8, permittedBy: FilterPolicy(keyPaths: keys), to: &bytes)
    return String(decoding: bytes.dropFirst(), as: UTF8.self)
  }

  @Test func permittedKeysAreSpelledAsInTheText() throws {
    let text = #" { "a" : 1.50 , "b":[ 1 ] ,"\u0063":"\u0041","d":{"e": 1,"f":2,"g":[{"e":3},4]}} "#
    #expect(try permitted(text, ["a"]) == #"{"a":1.50}"#)
    #expect(try permitted(text, ["b", "c"]) == #"{"b":[ 1 ],"\u0063":"\u0041"}"#)
    #expect(try permitted(text, ["d.e"]) == #"{"d":{"e":1}}"#)
    #expect(try permitted(text, ["d.g.e"]) == #"{"d":{"g":[{"e":3}]}}"#)
    #expect(try permitted(text, ["a.x", "z"]) == "{}")
    #expect(try permitted("7", ["a"]) == "null" && permitted("null", ["a"]) == "null")
    #expect(try permitted(text, ["SELF"]) == text.trimmed)
    #expect(throws: JSONError.self) { try permitted("{\"a\":tru}", ["a"]) }
  }

  @Test(arguments: RandomSearch.seeds(300))
  func aPermittedTextIsThatOfThePermittedValue(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b", "c", "a b", "é", "a.b"]
    func text(_ depth: Int) -> String {
      let blank = ["", " ", "\n\t"].randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<(depth == 0 ? 3 : 7), using: &random) {
      case 0: return "null" + blank
      case 1:
        return blank + ["1", "1.50", "-0", "12345678901234567890"].randomElement(using: &random)!
      case 2: return #""x\u0041\"],:{""# + blank
      case 3:
        let count = Int.random(in: 0...3, using: &random)
        return "[" + (0..<count).map { _ in text(depth - 1) }.joined(separator: ",") + "]" + blank
      default:
        let keys = names.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
        return blank + "{"
          + keys.map { "\"\($0)\"" + blank + ":" + text(depth - 1) }.joined(separator: ",") + "}"
      }
    }
    func path() -> String {
      (0...Int.random(in: 0...2, using: &random)).map { _ in
        "`" + (names.randomElement(using: &random) ?? "a") + "`"
      }.joined(separator: ".")
    }
    for _ in 0..<20 {
      let row = text(4)
      let keys = (0..<Int.random(in: 0...4, using: &random)).map { _ in path() }
      let policy = try FilterPolicy(keyPaths: keys)
      let value = policy.permitted(try JSONReader().read(row))
      let found = try permitted(row, keys)
      #expect(
        JSONWriter().bytes(try JSONReader().read(found)) == JSONWriter().bytes(value),
        "\(row) \(keys) \(found), FRC_SEED=\(seed)")
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
