import Testing
import ToolTestSupport

struct SortTests {
  private func sorted(_ key: String, _ values: String...) throws -> String {
    let rows = values.map { $0.isEmpty ? "{}" : "{\"k\":\($0)}" }.joined(separator: "\n")
    return try Tool.run("TRUEPREDICATE", "--sort", key, input: rows)
      .lines.map { $0.dropFirst(5).dropLast() }.joined(separator: " ")
  }

  @Test func kindsHaveTheirPlaces() throws {
    #expect(
      try sorted("k", "\"b\"", "[1]", "2", "true", "", "\"a\"", "0.5", "false", "-1")
        == " -1 false 0.5 true 2 \"a\" \"b\" [1]")
    #expect(try sorted("k:desc", "2", "", "\"a\"", "1") == "\"a\" 2 1 ")
    #expect(try sorted("k", "null", "1", "null").hasPrefix("null null"))
  }

  @Test func numbersAreComparedExactly() throws {
    #expect(
      try sorted("k", "9007199254740993", "9007199254740992.0", "9007199254740991")
        == "9007199254740991 9007199254740992.0 9007199254740993")
  }

  @Test func optionsFoldTexts() throws {
    #expect(try sorted("k", "\"b\"", "\"B\"", "\"a\"", "\"C\"") == "\"B\" \"C\" \"a\" \"b\"")
    #expect(try sorted("k:c", "\"b\"", "\"B\"", "\"a\"", "\"C\"") == "\"a\" \"b\" \"B\" \"C\"")
    #expect(try sorted("k:cd", "\"f\"", "\"É\"", "\"e\"", "\"d\"") == "\"d\" \"É\" \"e\" \"f\"")
    #expect(try sorted("k", "\"f\"", "\"é\"") == "\"é\" \"f\"")
  }

  @Test func digitsCanCountAsNumbers() throws {
    #expect(
      try sorted("k:numeric", "\"a10b\"", "\"a9\"", "\"a\"", "\"a010a\"", "\"10\"", "\"9\"")
        == "\"9\" \"10\" \"a\" \"a9\" \"a010a\" \"a10b\"")
    #expect(try sorted("k:desc:numeric", "\"a9\"", "\"a10\"") == "\"a10\" \"a9\"")
  }

  @Test func equalKeysKeepTheirOrderAndFurtherKeysDecide() throws {
    let rows = "{\"a\":1,\"b\":1}\n{\"a\":2,\"b\":2}\n{\"a\":1,\"b\":3}\n{\"a\":1.0,\"b\":2}\n"
    func b(_ key: String) throws -> String {
      try Tool.run("TRUEPREDICATE", "--sort", key, "-s", "b", "-o", "csv", input: rows)
        .lines.dropFirst().joined()
    }
    #expect(try b("a") == "1322")
    #expect(try b("a:desc") == "2132")
    #expect(try b("a,b:desc") == "3212")
  }

  @Test func whatIsNoSortKeyIsAnError() throws {
    for key in ["a:up", "a:", "", ",", "a,,b"] {
      #expect(try Tool.run("TRUEPREDICATE", "--sort", key).status == 2, "\(key)")
    }
  }
}
