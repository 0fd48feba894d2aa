import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// The codes of errors of requests and of their data.
@Suite struct RequestCodeTests {
  /// The codes that other programs read are those of the errors, in the same order.
  @Test func theGrammarListsAllCodes() throws {
    struct Codes: Decodable { let request, data: [String] }
    let codes = try JSONDecoder().decode(
      Codes.self,
      from: Data(contentsOf: Tool.root.appendingPathComponent("Grammar/codes.json")))
    let all = ToolError.Code.allCases
    #expect(codes.request == all.filter { $0.kind == .request }.map(\.rawValue))
    #expect(codes.data == all.filter { $0.kind == .data }.map(\.rawValue))
  }

  private static let requests: [(request: String, code: ToolError.Code)] = [
    ("[1]", .invalidRequest), (#"{"op":"#, .invalidJSON),
    (#"{"op":"snapshoot"}"#, .unknownOperation),
    (#"{"op":"snapshot","x":1}"#, .unknownMember), (#"{"op":"add"}"#, .missingMember),
    (#"{"op":"remove"}"#, .missingMember),
    (#"{"op":"add","item":{},"section":"0"}"#, .invalidMember),
    (#"{"op":"configure","sort":[{"key":"a..b"}]}"#, .invalidMember),
    (#"{"op":"set","items":[],"sections":[]}"#, .conflictingMembers),
    (#"{"op":"refresh"}"#, .noSource), (#"{"op":"why","key":3}"#, .noRow),
    (#"{"op":"remove","at":[0,9]}"#, .noPosition), (#"{"op":"end"}"#, .noBatch),
    (#"{"op":"open","source":"/no/such/file.db"}"#, .unreadableData),
    (#"{"op":"add","item":{"d":{"$date":"never"}}}"#, .invalidValue),
    (#"{"op":"add","item":1e999}"#, .invalidValue),
  ]

  @Test(arguments: requests)
  func anErrorHasACode(_ request: String, _ code: ToolError.Code) throws {
    let answer = try converse([byID, set(1, 2), request])[2]
    #expect(kind(answer) == code.kind.rawValue, "\(answer)")
    #expect(answer.hasSuffix(#","code":"\#(code.rawValue)"}}"#), "\(answer)")
  }

  @Test func rowsThatAreRefusedHaveACode() throws {
    let answers = try converse([
      #"{"op":"add","item":{"id":1}}"#, byID, #"{"op":"configure","duplicates":"refuse"}"#,
      set(1, 2), #"{"op":"add","item":{"id":1}}"#,
    ])
    #expect(answers[0].contains(#""code":"no-rows""#), "\(answers[0])")
    #expect(answers[4].contains(#""code":"duplicate-key""#), "\(answers[4])")
  }
}
