import Testing
import ToolTestSupport

/// Sends lines to one pipe and gives its answers.
func converse(_ lines: [String]) throws -> [String] {
  let outcome = try Tool.run("pipe", input: lines.joined(separator: "\n") + "\n")
  #expect(outcome.status == 0)
  #expect(outcome.errors == "")
  #expect(outcome.lines.count == lines.count)
  return outcome.lines
}

/// A request, and the answer that it must get.
struct Exchange {
  let request: String
  let answer: String
}

/// Compares each answer of a conversation.
func expect(
  _ exchanges: Exchange..., sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let answers = try converse(exchanges.map(\.request))
  for (exchange, answer) in zip(exchanges, answers) {
    #expect(
      answer == exchange.answer, "\(exchange.request)", sourceLocation: sourceLocation)
  }
}

infix operator ~> : AssignmentPrecedence

/// `request ~> answer`
func ~> (request: String, answer: String) -> Exchange {
  Exchange(request: request, answer: answer)
}

/// The answer of an edit.
func changes(_ lists: String) -> String { #"{"changes":[{\#(lists)}]}"# }

/// The answer of an edit that shows no change and ignores parts of its request.
func ignoring(_ parts: String) -> String { #"{"changes":[],"ignored":[\#(parts)]}"# }

let nothing = #"{"changes":[]}"#
let reload = changes(#""reload":true"#)

/// The answer to `snapshot` of one list.
func flat(_ items: String) -> String { #"{"sections":[{"name":null,"items":[\#(items)]}]}"# }

/// A request that sets rows of these keys.
func set(_ keys: Int...) -> String { #"{"op":"set","items":[\#(rows(keys))]}"# }

func rows(_ keys: [Int]) -> String { keys.map { #"{"id":\#($0)}"# }.joined(separator: ",") }

func flat(_ keys: Int...) -> String { flat(rows(keys)) }

let byID = #"{"op":"configure","identity":"id"}"#
let ask = #"{"op":"snapshot"}"#

/// The answer of an error, without its message.
func kind(_ answer: String) -> String? {
  guard let kind = try? JSONNode(answer)["error"]?["kind"], case .string(let text) = kind else {
    return nil
  }
  return text
}
