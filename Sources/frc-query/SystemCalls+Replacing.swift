#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

// What it takes to put one file in the place of another so that a reader, a crash or a power cut
// finds either of them whole.
extension SystemCalls {
  typealias FileMode = mode_t

  /// Makes a new file beside the one at `path`, with its permissions if it exists.
  ///
  /// The name is no longer than the longest that every file system takes, whatever that of `path` is.
  static func createBeside(
    _ path: String
  ) -> Result<(descriptor: Int32, path: String, mode: FileMode), SystemFailure> {
    var old = stat()
    let exists = stat(path, &old) == 0
    while true {
      let number = String(UInt32.random(in: 0...UInt32.max), radix: 36)
      let name = folder(of: path) + "/.frc-query-\(getpid())-\(number)"
      let descriptor = cCreate(name, exists ? 0o600 : 0o666)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { return .failure(SystemFailure()) }
      var new = stat()
      if !exists || copyPermissions(of: old, to: descriptor), fstat(descriptor, &new) == 0 {
        return .success((descriptor, name, new.st_mode & 0o7777))
      }
      let failure = SystemFailure()
      close(descriptor)
      remove(name)
      return .failure(failure)
    }
  }

  /// Gives a file the owner, group and mode of another one, owner and group as far as that is
  /// allowed; whether the mode could be set.
  private static func copyPermissions(of old: stat, to descriptor: Int32) -> Bool {
    var mode = old.st_mode & 0o7777
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { return false }
    if new.st_uid != old.st_uid || new.st_gid != old.st_gid,
      fchown(descriptor, old.st_uid, old.st_gid) != 0
    {
      // The new file runs as another user: it does not take that user's rights along.
      mode &= 0o1777
      if new.st_gid != old.st_gid, fchown(descriptor, new.st_uid, old.st_gid) != 0 {
        // Another group may do no more than everybody.
        mode &= ~0o070 | (mode & 0o007) << 3
      }
    }
    return fchmod(descriptor, mode) == 0
  }

  static func setMode(_ mode: FileMode, of descriptor: Int32) -> Result<Void, SystemFailure> {
    fchmod(descriptor, mode) == 0 ? .success(()) : .failure(SystemFailure())
  }

  /// Whether the user may write to the file at a path.
  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Waits until the content of a file is on the disk.
  static func synchronize(_ descriptor: Int32) -> Result<Void, SystemFailure> {
    #if canImport(Darwin)
      // `fsync` leaves the content in the disk's own memory there.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return .success(()) }
    #endif
    return fsync(descriptor) == 0 ? .success(()) : .failure(SystemFailure())
  }

  /// Waits until the names in a folder are on the disk.
  static func synchronizeFolder(_ path: String) -> Result<Void, SystemFailure> {
    guard case .success(let descriptor) = open(path) else { return .failure(SystemFailure()) }
    defer { close(descriptor) }
    if fsync(descriptor) == 0 { return .success(()) }
    // Some file systems have nothing to wait for in a folder.
    return errno == EINVAL || errno == ENOTSUP ? .success(()) : .failure(SystemFailure())
  }

  /// Closes a file; a failure can mean that content was lost.
  static func closeWritten(_ descriptor: Int32) -> Result<Void, SystemFailure> {
    cCloseWritten(descriptor) == 0 || errno == EINTR ? .success(()) : .failure(SystemFailure())
  }

  static func remove(_ path: String) { _ = unlink(path) }

  static func rename(_ path: String, to other: String) -> Result<Void, SystemFailure> {
    cRename(path, other) == 0 ? .success(()) : .failure(SystemFailure())
  }
}

private func cCreate(_ path: String, _ mode: mode_t) -> Int32 {
  open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
}
private func cCloseWritten(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func cRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
