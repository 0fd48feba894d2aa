import Foundation
import Synchronization
import Testing

@testable import FrcQuery

/// Parts that threads work on side by side, whose results come one after another.
struct OrderedWorkTests {
  /// What the threads did.
  private final class Log: Sendable {
    let made = Mutex<[Int]>([])
    let workers = Mutex(0)
    let taken = Mutex(0)
  }

  private func work(
    _ count: Int, threads: Int, window: Int, _ log: Log
  ) -> OrderedWork<Int, String> {
    OrderedWork(threads: threads, window: window) { number in
      log.made.withLock { $0.append(number) }
      // No result waits for more than the window.
      #expect(number < log.taken.withLock { $0 } + window + (threads == 0 ? 1 : 0))
      return number < count ? number * 3 : nil
    } worker: {
      log.workers.withLock { $0 += 1 }
      return { part in
        // The first of two parts is the last to be done.
        if part % 2 == 0 { usleep(300) }
        return "part \(part)"
      }
    }
  }

  @Test(arguments: [0, 1, 2, 5], [1, 2, 7])
  func resultsComeInOrder(_ threads: Int, _ window: Int) throws {
    for count in [0, 1, 2, 20] {
      let log = Log()
      let work = work(count, threads: threads, window: window, log)
      #expect(work.isRunning == (threads > 0))
      for number in 0..<count {
        // A result that is taken makes room for another one before `next` comes back.
        log.taken.withLock { $0 = number + 1 }
        let result = try work.next()
        #expect(result == "part \(number * 3)")
      }
      for _ in 0..<2 {
        let end = try work.next()
        #expect(end == nil)
      }
      work.cancel()
      // Without threads the end is looked for each time.
      let made = log.made.withLock { $0 }
      #expect(made.prefix(count + 1) == Array(0...count)[...])
      #expect(threads == 0 || made.count == count + 1)
      #expect(log.workers.withLock { $0 } <= max(1, threads))
    }
  }

  @Test(arguments: [0, 1, 3])
  func nothingIsMadeBehindACancellation(_ threads: Int) throws {
    let log = Log()
    let work = work(1_000, threads: threads, window: 4, log)
    for number in 0..<2 {
      log.taken.withLock { $0 = number + 1 }
      let result = try work.next()
      #expect(result == "part \(number * 3)")
    }
    work.cancel()
    let made = log.made.withLock { $0 }
    #expect(made == Array(0..<made.count))
    #expect(made.count <= 6)
    let rest = try work.next()
    #expect(rest == nil && !work.isRunning)
    #expect(log.made.withLock { $0 } == made)
  }

  @Test(arguments: [0, 2])
  func whatIsToBeDoneBeforeAWaitMayFail(_ threads: Int) throws {
    let gate = DispatchSemaphore(value: 0)
    let work = OrderedWork<Int, Int>(count: 3, threads: threads, window: 2) {
      { part in
        gate.wait()
        gate.signal()
        return part
      }
    }
    #expect(throws: ToolError.message("no room")) {
      _ = try work.next { () throws(ToolError) in throw .message("no room") }
    }
    gate.signal()
    for number in 0..<3 {
      let result = try work.next()
      #expect(result == number)
    }
    work.cancel()
  }

  @Test(arguments: [0, 1, 63, 64, 4_095, 4_096, 4_097, 12_288])
  func allRowsAreWorkedOnOnce(_ count: Int) throws {
    let text = RowText(
      bytes: Array(repeating: UInt8(ascii: "1"), count: count),
      starts: (0..<UInt32(count)).map { $0 })
    var rows: [Range<Int>] = []
    try RowWork.run(text) {
      { $0 }
    } take: { part, worked throws(ToolError) in
      #expect(part == worked)
      rows.append(part)
    }
    #expect(rows.first?.lowerBound ?? 0 == 0 && rows.last?.upperBound ?? 0 == count)
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    #expect(rows.allSatisfy { $0.lowerBound % 64 == 0 && $0.count <= 4_096 })
  }
}
