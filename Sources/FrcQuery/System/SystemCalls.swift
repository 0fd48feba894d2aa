internal import EssentialFoundation

/// The calls to the system that the program makes.
///
/// Unsafe in one place: `read`, `write` and `ioctl` are handed memory of Swift arrays, for the length
/// of the call only.
enum SystemCalls {
  /// The kind of file of a descriptor.
  struct Status {
    let isRegularFile: Bool
    let size: Int

    /// Whether it is a device other than a terminal and the empty one: its input may never end.
    let isDevice: Bool
  }

  /// Opens a file for reading; an error number if that fails.
  static func open(_ path: String) -> Result<Int32, SystemFailure> {
    if let failure = failure(ofTaken: path) { return .failure(failure) }
    let descriptor = retrying { cOpen(path) }
    return descriptor < 0 ? .failure(SystemFailure()) : .success(descriptor)
  }

  static func close(_ descriptor: Int32) { _ = cClose(descriptor) }

  /// Lets reads of a stream wait, after it was opened without waiting.
  static func waitInReads(of descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0, flags & O_NONBLOCK != 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
  }

  static func status(of descriptor: Int32) -> Status {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      return Status(isRegularFile: false, size: 0, isDevice: false)
    }
    let kind = status.st_mode & S_IFMT
    var empty = stat()
    let isEmpty =
      kind == S_IFCHR && stat("/dev/null", &empty) == 0 && empty.st_rdev == status.st_rdev
    return Status(
      isRegularFile: kind == S_IFREG, size: Int(status.st_size),
      isDevice: (kind == S_IFCHR || kind == S_IFBLK) && !isEmpty && !isTerminal(descriptor))
  }

  /// Fills `buffer` from `start` on; the number of bytes read, 0 at the end.
  static func read(
    _ descriptor: Int32, into buffer: inout [UInt8], from start: Int
  ) -> Result<Int, SystemFailure> {
    let count = buffer.withUnsafeMutableBytes { bytes in
      retrying { cRead(descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[start...])) }
    }
    return count < 0 ? .failure(SystemFailure()) : .success(count)
  }

  /// Fills `buffer` from `start` up to `end` with the bytes at `offset` of a file; the number of bytes
  /// read, fewer only at the end of the file.
  static func read(
    _ descriptor: Int32, at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) -> Result<Int, SystemFailure> {
    var count = 0
    while count < range.count {
      let rest = range.lowerBound + count..<range.upperBound
      let read = buffer.withUnsafeMutableBytes { bytes in
        retrying {
          cRead(
            descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[rest]), at: offset + count)
        }
      }
      guard read >= 0 else { return .failure(SystemFailure()) }
      if read == 0 { break }
      count += read
    }
    return .success(count)
  }

  /// The first bytes of a file from an offset on, at most `count`; none if they cannot be read.
  static func beginning(of descriptor: Int32, at offset: Int = 0, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard case .success(let read) = read(descriptor, at: offset, into: &bytes, 0..<count) else {
      return []
    }
    return Array(bytes[..<read])
  }

  /// The offset of the next `read` of a file; nil for anything without offsets.
  static func position(of descriptor: Int32) -> Int? {
    let position = lseek(descriptor, 0, SEEK_CUR)
    return position < 0 ? nil : Int(position)
  }

  /// Has the next `read` of a file begin at a place.
  static func go(to place: Int, of descriptor: Int32) -> Result<Void, SystemFailure> {
    lseek(descriptor, off_t(place), SEEK_SET) < 0 ? .failure(SystemFailure()) : .success(())
  }

  /// Leaves a file as if all of it had been read.
  static func goToEnd(of descriptor: Int32) { lseek(descriptor, 0, SEEK_END) }

  /// The number of processors that the program may use.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Writes all of `buffer`.
  static func write(_ descriptor: Int32, _ buffer: [UInt8]) -> Result<Void, SystemFailure> {
    var start = 0
    while start < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        retrying { cWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[start...])) }
      }
      guard count >= 0 else { return .failure(SystemFailure()) }
      start += count
    }
    return .success(())
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width of the terminal of a descriptor; nil if it is not a terminal.
  static func terminalWidth(_ descriptor: Int32) -> Int? {
    terminalSize(descriptor).map { Int($0.ws_col) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The number of lines of the terminal of a descriptor; nil if it is not a terminal.
  static func terminalHeight(_ descriptor: Int32) -> Int? {
    terminalSize(descriptor).map { Int($0.ws_row) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func terminalSize(_ descriptor: Int32) -> winsize? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// The variables of the environment of the process. Of a name that is there twice the first counts, as for `getenv`.
  static var environment: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let text = next.pointee {
      let parts = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, variables[String(parts[0])] == nil {
        variables[String(parts[0])] = String(parts[1])
      }
      next += 1
    }
    return variables
  }

  /// Seconds of a clock that never goes back.
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Waits for a time; not at all if it is negative.
  static func sleep(seconds: Double) {
    if seconds > 0 { usleep(UInt32(seconds * 1_000_000)) }
  }

  /// Lets a closed pipe and a file that is too large show as errors of `write`.
  static func ignoreSignalsOfWriting() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Occupies descriptors 0 to 2 if they are closed, so that no file that is opened later becomes
  /// standard input or output.
  ///
  /// Standard input is then empty. What takes the place of the outputs cannot be written to: a lost
  /// output stays an error.
  static func openStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // A new descriptor has the lowest free number.
      _ = cOpenNull()
    }
  }

  /// The arguments of the program; nil for an argument that is not UTF-8.
  static var arguments: [String?] {
    (0..<Int(CommandLine.argc)).map { index in
      CommandLine.unsafeArgv[index].flatMap { String(validatingCString: $0) }
    }
  }

  /// Ends the program at once: nothing is left to be written, and no memory need be given back.
  static func exit(_ status: Int32) -> Never { cExit(status) }

  /// Repeats a call that a signal interrupts.
  static func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
      let answer = call()
      if answer >= 0 || errno != EINTR { return answer }
    }
  }
}

/// The reason that a system call failed.
struct SystemFailure: Error {
  let isClosedPipe: Bool
  let message: String

  /// Whether there is nothing of that name.
  let isMissing: Bool

  /// The failure that the last call left in `errno`.
  init() {
    isClosedPipe = errno == EPIPE
    isMissing = errno == ENOENT
    message = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }

  /// A failure that the system has no number for.
  init(_ message: String) {
    isClosedPipe = false
    isMissing = false
    self.message = message
  }
}

// The names of the C library, hidden inside `SystemCalls` by its own.
private func cOpen(_ path: String) -> Int32 {
  #if os(Linux)
    open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  #else
    // A FIFO without a writer would be at its end.
    open(path, O_RDONLY | O_CLOEXEC)
  #endif
}
private func cOpenNull() -> Int32 { open("/dev/null", O_RDONLY) }
private func cClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func cRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}
private func cRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int
) -> Int {
  pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
}
private func cWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
private func cExit(_ status: Int32) -> Never { _exit(status) }
