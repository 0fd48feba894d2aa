import FilterEngine
import FilterJSON
import Foundation

@testable import FrcQuery

extension FuzzEntry {
  /// Requests of the pipe over some rows, a line each, within the limits of the slowest filter.
  ///
  /// The fuzzer measures their time and looks for slow ones. Run as a test, each answer is an object of JSON, and what was
  /// refused is not shown.
  static let requests = FuzzEntry(
    "requests",
    measured: { bytes in
      guard bytes.count <= 4_096 else { return nil }
      let lines = RequestRun.lines(bytes)
      guard !lines.isEmpty else { return nil }
      let run = RequestRun(.measured)
      return MeasuredWork(name: "requests", time: SlowRun.time * lines.count) {
        for line in lines { _ = run.session.answer(line) }
      }
    }
  ) { bytes in
    var limits = EvaluationLimits.compared
    // What is refused must not depend on the machine.
    limits.time = nil
    let run = RequestRun(limits)
    for line in RequestRun.lines(bytes) { try run.send(line) }
  }
}

/// A session with rows that have lists, texts and many keys.
private final class RequestRun {
  let session: PipeSession

  static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    Array(bytes.split(separator: UInt8(ascii: "\n")).prefix(4))
  }

  private static let rows: String = (0..<1_000).map { row in
    let keys = (0..<8).map { "\"k\($0)\":\(row % ($0 + 2))" }.joined(separator: ",")
    return "{\"id\":\(row),\"name\":\"n\(row % 90)\",\"tags\":[\"a\",\"b\(row % 9)\"],\(keys)}"
  }.joined(separator: ",")

  init(_ limits: EvaluationLimits) {
    session = PipeSession(libraries: .standard, limits: limits)
    _ = session.answer(#"{"op":"set","items":[\#(Self.rows)]}"#.utf8)
  }

  func send(_ line: ArraySlice<UInt8>) throws {
    let what = String(decoding: line, as: UTF8.self)
    guard !what.isUnsteady else { return }
    let before = try shown()
    guard case .object(let members)? = try? JSONReader(tagged: true).read(session.answer(line))
    else { throw FuzzMismatch("\(what) has no answer") }
    guard members["error"] != nil else { return }
    try expectSame(try shown(), before, "\(what) is refused")
  }

  /// The first rows, and how many there are.
  private func shown() throws -> String {
    String(decoding: session.answer(#"{"op":"snapshot","count":20}"#.utf8), as: UTF8.self)
  }
}
