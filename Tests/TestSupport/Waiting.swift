import Foundation

/// The end of a sequence that a test waits for a value of.
package struct EndedSequence: Error, CustomStringConvertible {
  package let description: String
}

extension AsyncIteratorProtocol {
  /// Returns the next value that a condition holds for, the next one without a condition. Throws if the sequence ends
  /// before: the loop `while await next() != value {}` would then go on for ever.
  @discardableResult
  package mutating func value(
    isolation: isolated (any Actor)? = #isolation,
    where isExpected: (Element) -> Bool = { _ in true }
  ) async throws -> Element {
    var (count, last) = (0, Element?.none)
    while let value = try await next(isolation: isolation) {
      if isExpected(value) { return value }
      (count, last) = (count + 1, value)
    }
    let end = last.map { ", of which the last is \($0)" } ?? ""
    throw EndedSequence(description: "the sequence has ended after \(count) values\(end)")
  }
}

extension AsyncSequence {
  /// Returns the first value that a condition holds for, the first one without a condition. Throws if the sequence ends
  /// before.
  @discardableResult
  package func value(
    isolation: isolated (any Actor)? = #isolation,
    where isExpected: (Element) -> Bool = { _ in true }
  ) async throws -> Element {
    var iterator = makeAsyncIterator()
    return try await iterator.value(where: isExpected)
  }
}

/// Waits for what nothing notifies of, such as the state of another process.
///
/// There is no limit of time: it would count the waiting for a processor. The run of all tests has one.
package func poll(
  isolation: isolated (any Actor)? = #isolation, until condition: () throws -> Bool
) async throws {
  while try !condition() { try await Task.sleep(for: .milliseconds(10)) }
}

/// Waits as `poll(until:)` does, on a thread that may be blocked.
package func pollOnThread(until condition: () throws -> Bool) throws {
  while try !condition() { Thread.sleep(forTimeInterval: 0.01) }
}
