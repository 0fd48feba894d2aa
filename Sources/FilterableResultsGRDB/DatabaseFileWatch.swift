#if SQLite
  internal import CSQLite
  internal import Dispatch
  internal import EssentialFoundation
  internal import GRDB
  internal import Synchronization

  /// The file of a database.
  enum SQLiteFile {
    /// The absolute path without symbolic links, next to which SQLite creates its other files; nil for a database in
    /// memory.
    static func path(of database: Database) -> String? {
      guard let path = sqlite3_db_filename(database.sqliteConnection, "main") else { return nil }
      return path.pointee == 0 ? nil : String(cString: path)
    }

    /// The path, device and inode of a file; nil if there is no such file.
    static func identity(of path: String) -> String? {
      var found = stat()
      guard stat(path, &found) == 0 else { return nil }
      return "\(path) \(found.st_dev) \(found.st_ino)"
    }
  }

  /// A watch that ticks soon after the files of a database are written.
  final class DatabaseFileWatch: Sendable {
    /// An element after writes, including those of this process; ticks that were not read yet are merged.
    let ticks: AsyncStream<Void>

    private struct State {
      var events: FileEvents?
      var count = 0
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "filterable-results.database-files")
    private let continuation: AsyncStream<Void>.Continuation
    private let paths: [String]

    /// Creates a watch of the files that commits to a database write, as far as they exist.
    init(path: String) {
      (ticks, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
      #if canImport(Darwin)
        // To be watched, a file has to be opened. When the process closes a descriptor of the database, it loses the locks of
        // SQLite, which has none on its journals. A folder changes when a journal is made or removed.
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        paths = [slash.map { String(path[...$0]) } ?? "./", path + "-wal", path + "-journal"]
      #else
        paths = [path, path + "-wal"]
      #endif
      rearm()
    }

    deinit { continuation.finish() }

    /// Ticks, and watches files that were created since.
    func tick() {
      rearm()
      continuation.yield()
    }

    private func rearm() {
      state.withLock { state in
        if state.events == nil {
          state.events = FileEvents(queue) { [weak self] in self?.filesDidChange() }
        }
        state.events?.watch(paths)
      }
    }

    /// Ticks again after a pause in the writes, as a commit becomes visible after its last write.
    private func filesDidChange() {
      continuation.yield()
      let count = state.withLock { state in
        state.count += 1
        return state.count
      }
      queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in
        guard let self, state.withLock({ $0.count }) == count else { return }
        continuation.yield()
      }
    }
  }

  #if canImport(Darwin)
    /// File events, by file descriptors.
    private final class FileEvents {
      private let queue: DispatchQueue
      private let handler: @Sendable () -> Void
      private var sources: [any DispatchSourceFileSystemObject] = []

      init?(_ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.handler = handler
      }

      deinit { for source in sources { source.cancel() } }

      /// Watches files instead of the previous ones, as a path may name another file now.
      func watch(_ paths: [String]) {
        for source in sources { source.cancel() }
        sources = paths.compactMap { path in
          let file = open(path, O_EVTONLY)
          guard file >= 0 else { return nil }
          let source = DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: file, eventMask: [.write, .extend, .delete, .rename], queue: queue)
          source.setEventHandler(handler: handler)
          source.setCancelHandler { close(file) }
          source.resume()
          return source
        }
      }
    }
  #elseif canImport(Glibc) || canImport(Musl)
    /// File events, by inotify.
    private final class FileEvents {
      private let descriptor: Int32
      private let source: any DispatchSourceRead

      /// Fails if the system has no more inotify instances.
      init?(_ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
          // The content of the events does not matter, as the database is asked for the changes.
          var bytes: [UInt8] = Array(repeating: 0, count: 4096)
          while read(descriptor, &bytes, bytes.count) > 0 {}
          handler()
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
      }

      deinit { source.cancel() }

      /// Watches files, each of them once.
      func watch(_ paths: [String]) {
        for path in paths {
          inotify_add_watch(descriptor, path, UInt32(IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF))
        }
      }
    }
  #endif
#endif
