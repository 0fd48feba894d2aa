#if PostgreSQL && os(Linux)
  internal import Foundation
  internal import Glibc
  internal import Synchronization

  /// A server that answers as another one does, with other bytes if a closure changes them, until a client sends a
  /// word or the closure says so. Then it is silent, also to new clients.
  package final class DisturbedServer: Sendable {
    /// The port on the loopback interface.
    package let port: Int

    private struct State {
      var isSilent = false
      var sockets: [Int32] = []
      var laterClients = 0
    }

    private let state = Mutex(State())
    private let target: Int
    private let word: [UInt8]?
    private let change: (@Sendable (inout [UInt8]) -> Bool)?
    private let listener: Int32

    /// - Parameters:
    ///   - word: The text of a client that the server does not answer any more.
    ///   - change: Changes bytes of answers; the server is silent from those for which it returns false.
    package init(
      before server: PostgreSQLServer, silentFrom word: String? = nil,
      changing change: (@Sendable (inout [UInt8]) -> Bool)? = nil
    ) throws {
      (target, self.word, self.change) = (server.port, word.map { Array($0.utf8) }, change)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      self.listener = listener
      var address = Self.loopback(0)
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
            && getsockname(listener, pointer, &length) == 0
        }
      }
      guard isBound else { throw PostgreSQLFailure(description: "there is no port") }
      port = Int(UInt16(bigEndian: address.sin_port))
      Thread.detachNewThread { [self] in accept() }
    }

    // The threads have ended, which hold the server.
    deinit { for socket in state.withLock(\.sockets) + [listener] { close(socket) } }

    /// Ends all connections.
    package func stop() {
      for socket in state.withLock(\.sockets) + [listener] { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    package var isSilent: Bool { state.withLock(\.isSilent) }

    /// The number of clients that have connected since the server is silent.
    package var laterClients: Int { state.withLock(\.laterClients) }

    private static func loopback(_ port: Int) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return address
    }

    private func accept() {
      while true {
        let client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { return }
        let isSilent = state.withLock { state in
          state.sockets.append(client)
          if state.isSilent { state.laterClients += 1 }
          return state.isSilent
        }
        if !isSilent { pass(client) }
      }
    }

    private func pass(_ client: Int32) {
      let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = Self.loopback(target)
      let length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isConnected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(server, $0, length) == 0
        }
      }
      guard isConnected else { return }
      state.withLock { $0.sockets.append(server) }
      Thread.detachNewThread { [self] in pump(from: client, to: server, isClient: true) }
      Thread.detachNewThread { [self] in pump(from: server, to: client, isClient: false) }
    }

    private func pump(from source: Int32, to target: Int32, isClient: Bool) {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(source, &buffer, buffer.count, 0)
        guard count > 0 else {
          shutdown(target, Int32(SHUT_RDWR))
          return
        }
        var bytes = Array(buffer[..<count])
        let goesOn =
          isClient
          ? !(word.map { Data(bytes).range(of: Data($0)) != nil } ?? false)
          : change?(&bytes) ?? true
        if !goesOn { state.withLock { $0.isSilent = true } }
        guard !isSilent else { continue }
        var sent = 0
        while sent < bytes.count {
          let more = bytes.withUnsafeBytes {
            send(target, $0.baseAddress.map { $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL))
          }
          guard more > 0 else { return }
          sent += more
        }
      }
    }
  }
#endif
