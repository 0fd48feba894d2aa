internal import CLineEditor
internal import EssentialFoundation
internal import FilterSyntax

// The system calls that replace a file so that a reader, a crash or a power failure
// finds one of the two whole.
extension SystemCalls {
  typealias FileMode = mode_t

  /// A file that replaces another one.
  struct NewFile {
    let descriptor: Int32
    let path: String
    let mode: FileMode

    /// Whether owner and group are those of the other file.
    let keepsOwner: Bool

    /// Whether the access control list, if there is one, is that of the other file.
    let keepsAccessList: Bool

    /// The number of other names of the other file: hard links.
    let otherNames: Int

    /// Holds the lock that says that a process has use for the file, until it is closed.
    let lock: Int32
  }

  /// Makes a new file beside the one at `path`, with its permissions and access control list if it exists.
  ///
  /// The name fits every file system, whatever the length of `path`. The file is
  /// locked for as long as `lock` is open, so that `removeLeftovers` knows it from that of a dead process.
  static func createBeside(_ path: String) -> Result<NewFile, SystemFailure> {
    var old = stat()
    let exists = stat(path, &old) == 0
    while true {
      let number = String(UInt32.random(in: 0...UInt32.max), radix: 36)
      let name = folder(of: path) + "/\(namePrefix)\(getpid())-\(number)"
      let descriptor = cCreate(name, exists ? 0o600 : 0o666)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { return .failure(SystemFailure()) }
      guard isKept(descriptor) else {
        close(descriptor)
        continue
      }
      if let made = prepared(descriptor, name, exists ? (path, old) : nil) { return .success(made) }
      let failure = SystemFailure()
      close(descriptor)
      remove(name)
      return .failure(failure)
    }
  }

  private static let namePrefix = ".frc-query-"

  /// Locks a new file; false if another process has taken it for the leftover of a dead one before that.
  private static func isKept(_ descriptor: Int32) -> Bool {
    // If files cannot be locked, no process removes them.
    guard cLock(descriptor) == 0 || errno != EWOULDBLOCK else { return false }
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_nlink > 0
  }

  /// Opens the new file with the permissions of the old one; nil, with an error number, if they cannot be set.
  private static func prepared(
    _ descriptor: Int32, _ name: String, _ other: (path: String, status: stat)?
  ) -> NewFile? {
    var (keepsOwner, keepsList) = (true, true)
    if let other {
      // Before the content is there and the mode permits reading it.
      keepsList = frc_attributes_copy_access(other.path, descriptor).count == 0
      guard let kept = copyPermissions(of: other.status, to: descriptor, keepsList) else {
        return nil
      }
      keepsOwner = kept
    }
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { return nil }
    let lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard lock >= 0 else { return nil }
    return NewFile(
      descriptor: descriptor, path: name, mode: new.st_mode & 0o7777, keepsOwner: keepsOwner,
      keepsAccessList: keepsList, otherNames: other.map { Int($0.status.st_nlink) - 1 } ?? 0,
      lock: lock)
  }

  /// Gives a file the owner, group and mode of another one, owner and group as far as that is
  /// allowed; whether it was, nil if the mode could not be set.
  private static func copyPermissions(
    of old: stat, to descriptor: Int32, _ hasAccessList: Bool
  ) -> Bool? {
    var mode = old.st_mode & 0o7777
    var new = stat()
    var keepsOwner = true
    guard fstat(descriptor, &new) == 0 else { return nil }
    // Without its list, the bits of the group are what the list gave to some at most.
    if !hasAccessList { mode = mode.groupAsEverybody }
    if new.st_uid != old.st_uid || new.st_gid != old.st_gid,
      fchown(descriptor, old.st_uid, old.st_gid) != 0
    {
      keepsOwner = false
      // The new file runs as another user: it does not take that user's rights along.
      mode &= 0o1777
      if new.st_gid != old.st_gid, fchown(descriptor, new.st_uid, old.st_gid) != 0 {
        // Another group may do no more than everybody.
        mode = mode.groupAsEverybody
      }
    }
    return fchmod(descriptor, mode) == 0 ? keepsOwner : nil
  }

  /// Gives a new file the extended attributes of the file whose place it is to take; a note on those that it did not
  /// get.
  static func copyAttributes(of path: String, to file: NewFile) -> String? {
    let failure = frc_attributes_copy(path, file.descriptor, file.keepsOwner ? 1 : 0)
    guard failure.count > 0 else { return nil }
    let name = withUnsafeBytes(of: failure.name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    errno = failure.error
    let more = failure.count == 1 ? "" : ", and \(failure.count - 1) more"
    return "extended attributes are lost: \(name)\(more): \(SystemFailure().message)"
  }

  /// Removes the files that saves of processes which were killed have left in a folder.
  ///
  /// A process locks such a file for as long as it needs it, and the system frees the lock when the process is gone:
  /// unlike its number, that says so after a restart and in a container too.
  static func removeLeftovers(in folder: String) {
    for name in names(in: folder) where isLeftover(name) {
      let path = folder + "/" + name
      guard failure(ofTaken: path) == nil else { continue }
      let descriptor = cOpenLeftover(path)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var (open, there) = (stat(), stat())
      guard fstat(descriptor, &open) == 0, open.st_mode & S_IFMT == S_IFREG,
        cLock(descriptor) == 0, lstat(path, &there) == 0, there.st_ino == open.st_ino,
        there.st_dev == open.st_dev
      else { continue }
      remove(path)
    }
  }

  /// Whether `createBeside` makes such names: `.frc-query-1234-x1y2z3`.
  private static func isLeftover(_ name: String) -> Bool {
    guard name.begins(with: namePrefix) else { return false }
    let parts = name.dropping(namePrefix.utf8.count).parts(at: "-")
    return parts.count == 2 && Int32(parts[0]) != nil && UInt32(parts[1], radix: 36) != nil
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
private func cLock(_ descriptor: Int32) -> Int32 { flock(descriptor, LOCK_EX | LOCK_NB) }
private func cOpenLeftover(_ path: String) -> Int32 {
  open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
}

extension SystemCalls.FileMode {
  /// The mode in which the group may do no more than everybody.
  fileprivate var groupAsEverybody: Self { self & (~0o070 | (self & 0o007) << 3) }
}
