import Foundation

/// What is set for the calling thread, and for those that it starts.
package enum ThreadSettings {
  /// Keeps a closed pipe from ending the process: it is an error, as where the signal is ignored.
  package static func blockSignalOfPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Makes a folder the current one of the thread, which shares it with no other thread from then on.
  package static func enter(_ folder: String) {
    #if os(Linux)
      typealias Unshare = @convention(c) (Int32) -> Int32
      let cloneFS: Int32 = 0x200
      let isOwn =
        dlsym(nil, "unshare").map { unsafeBitCast($0, to: Unshare.self)(cloneFS) == 0 } ?? false
      let isEntered = isOwn && chdir(folder) == 0
    #else
      typealias Enter = @convention(c) (UnsafePointer<CChar>) -> Int32
      let isEntered =
        dlsym(UnsafeMutableRawPointer(bitPattern: -2), "pthread_chdir_np")
        .map { unsafeBitCast($0, to: Enter.self)(folder) == 0 } ?? false
    #endif
    precondition(isEntered, "\(folder) cannot be the current folder of a thread")
  }

  /// Makes a pipe that programs do not get which other threads start.
  package static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw SystemError() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

/// The failure of a system call.
package struct SystemError: Error {
  package let number = errno

  package init() {}
}
