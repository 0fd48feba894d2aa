import Dispatch
import Foundation

/// Runs work on a thread with the smallest stack that a platform gives, 512 KiB.
func onSmallStack(_ work: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    work()
    done.signal()
  }
  thread.stackSize = 512 << 10
  thread.start()
  done.wait()
}
