import Foundation
import Synchronization

/// Runs work on a thread with the smallest stack that a platform gives, 512 KiB.
@discardableResult
package func onSmallStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
  let result = SmallStackResult<Result>()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    result.value.withLock { $0 = work() }
    done.signal()
  }
  thread.stackSize = 512 << 10
  thread.start()
  done.wait()
  guard let value = result.value.withLock({ $0 }) else { fatalError("the work has not ended") }
  return value
}

private final class SmallStackResult<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
