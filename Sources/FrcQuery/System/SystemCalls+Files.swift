internal import EssentialFoundation
internal import FilterSyntax

extension SystemCalls {
  /// Opens a regular file for reading, and refuses anything else without waiting for it.
  ///
  /// Checks the descriptor, not the path: another file may take the name at any time.
  static func openRegular(_ path: String) -> Result<Int32, SystemFailure> {
    if let failure = failure(ofTaken: path) { return .failure(failure) }
    return regular(cOpenWithoutWaiting(path, O_RDONLY), path)
  }

  /// Opens a regular file for writing at its end, and makes it, for its owner alone, if there is none.
  static func openForAppending(_ path: String) -> Result<Int32, SystemFailure> {
    if let failure = failure(ofTaken: path) { return .failure(failure) }
    return regular(cOpenWithoutWaiting(path, O_WRONLY | O_CREAT | O_APPEND), path)
  }

  /// The descriptor if it is that of a regular file; closes any other.
  private static func regular(_ descriptor: Int32, _ path: String) -> Result<Int32, SystemFailure> {
    guard descriptor >= 0 else {
      let failure = SystemFailure()
      // A socket, or a FIFO without a reader, cannot be opened.
      return .failure(special(path).map(SystemFailure.init) ?? failure)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(SystemFailure()) }
    guard let kind = specialKind(status.st_mode) else { return .success(descriptor) }
    close(descriptor)
    return .failure(SystemFailure(kind))
  }

  /// The reason that a path cannot be read as a regular file; nil if it can. Does not open the file.
  static func failure(readingRegular path: String) -> SystemFailure? {
    var status = stat()
    guard stat(path, &status) == 0 else { return SystemFailure() }
    if let kind = specialKind(status.st_mode) { return SystemFailure(kind) }
    return access(path, R_OK) == 0 ? nil : SystemFailure()
  }

  /// A description of a path that does not lead to a regular file: `a FIFO, not a regular file`. Nil if it leads to a
  /// regular file or to nothing.
  static func special(_ path: String) -> String? {
    var status = stat()
    return stat(path, &status) == 0 ? specialKind(status.st_mode) : nil
  }

  private static func specialKind(_ mode: mode_t) -> String? {
    let kind =
      switch mode & S_IFMT {
      case S_IFREG: ""
      case S_IFDIR: "a directory"
      case S_IFIFO: "a FIFO"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    return kind.isEmpty ? nil : kind + ", not a regular file"
  }

  /// Whether there is an ordinary file at a path.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there is something at a path.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Creates a folder and its parents for their owner alone. Existing folders stay as they are.
  static func makeFolder(_ path: String) {
    var end = path.startIndex
    while end < path.endIndex {
      let next = path.index(after: end)
      end = path[next...].place(of: "/") ?? path.endIndex
      mkdir(String(path[..<end]), 0o700)
    }
  }

  /// The path without symbolic links; for a file that does not exist yet, the path that a file
  /// written there would get.
  static func resolved(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      if let resolved = realpath(path, nil) {
        defer { free(resolved) }
        return String(cString: resolved)
      }
      // A link to a file that does not exist
      guard let target = linkTarget(path) else { return path }
      path = target.begins(with: "/") ? target : folder(of: path) + "/" + target
    }
    return path
  }

  private static func linkTarget(_ path: String) -> String? {
    var bytes: [CChar] = Array(repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The parent folder of a path.
  static func folder(of path: String) -> String {
    guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Waits until there is something to read, or the time is over; whether there is.
  static func waitForInput(_ descriptor: Int32, milliseconds: Int) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(clamping: milliseconds)) != 0
  }

  /// The end of a wait for something to read.
  enum WaitEnd {
    case input, nothing, closed
  }

  /// Waits at most `milliseconds`, or without a limit for nil, until there is something to read, or until the other end
  /// of a pipe is closed, of which `pipe` is one end.
  static func waitForInput(
    _ descriptor: Int32, milliseconds: Int?, unlessClosed pipe: Int32
  ) -> WaitEnd {
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
    ]
    let timeout = milliseconds.map { Int32(clamping: $0) } ?? -1
    let count = retrying { poll(&entries, nfds_t(entries.count), timeout) }
    if entries[1].revents != 0 { return .closed }
    // A read reports the error of a descriptor that cannot be waited for.
    return count == 0 ? .nothing : .input
  }

  /// Makes a pipe for this program alone; nil if there are no descriptors left.
  static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard cPipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The names in a folder; those of folders end with a slash.
  static func namesWithSlashes(in folder: String) -> [String] {
    names(in: folder).map { name in
      var status = stat()
      let isFolder =
        stat(folder + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      return isFolder ? name + "/" : name
    }
  }

  /// The names in a folder.
  static func names(in folder: String) -> [String] {
    guard let open = opendir(folder) else { return [] }
    defer { closedir(open) }
    var names: [String] = []
    while let entry = readdir(open) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}

private func cPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

private func cOpenWithoutWaiting(_ path: String, _ flags: Int32) -> Int32 {
  open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600)
}
