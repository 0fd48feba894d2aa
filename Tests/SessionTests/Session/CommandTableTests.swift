import FilterEngine
import FilterJSON
import Testing
import ToolTestSupport

@testable import FrcQuery

/// The table of commands, beside the help and the requests that are made of it.
struct CommandTableTests {
  @Test func namesAreUnique() {
    let operations = Operation.all.map(\.name)
    #expect(Set(operations).count == operations.count)
    let lines = Command.lines.map(\.name)
    #expect(Set(lines).count == lines.count)
    #expect(lines.allSatisfy { $0.hasPrefix(".") && Command.named($0)?.name == $0 })
  }

  /// Every example has the members that its operation knows.
  @Test(arguments: Operation.all.map(\.name))
  func examplesAreRequests(_ name: String) throws {
    let operation = try #require(Operation.all.first { $0.name == name })
    for example in operation.examples {
      let text = example.replacing("[…]", with: "[]").replacing("{…}", with: "{}")
      let request = text.replacing("}\n{", with: "}\n\n{").split(separator: "\n\n")[0]
      guard case .object(let object) = try JSONReader().read(String(request)) else {
        Issue.record("\(example)")
        continue
      }
      #expect(object["op"] == .string(name))
      let unknown = Set(object.shape.keys).subtracting(operation.members + ["op"])
      #expect(unknown.isEmpty, "\(example)")
    }
  }

  @Test func theHelpNamesAll() throws {
    let pipe = try Tool.run("pipe", "--help").text
    for operation in Operation.all { #expect(pipe.contains("{\"op\":\"\(operation.name)\"")) }
    let repl = try Tool.run("repl", "--help").text
    for line in Command.lines { #expect(repl.contains(line.name)) }
  }
}
