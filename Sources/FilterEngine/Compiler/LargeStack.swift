import EssentialFoundation

/// A stack with enough space for the deepest tree.
///
/// In a debug build, the compiler takes up to 20 KB for a level of a tree, and on some platforms a thread has
/// 512 KB. Unsafe: it calls the system's thread functions. The caller waits for the thread, so everything that
/// the thread borrows stays alive.
enum LargeStack {
  private static let size = 32 << 20

  /// Runs `body` on a separate thread. Returns whether it ran.
  static func run(_ body: () -> Void) -> Bool {
    withoutActuallyEscaping(body) { body in
      let work = Unmanaged.passRetained(Work(body))
      defer { work.release() }
      var attributes = pthread_attr_t()
      guard pthread_attr_init(&attributes) == 0 else { return false }
      defer { pthread_attr_destroy(&attributes) }
      guard pthread_attr_setstacksize(&attributes, size) == 0 else { return false }
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let status = pthread_create(
        &thread, &attributes,
        { context in
          LargeStack.begin(context)
          return nil
        }, work.toOpaque())
      guard status == 0 else { return false }
      #if canImport(Darwin)
        guard let thread else { return false }
      #endif
      return pthread_join(thread, nil) == 0
    }
  }

  private static func begin(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body()
  }

  /// The work of the thread.
  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
