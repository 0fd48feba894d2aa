import FilterEngine
import FilterSyntax
import FoundationEssentials
import TestSupport
import Testing

@testable import FilterJSON

/// Filtering lines in place against reading each as a value and evaluating the predicate.
struct JSONLineFilterTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 0)
  private static let bindings: [String: FilterValue] = ["v": .int(1)]

  /// What filtering must give, said by the reader of values and the evaluator alone.
  private func expected(
    _ predicate: FilterPredicate<FilterValue>, _ text: [UInt8], _ request: JSONLineFilter.Request
  ) -> JSONLineMatches {
    var matches = JSONLineMatches()
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      if matches.matchCount >= request.limit { break }
      matches.lineCount += 1
      if line.allSatisfy({ " \t\r".utf8.contains($0) }) { continue }
      let value: FilterValue
      do throws(JSONError) {
        value = try JSONReader().read(line)
      } catch {
        matches.badCount += 1
        if matches.firstBad == nil { matches.firstBad = (matches.lineCount, error) }
        guard request.skipsBad else { break }
        continue
      }
      do throws(EvaluationError) {
        guard try predicate.matches(value, bindings: Self.bindings, now: Self.now) else { continue }
        matches.matchCount += 1
        if matches.matchCount > request.offset { matches.lines += line + [UInt8(ascii: "\n")] }
      } catch {
        matches.failureCount += 1
        if matches.firstFailure == nil { matches.firstFailure = (matches.lineCount, error) }
      }
    }
    return matches
  }

  private func filtered(
    _ predicate: FilterPredicate<FilterValue>, _ text: [UInt8],
    _ request: JSONLineFilter.Request = .init()
  ) -> JSONLineMatches {
    let filter = JSONLineFilter(
      JSONLinePredicate(predicate, bindings: Self.bindings), now: Self.now)
    var matches = JSONLineMatches()
    text.withUnsafeBytes { filter.filter($0, request, into: &matches) }
    return matches
  }

  /// Everything that can be told of matches, but how they were found.
  private func told(_ matches: JSONLineMatches) -> String {
    """
    \(matches.matchCount) of \(matches.lineCount), failed \(matches.failureCount) \
    \(matches.firstFailure.map { "\($0)" } ?? "-"), bad \(matches.badCount) \
    \(matches.firstBad.map { "\($0)" } ?? "-")
    \(String(decoding: matches.lines, as: UTF8.self))
    """
  }

  @Test(arguments: RandomSearch.seeds(16))
  func anyFilterAnswersForAnyLineAsTheEvaluatorDoes(seed: UInt64) throws {
    var predicates = PredicateGenerator(SeededGenerator(seed: seed), try .lines())
    predicates.isReckless = true
    var lines = LineGenerator(random: SeededGenerator(seed: ~seed))
    var answeredInPlace = 0
    for _ in 0..<40 {
      let predicateText = predicates.predicate(3).sourceText
      guard let predicate = try? FilterPredicate<FilterValue>(text: predicateText) else {
        Issue.record("\(predicateText) is no predicate (FRC_SEED=\(seed) FRC_ROUNDS=1)")
        continue
      }
      var text: [UInt8] = []
      // Texts without an error anywhere have their structure found at once.
      let isClean = lines.random.chance(1, of: 2)
      for _ in 0..<60 {
        let line = lines.line()
        if isClean, (try? JSONReader().read(line)) == nil { continue }
        text += line + [UInt8(ascii: "\n")]
      }
      if lines.random.chance(1, of: 2), !text.isEmpty { text.removeLast() }
      var request = JSONLineFilter.Request()
      request.skipsBad = !lines.random.chance(1, of: 4)
      if lines.random.chance(1, of: 4) {
        request.offset = Int.random(in: 0..<5, using: &lines.random)
        request.limit = request.offset + Int.random(in: 0..<5, using: &lines.random)
      }
      let found = filtered(predicate, text, request)
      answeredInPlace += found.lineCount - found.valueCount
      let (result, wanted) = (told(found), told(expected(predicate, text, request)))
      if result != wanted {
        Issue.record(
          "FRC_SEED=\(seed) FRC_ROUNDS=1: \(predicateText)\n\(result)\n— and should be —\n\(wanted)"
        )
        let all = text.split(separator: UInt8(ascii: "\n"))
        for line in all
        where told(filtered(predicate, Array(line)))
          != told(expected(predicate, Array(line), .init()))
        {
          print("LINE", String(decoding: line, as: UTF8.self))
        }
        return
      }
    }
    #expect(answeredInPlace > 200, "FRC_SEED=\(seed) FRC_ROUNDS=1")
  }

  @Test(arguments: [
    "a == 'x'", "n > 3 AND a BEGINSWITH 'x'", "o.n BETWEEN {1, 5}", "ANY l == 'b'", "l.@count > 1",
    "'a' IN l", "o != nil", "NOT (a IN {'x', 'y'}) OR n == 4.5", "a MATCHES 'x[0-9]'",
    "a LIKE[c] 'X*'",
    "n < o.n", "missing == nil", "TRUEPREDICATE",
  ])
  func simpleFiltersReadNoValues(_ predicateText: String) throws {
    let lines = """
      {"a":"x","n":3,"o":{"n":4,"skip":[{"a":1}]},"l":["a","b"]}
      {"a":"y\\n","n":4.5,"o":{"n":-1},"l":[],"a":"x1"}
      {"a":"","n":9007199254740993,"o":{"n":5e0},"l":["b", 1, null]}
      """
    let predicate = try FilterPredicate<FilterValue>(text: predicateText)
    let found = filtered(predicate, Array(lines.utf8))
    #expect(found.lineCount == 3)
    #expect(found.valueCount == 0)
    #expect(told(found) == told(expected(predicate, Array(lines.utf8), .init())))
  }

  @Test func pathsOfAnyLengthAndDepthAreFollowed() throws {
    let path = Array(repeating: "a", count: 250).joined(separator: ".")
    let open = String(repeating: #"{"a":"#, count: 250)
    let close = String(repeating: "}", count: 250)
    let predicate = try FilterPredicate<FilterValue>(
      text: "%K == 1 OR a.a.a == nil", arguments: [path])
    let text = Array("\(open)1\(close)\n\(open)2\(close)\n{\"a\":null}\n".utf8)
    #expect(filtered(predicate, text).matchCount == 2)
    let deep = Array((String(repeating: "[", count: 2_000) + "\n1").utf8)
    var request = JSONLineFilter.Request()
    request.skipsBad = true
    #expect(told(filtered(predicate, deep, request)) == told(expected(predicate, deep, request)))
  }

  /// Lines that are decided in place, and those whose values are read, end by the limits with the reason.
  @Test(arguments: ["n > 3", "n + 1 > 3 AND a == nil"], [true, false])
  func limitsEndTheLines(_ text: String, isInterrupted: Bool) throws {
    var limits = EvaluationLimits.standard
    if isInterrupted { limits.isInterrupted = { true } } else { limits.time = .zero }
    // A unit of work is a line, or 32 bytes of one.
    let line = #"{"n":5,"b":""# + String(repeating: "x", count: 3_200) + "\"}\n"
    let lines = Array(String(repeating: line, count: 1_500).utf8)
    let predicate = try JSONLinePredicate(FilterPredicate<FilterValue>(text: text))
    let filter = JSONLineFilter(predicate, limits: limits)
    var matches = JSONLineMatches()
    lines.withUnsafeBytes { filter.filter($0, JSONLineFilter.Request(), into: &matches) }
    #expect(matches.end?.kind == (isInterrupted ? .cancelled : .time))
    #expect(matches.end == filter.end)
    #expect(matches.lineCount < 1_500 && matches.failureCount == 0)
  }
}
