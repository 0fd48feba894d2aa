#if SQLite
  internal import Dispatch
  internal import Synchronization

  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// Ticks soon after the files of a database are written.
  final class DatabaseFileWatch: Sendable {
    /// One element for all writes since the last look, also of the connections of this program.
    let ticks: AsyncStream<Void>

    private struct State {
      var events: FileEvents?
      var count = 0
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "filterable-results.database-files")
    private let continuation: AsyncStream<Void>.Continuation
    private let paths: [String]

    /// A watch of the file of a database and of its log of writes, where they exist now.
    init(path: String) {
      (ticks, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
      paths = [path, path + "-wal"]
      rearm()
    }

    deinit { continuation.finish() }

    /// Ticks, and watches files that were made since.
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

    /// A commit is visible a moment after its last write to a file: there is another tick when writes have ended.
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
    /// Events of files, by descriptors of them.
    private final class FileEvents {
      private let queue: DispatchQueue
      private let handler: @Sendable () -> Void
      private var sources: [any DispatchSourceFileSystemObject] = []

      init?(_ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.handler = handler
      }

      deinit { for source in sources { source.cancel() } }

      /// Watches files in place of those before: a path may name another file now.
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
    /// Events of files, by inotify.
    private final class FileEvents {
      private let descriptor: Int32
      private let source: any DispatchSourceRead

      /// Nil where the system has no more of them.
      init?(_ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
          // All events are one: what has happened is asked of the database.
          var bytes: [UInt8] = Array(repeating: 0, count: 4096)
          while read(descriptor, &bytes, bytes.count) > 0 {}
          handler()
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
      }

      deinit { source.cancel() }

      /// Watches files; a file that is watched already is watched once.
      func watch(_ paths: [String]) {
        for path in paths {
          inotify_add_watch(descriptor, path, UInt32(IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF))
        }
      }
    }
  #endif
#endif
