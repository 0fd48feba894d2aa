internal import NIOCore
internal import Synchronization

/// Cancels the work for a request when its client ends the connection.
///
/// `consumeWithCancellationOnInboundClose` of Hummingbird 2.28 does so, too. It ends the process where work is done
/// before the end of the request has been read.
final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = Never

  private struct State {
    /// Cancels the work under way: a connection has one request at a time.
    var cancel: (@Sendable () -> Void)?
    var isGone = false
  }

  private let state = Mutex(State())

  /// Does work, as a task that ends with the connection.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let isGone = state.withLock { state in
      state.cancel = { task.cancel() }
      return state.isGone
    }
    if isGone { task.cancel() }
    defer { state.withLock { $0.cancel = nil } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { end() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func end() {
    let cancel = state.withLock { state in
      state.isGone = true
      return state.cancel
    }
    cancel?()
  }
}
