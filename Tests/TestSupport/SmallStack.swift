import Foundation
import Synchronization

/// Runs work on a thread with the smallest stack that a platform gives, 512 KiB.
@discardableResult
package func onSmallStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
  WorkThread(stack: 512 << 10, work).result()
}

/// A thread of its own, whose stack has a given size.
package final class WorkThread<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// Begins work with a stack of so many bytes.
  package init(stack size: Int, _ work: @escaping @Sendable () -> Value) {
    let thread = Thread { [self] in
      let done = work()
      value.withLock { $0 = done }
      isDone.signal()
    }
    thread.stackSize = size
    thread.start()
  }

  /// What the work gives, waited for.
  package func result() -> Value {
    isDone.wait()
    isDone.signal()
    guard let value = value.withLock({ $0 }) else { fatalError("the work has not ended") }
    return value
  }
}
