#if PostgreSQL && os(Linux)
  internal import Foundation
  internal import Glibc
  internal import Synchronization

  /// A network between clients and a server, which can be disturbed.
  final class Proxy: Sendable {
    /// The treatment of the bytes of all connections.
    enum Mode: Equatable {
      /// They are passed on.
      case open
      /// They are passed on a while later, in milliseconds.
      case slow(Int)
      /// They wait, and so do new connections.
      case held
      /// They are lost.
      case lost
      /// New connections are refused.
      case refusing
    }

    /// Two sockets whose bytes are passed to each other.
    private final class Link: Sendable {
      let client: Int32
      let server: Int32

      /// The number of bytes for the client after which the connection is cut; negative for none.
      let rest = Atomic<Int>(-1)
      private let ends = Mutex(0)

      init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

      /// Ends a direction of one or both sockets, unless they are closed.
      func end(_ sockets: Int32..., direction: Int = SHUT_RDWR) {
        ends.withLock { ends in
          guard ends < 2 else { return }
          for end in sockets { shutdown(end, Int32(direction)) }
        }
      }

      func cut() { end(client, server) }

      /// Closes both sockets when both directions have ended; true then.
      func close() -> Bool {
        ends.withLock { ends in
          ends += 1
          guard ends == 2 else { return false }
          for end in [client, server] { Glibc.close(end) }
          return true
        }
      }
    }

    let port: Int
    private let target: Int
    private let listener: Int32
    private let mode = Mutex(Mode.open)
    private let links = Mutex<[Link]>([])

    init(to target: Int) throws {
      self.target = target
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
      guard isBound else { throw FaultError("the proxy has no port") }
      port = Int(UInt16(bigEndian: address.sin_port))
      Thread.detachNewThread { [self] in accept() }
    }

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
        guard client >= 0 else {
          if errno == EINTR || errno == ECONNABORTED || errno == EMFILE { continue }
          return
        }
        guard mode.withLock({ $0 }) != .refusing else {
          close(client)
          continue
        }
        Thread.detachNewThread { [self] in connect(client) }
      }
    }

    private func connect(_ client: Int32) {
      let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = Self.loopback(target)
      let isConnected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          Glibc.connect(server, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      guard isConnected else {
        close(client)
        close(server)
        return
      }
      for end in [client, server] {
        var on: Int32 = 1
        setsockopt(
          end, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      }
      let link = Link(client: client, server: server)
      links.withLock { $0.append(link) }
      Thread.detachNewThread { [self] in
        pump(link, from: client, to: server, isForClient: false)
      }
      pump(link, from: server, to: client, isForClient: true)
    }

    private func pump(_ link: Link, from source: Int32, to target: Int32, isForClient: Bool) {
      var bytes = [UInt8](repeating: 0, count: 16_384)
      reading: while true {
        var count = recv(source, &bytes, bytes.count, 0)
        guard count > 0 else { break }
        waiting: while true {
          switch mode.withLock({ $0 }) {
          case .open, .refusing: break waiting
          case .lost: continue reading
          case .slow(let milliseconds):
            Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
            break waiting
          case .held: Thread.sleep(forTimeInterval: 0.005)
          }
        }
        let rest = isForClient ? link.rest.load(ordering: .relaxed) : -1
        if rest >= 0 { count = min(count, rest) }
        guard Self.send(bytes[..<count], to: target) else { break }
        if rest >= 0 {
          link.rest.store(rest - count, ordering: .relaxed)
          if rest == count { link.cut() }
        }
      }
      link.end(source, direction: SHUT_RD)
      link.end(target, direction: SHUT_WR)
      if link.close() { links.withLock { links in links.removeAll { $0 === link } } }
    }

    private static func send(_ bytes: ArraySlice<UInt8>, to target: Int32) -> Bool {
      var bytes = bytes
      while !bytes.isEmpty {
        let flags = Int32(MSG_NOSIGNAL)
        let count = bytes.withUnsafeBytes { buffer in
          Glibc.send(target, buffer.baseAddress, buffer.count, flags)
        }
        guard count > 0 else { return false }
        bytes.removeFirst(count)
      }
      return true
    }

    // MARK: - Disturbances

    func set(_ mode: Mode) { self.mode.withLock { $0 = mode } }

    /// Cuts all connections.
    func cutAll() { for link in links.withLock({ $0 }) { link.cut() } }

    /// Cuts the connection at an index, modulo their number.
    func cut(_ index: Int) { pick(index)?.cut() }

    /// Cuts each connection after a number of bytes for the client, which may be in a message.
    func cutAll(afterBytes count: Int) {
      for link in links.withLock({ $0 }) { link.rest.store(count, ordering: .relaxed) }
    }

    /// Closes one direction of each connection.
    func halfCloseAll(towardsServer: Bool) {
      for link in links.withLock({ $0 }) {
        link.end(towardsServer ? link.server : link.client, direction: SHUT_WR)
      }
    }

    private func pick(_ index: Int) -> Link? {
      links.withLock { $0.isEmpty ? nil : $0[index % $0.count] }
    }
  }
#endif
