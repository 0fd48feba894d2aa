import FilterEngine
import FilterJSON
import Foundation
import Testing

@testable import FrcQuery

/// The limits of a request of the pipe hold for all that it does, and what exceeds them changes nothing. Nothing is timed:
/// a limit of no time ends a request at its first look at the clock, which follows a bounded amount of work.
struct PipeLimitTests {
  /// A session without time, or with other limits.
  private static func session(_ change: (inout EvaluationLimits) -> Void = { $0.time = .zero })
    -> PipeSession
  {
    var limits = EvaluationLimits.standard
    change(&limits)
    return PipeSession(libraries: .standard, limits: limits)
  }

  private static let timeIsOver = "\"code\":\"time-limit\""

  private static func set(_ count: Int) -> String {
    let items = (0..<count).map { "{\"id\":\($0),\"a\":\($0 % 7)}" }.joined(separator: ",")
    return "{\"op\":\"set\",\"items\":[\(items)]}"
  }

  private static func configure(_ name: String, _ members: some Sequence<String>) -> String {
    "{\"op\":\"configure\",\"\(name)\":[\(members.joined(separator: ","))]}"
  }

  private static let requests: [String] = [
    configure("sort", (0..<200).map { "\"k\($0)\"" }),
    configure("facets", (0..<100).map { "{\"name\":\"f\($0)\",\"values\":\"id\"}" }),
    configure("aggregates", (0..<300).map { "{\"name\":\"n\($0)\",\"sum\":\"k\($0)\"}" }),
    #"{"op":"configure","section":"id"}"#,
  ]

  /// Orders, facets, aggregates and sections end within the time, and nothing of them stays.
  @Test(arguments: requests)
  func anArrangementEndsWithTheTime(_ request: String) throws {
    let session = Self.session()
    #expect(session.text(Self.set(2_000)) == reload)
    #expect(session.text(request).contains(Self.timeIsOver), "\(request.prefix(60))")
    #expect(session.text(#"{"op":"add","item":{"id":"x"}}"#) == changes(#""inserted":[[0,2000]]"#))
    let snapshot = session.text(#"{"op":"snapshot","from":0,"count":1}"#)
    #expect(snapshot == #"{"sections":[{"name":null,"items":[{"id":0,"a":0}]}],"total":2001}"#)
  }

  /// Facets and aggregates are counted within the time of whatever request changes many rows.
  @Test func anEditIsCountedWithinTheTime() throws {
    let request = Self.set(20_000)
    let session = Self.session()
    #expect(session.text(#"{"op":"configure","identity":"id"}"#).contains("error") == false)
    #expect(session.text(Self.set(3)) == reload)
    let facets = session.text(Self.configure("facets", [#"{"name":"f","values":"id"}"#]))
    #expect(facets.contains("\"distinct\":3"))
    #expect(session.text(request).contains(Self.timeIsOver))
    let snapshot = session.text(ask)
    #expect(snapshot.contains("\"distinct\":3") && snapshot.contains("\"id\":2"))
    // In a batch the numbers are counted at its end, which can be reverted.
    #expect(session.text(#"{"op":"begin"}"#) == nothing)
    #expect(session.text(request).contains("error") == false)
    #expect(session.text(#"{"op":"end"}"#).contains(Self.timeIsOver))
    #expect(session.text(#"{"op":"rollback"}"#).contains("error") == false)
    #expect(session.text(ask) == snapshot)
  }

  /// What counts keep beside the rows is bounded: the values of facets, and the numbers of sections.
  @Test func countsAreElements() throws {
    let session = Self.session { $0.elements = 20_000 }
    #expect(session.text(Self.set(1_000)) == reload)
    let many = #""code":"too-many-elements""#
    let facets = (0..<6).map { "{\"name\":\"f\($0)\",\"values\":\"id\"}" }
    #expect(session.text(Self.configure("facets", facets)).contains(many))
    #expect(session.text(Self.configure("facets", facets.prefix(4))).contains("\"f3\""))
    #expect(session.text(#"{"op":"configure","section":"id"}"#).contains("error") == false)
    let sums = (0..<2).map { "{\"name\":\"n\($0)\",\"\($0 == 0 ? "sum" : "max")\":\"id\"}" }
    #expect(session.text(Self.configure("aggregates", sums)).contains(many))
    #expect(session.text(ask).contains("\"f3\""))
  }

  /// An answer is written within the time. The changes of an edit that has been made become a reload.
  @Test func anAnswerIsWrittenWithinTheTime() throws {
    let session = Self.session()
    #expect(
      session.text(#"{"op":"configure","rows":true,"identity":"id"}"#).contains("error") == false)
    #expect(session.text(Self.set(1)) == reload)
    #expect(session.text(Self.set(20_000)) == reload)
    #expect(session.text(ask).contains(Self.timeIsOver))
    let page = session.text(#"{"op":"snapshot","from":19999,"count":1}"#)
    #expect(page.hasSuffix(#""items":[{"id":19999,"a":0}]}],"total":20000}"#))
    let list = (0..<20_000).map(String.init).joined(separator: ",")
    #expect(
      session.text(#"{"op":"value","expression":"l","item":{"l":[\#(list)]}}"#).contains(
        Self.timeIsOver))
    let text = String(repeating: "(", count: 20_000)
    #expect(session.text(#"{"op":"tokens","text":"\#(text)"}"#).contains(Self.timeIsOver))
  }

  /// Rows in a text of many are tested at once. One that exceeds a limit refuses the filter, although others fail before
  /// it, but not if another filter hides it.
  @Test(arguments: [1, 70, 79])
  func aRowBeyondALimitRefusesAFilter(_ place: Int) throws {
    let session = Self.session { $0.steps = 5_000 }
    let long = (0..<3_000).map(String.init).joined(separator: ",")
    let items = (0..<80).map { id in
      "{\"id\":\(id),\"l\":\(id == 0 ? "5" : id == place ? "[\(long)]" : "[-100]")}"
    }
    #expect(
      session.text("{\"op\":\"set\",\"items\":[\(items.joined(separator: ","))]}") == reload)
    let before = session.text(ask)
    let filter =
      #"{"op":"filter.add","name":"l","filter":"SUBQUERY(l, $x, $x + id < 0).@count > 0"}"#
    #expect(session.text(filter).contains(#""code":"too-many-steps""#))
    #expect(session.text(ask) == before)
    let other = #"{"op":"filter.add","name":"id","filter":"id != \#(place)"}"#
    #expect(session.text(other).contains("error") == false)
    #expect(session.text(filter).hasSuffix(#""failed":1}"#))
  }

  /// Many parts of a filter can have one large value: their explanation is as long as a text may be.
  @Test func anExplanationIsAText() throws {
    let session = Self.session { $0.textBytes = 1 << 20 }
    let text = String(repeating: "x", count: 100_000)
    func answer(_ parts: Int) -> String {
      let filter = Array(repeating: "t == '1'", count: parts).joined(separator: " OR ")
      return session.text(#"{"op":"explain","filter":"\#(filter)","item":{"t":"\#(text)"}}"#)
    }
    #expect(answer(5).utf8.count > 500_000)
    #expect(answer(20).contains(#""code":"string-too-long""#))
  }
}

extension PipeSession {
  fileprivate func text(_ request: String) -> String {
    String(decoding: answer(request.utf8), as: UTF8.self)
  }
}
