#if SQLite
  import FilterEngine
  import Foundation
  import TestSupport
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// Random requests for the rows of a table, and for the same rows that were sent.
  struct TablePipeRandomTests {
    @Test(arguments: RandomSearch.seeds(20))
    func aTableAnswersAsSentRowsDo(_ seed: UInt64) throws {
      var story = TableStory(seed: seed ^ 0x5151)
      var dice = SeededGenerator(seed: seed)
      let rows = (0..<Int(seed % 19)).map { _ in story.row() }
      let database = try DatabaseFile(try story.statements(rows))
      let (table, sent) = (PipeSession(libraries: .standard), PipeSession(libraries: .standard))
      let opened = table.answer(#"{"op":"open","source":"\#(database.path)","write":true}"#.utf8)
      try #require(String(decoding: opened, as: UTF8.self) == reload)
      _ = sent.answer(#"{"op":"configure","identity":"id"}"#.utf8)
      _ = sent.answer(#"{"op":"set","items":[\#(rows.joined(separator: ","))]}"#.utf8)
      var requests: [String] = []
      for _ in 0..<60 {
        let request = Self.request(&story, &dice)
        requests.append(request)
        let found = String(decoding: table.answer(request.utf8), as: UTF8.self)
        let expected = String(decoding: sent.answer(request.utf8), as: UTF8.self)
        let isError = expected.hasPrefix(#"{"error""#)
        try #require(
          isError ? kind(found) == kind(expected) : found == expected,
          "FRC_SEED=\(seed)\n\(rows)\n\(requests.joined(separator: "\n"))\n\(found)\n\(expected)")
      }
      // What is shown is what the table has.
      let other = PipeSession(libraries: .standard)
      for session in [table, other] {
        for _ in requests { _ = session.answer(#"{"op":"rollback"}"#.utf8) }
      }
      _ = other.answer(#"{"op":"open","source":"\#(database.path)"}"#.utf8)
      for request in [
        #"{"op":"filter.clear"}"#, #"{"op":"configure","section":null,"sort":["id"]}"#,
      ] {
        for session in [table, other] { _ = session.answer(request.utf8) }
      }
      let shown = [table, other].map { String(decoding: $0.answer(ask.utf8), as: UTF8.self) }
      #expect(shown[0] == shown[1], "FRC_SEED=\(seed)\n\(requests.joined(separator: "\n"))")
    }

    private static func request(
      _ story: inout TableStory, _ dice: inout SeededGenerator
    ) -> String {
      switch dice.next() % 16 {
      case 0, 1: #"{"op":"add","item":\#(story.row())}"#
      case 2: #"{"op":"add","item":\#(story.row(story.knownID()))}"#
      case 3, 4: #"{"op":"remove","key":\#(story.knownID())}"#
      case 5, 6: #"{"op":"replace","item":\#(story.row(story.knownID()))}"#
      case 7: #"{"op":"merge","items":[\#(story.row()),\#(story.row(story.knownID()))]}"#
      case 8, 9:
        #"{"op":"filter.add","name":"\#(dice.pick(["A", "B"]))","filter":"\#(story.predicate())"}"#
      case 10: dice.pick([#"{"op":"filter.clear"}"#, #"{"op":"filter.remove","name":"A"}"#])
      case 11: #"{"op":"configure","section":\#(dice.pick(["\"city\"", "null", "\"age\""]))}"#
      case 12:
        #"{"op":"configure","sort":[\#(dice.pick(["\"name:desc\"", "", "\"age\",\"id\""]))]}"#
      case 13: dice.pick([#"{"op":"begin"}"#, #"{"op":"end"}"#, #"{"op":"rollback"}"#])
      case 14: #"{"op":"why","key":\#(story.knownID())}"#
      default: ask
      }
    }
  }
#endif
