import FilterEngine
import Foundation
import Testing

@testable import FilterJSON

@Suite struct JSONDepthTests {
  /// Whether the deepest documents can be read, compared, hashed, printed and freed on a small stack.
  @Test(arguments: ["[", "{\"a\":"])
  func theDeepestDocumentFitsASmallStack(_ open: String) throws {
    let depth = JSONReader.maximumDepth
    let text =
      String(repeating: open, count: depth) + "1"
      + String(repeating: open == "[" ? "]" : "}", count: depth)
    let outcome = Outcome()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      outcome.isWhole = Self.isWhole(text)
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    #expect(outcome.isWhole)
  }

  private static func isWhole(_ text: String) -> Bool {
    guard let first = try? JSONReader().read(text), let second = try? JSONReader().read(text) else {
      return false
    }
    return first == second && Set([first, second]).count == 1 && !first.description.isEmpty
      && String(decoding: JSONWriter(style: .plain).bytes(first), as: UTF8.self) == text
  }

  // Written by one thread before it signals, read by another after that.
  private final class Outcome: @unchecked Sendable {
    var isWhole = false
  }
}
