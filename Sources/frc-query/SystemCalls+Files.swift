#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension SystemCalls {
  /// Makes a file that is not there yet, with the rights of another one where that is there.
  static func create(_ path: String, like other: String) -> Result<Int32, SystemFailure> {
    var status = stat()
    var mode: mode_t = 0o666
    if stat(other, &status) == 0 { mode = status.st_mode & 0o777 }
    let descriptor = cCreate(path, mode)
    return descriptor < 0 ? .failure(SystemFailure()) : .success(descriptor)
  }

  /// Opens a file for writing at its end, and makes it, for its owner alone, where it is not there.
  static func openForAppending(_ path: String) -> Result<Int32, SystemFailure> {
    let descriptor = cAppend(path)
    return descriptor < 0 ? .failure(SystemFailure()) : .success(descriptor)
  }

  /// Whether there is something at a path that is no ordinary file.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
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

  /// Makes a folder, and those that it lies in, for their owner alone; what is there stays.
  static func makeFolder(_ path: String) {
    var end = path.startIndex
    while end < path.endIndex {
      let next = path.index(after: end)
      end = path[next...].firstIndex(of: "/") ?? path.endIndex
      mkdir(String(path[..<end]), 0o700)
    }
  }

  static func remove(_ path: String) { _ = unlink(path) }

  static func rename(_ path: String, to other: String) -> Result<Void, SystemFailure> {
    cRename(path, other) == 0 ? .success(()) : .failure(SystemFailure())
  }

  /// The path without symbolic links; as it is where there is no file.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static var processNumber: Int { Int(getpid()) }

  /// Waits until there is something to read, or the time is over; whether there is.
  static func waitForInput(_ descriptor: Int32, milliseconds: Int) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(clamping: milliseconds)) != 0
  }

  /// The names of what lies in a folder, folders with a slash at their ends.
  static func names(in folder: String) -> [String] {
    guard let open = opendir(folder) else { return [] }
    defer { closedir(open) }
    var names: [String] = []
    while let entry = readdir(open) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      var status = stat()
      let isFolder =
        stat(folder + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      names.append(isFolder ? name + "/" : name)
    }
    return names
  }
}

private func cCreate(_ path: String, _ mode: mode_t) -> Int32 {
  open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
}
private func cAppend(_ path: String) -> Int32 {
  open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
}
private func cRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
