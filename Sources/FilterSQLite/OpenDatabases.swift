#if SQLite
  internal import CSQLite
  internal import EssentialFoundation
  internal import Synchronization

  /// The files of the databases that this process has open.
  ///
  /// When a process closes any descriptor of a file, the system drops all POSIX locks of the process on that file, those of
  /// SQLite too. Other programs then write, and remove the write-ahead log, as if nobody used the database, and commits are
  /// lost. So nothing but SQLite may open these files. The list belongs to the process, as the locks do.
  package enum OpenDatabases {
    /// The use of a file by an open database.
    package enum Role: Sendable {
      /// The file is the database
      case database
      /// The file is a log of the database or the index of one
      case companion
    }

    /// What SQLite adds to the name of a database for the files beside it
    private static let endings = ["-wal", "-shm", "-journal"]

    struct Identity: Equatable {
      let device: UInt64
      let number: UInt64

      init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
      }
    }

    struct File {
      let path: String

      /// The identity of the file when it was opened, which stays open if another file takes its name
      let identity: Identity?

      init(_ path: String) {
        self.path = path
        identity = Identity(path)
      }

      /// Whether the path still leads to this file; nil if it leads to none.
      var isSame: Bool? {
        guard let now = Identity(path) else { return nil }
        return identity.map { $0 == now } ?? true
      }
    }

    private static let files = Mutex<[Int: File]>([:])

    /// Adds the file of a connection that was opened; nothing for a database in memory.
    static func add(_ connection: OpaquePointer) {
      guard let name = sqlite3_db_filename(connection, "main"), name.pointee != 0 else { return }
      let file = File(String(cString: name))
      files.withLock { $0[Int(bitPattern: connection)] = file }
    }

    /// Removes the file of a connection that was closed.
    static func remove(_ connection: OpaquePointer) {
      files.withLock { $0[Int(bitPattern: connection)] = nil }
    }

    /// The use of the file at a path by an open database; nil for other files. The file is not opened.
    package static func role(of path: String) -> Role? {
      let open = files.withLock { Array($0.values) }
      guard !open.isEmpty, let identity = Identity(path) else { return nil }
      if open.contains(where: { $0.identity == identity }) { return .database }
      let isCompanion = open.contains { file in
        endings.contains { Identity(file.path + $0) == identity }
      }
      return isCompanion ? .companion : nil
    }
  }
#endif
