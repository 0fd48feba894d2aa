import FilterEngine
import Foundation
import Testing

@testable import FilterJSON

/// Lists of more elements than the reader of lines keeps, and what long lists take of memory.
@Suite struct JSONLongListTests {
  private func line(_ count: Int) -> String {
    let numbers = (0..<count).map(String.init).joined(separator: ",")
    return #"{"a":[\#(numbers)],"b":[5,7],"c":[\#(numbers)],"n":\#(count)}"#
  }

  @Test(arguments: [
    "ANY a == 998", "ANY a == 1001", "ALL a >= 0", "NONE a == 5000", "a.@count == n", "a == c",
    "ANY b == 7", "ALL b > 4", "b == {5, 7}", "5 IN b", "1001 IN c", "ANY c == 1001", "a != nil",
    "c.@count > 1000",
  ])
  func aLongListIsAnsweredAsItsValueIs(_ text: String) throws {
    let predicate = try FilterPredicate<FilterValue>(text: text)
    let filter = JSONLineFilter(JSONLinePredicate(predicate))
    // In turns, so that nothing of one line is taken for part of the next.
    let lines = [999, 3, 1_000, 1_001, 0, 1_002, 2_500, 2].map(line)
    var answers: [JSONLineFilter.Answer] = []
    Array(lines.joined(separator: "\n").utf8).withUnsafeBytes { bytes in
      filter.answers(bytes) { answers.append($0) }
    }
    let expected = try lines.map { line -> JSONLineFilter.Answer in
      try predicate.matches(JSONReader().read(line)) ? .yes : .no
    }
    #expect(answers == expected)
  }

  /// Elements are counted before they are read, so that none are moved and no room is left over.
  @Test func aLongListIsAllocatedOnce() throws {
    let count = 100_000
    let text = "[" + String(repeating: "7,", count: count - 1) + "7]"
    guard case .list(let list) = try JSONReader().read(text) else {
      Issue.record("no list")
      return
    }
    #expect(list.count == count)
    // What the allocator rounds up to.
    #expect(list.elements.capacity < count + 1_000)
  }
}
