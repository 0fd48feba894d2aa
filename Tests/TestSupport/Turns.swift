import Foundation

/// Lets as many test cases run at a time as there are processors; the others wait without a thread.
///
/// All test cases of a run start at once. Those that block threads of the concurrency pool, as for a database or another
/// process, would leave none for those that await.
package actor Turns {
  /// The turns of cases that use databases.
  package static let ofDatabases = Turns(ProcessInfo.processInfo.activeProcessorCount)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var next = 0

  private init(_ count: Int) { free = count }

  /// Waits for a turn.
  package func begin() async {
    guard free == 0 else { return free -= 1 }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Ends a turn, which the case takes that has waited longest.
  package func end() {
    guard next < waiting.count else { return free += 1 }
    next += 1
    waiting[next - 1].resume()
  }
}
