internal import Dispatch
internal import FlyingSocks

/// Waits for sockets by Dispatch.
///
/// The pools of FlyingSocks resume a task before they forget its socket. If the task closes the socket in between,
/// they never report the next connection that has its number.
struct SocketWaiting: AsyncSocketPool {
  private let queue = DispatchQueue(label: "sockets")

  func prepare() {}
  func run() {}

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    let file = socket.file.rawValue
    // Any thread may cancel a source.
    nonisolated(unsafe) let source: any DispatchSourceProtocol =
      events.contains(.read)
      ? DispatchSource.makeReadSource(fileDescriptor: file, queue: queue)
      : DispatchSource.makeWriteSource(fileDescriptor: file, queue: queue)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        source.setEventHandler { source.cancel() }
        // Dispatch calls it once it has let go of the socket.
        source.setCancelHandler { continuation.resume() }
        source.activate()
      }
    } onCancel: {
      source.cancel()
    }
    try Task.checkCancellation()
  }
}
