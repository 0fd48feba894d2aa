internal import FlyingSocks
internal import Foundation
internal import Synchronization

/// A search over tickets as an HTTP server.
///
/// `GET /tickets?filter=…&sort=…&limit=…` answers with rows, counts and totals, `GET /` with a page that asks it, and
/// `GET /changes?since=…` when tickets have changed. `GET /filter?text=…&cursor=…` helps an editor, and
/// `GET /filter-editor.js` is the script of one. A connection is for one request.
public final class SearchServer: Sendable {
  /// How large a server is.
  public struct Settings: Sendable {
    /// The port on the loopback interface; 0 for any that is free.
    public var port: UInt16 = 8080

    /// The limits of searches.
    public var searches = SearchLimits()

    /// The limits of connections.
    public var connections = ConnectionLimits()

    /// The standard settings.
    public init() {}
  }

  /// The limits of searches.
  public struct SearchLimits: Sendable {
    /// The computing time of a search.
    public var time = Duration.milliseconds(100)

    /// The time from a request to its answer, which others may use up. A search that waits longer is refused.
    public var deadline = Duration.seconds(2)

    /// How many searches may be under way; more are refused.
    public var count = 64

    /// How many of them may be those of one client.
    public var countPerClient = 16
  }

  /// The limits of connections.
  public struct ConnectionLimits: Sendable {
    /// How many connections may be open; more are refused.
    public var count = 256

    /// How many of them may be those of one client.
    public var countPerClient = 64

    /// The bytes of the first line of a request. A filter has at most 2,000, each of which can take three.
    public var line = 8_192

    /// The bytes of that line and of the headers.
    public var head = 16_384

    /// The time until both have arrived.
    public var headTime = Duration.seconds(5)

    /// The time until the connection ends.
    public var time = Duration.seconds(15)
  }

  /// The port that the server listens on.
  public let port: UInt16

  private let listener: AsyncSocket
  private let service: TicketService
  private let limits: ConnectionLimits
  private let open: Mutex<ClientCounts>

  /// A server for `tickets` that listens and does not answer yet.
  ///
  /// - Throws: A key path of a role that tickets do not have, tickets of one identity, or an error of the port.
  public init(_ tickets: [Ticket], _ settings: Settings = Settings()) throws {
    let roles = try Roles()
    let counts = try TicketCounts(tickets)
    let socket = try Socket(domain: AF_INET)
    do {
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: .inet(ip4: "127.0.0.1", port: settings.port))
      try socket.listen()
      listener = try AsyncSocket(socket: socket, pool: SocketWaiting())
      guard case .ip4(_, let port) = try socket.sockname() else {
        throw SocketError.unsupportedAddress
      }
      self.port = port
    } catch {
      try? socket.close()
      throw error
    }
    limits = settings.connections
    open = Mutex(ClientCounts(most: limits.count, perClient: limits.countPerClient))
    let pool = SearchPool(settings.searches)
    service = TicketService(
      tickets: TicketStore(tickets, counts), roles: roles, pool: pool, counts: counts,
      assistance: FilterAssistance(values: counts.frequentValues, time: settings.searches.time),
      limits: settings.searches)
  }

  /// Replaces the ticket of the same identity, if there is one. Pages that show it follow.
  public func replace(_ ticket: Ticket) { service.tickets.replace(ticket) }

  /// Answers requests until the task is cancelled, which ends the server and its threads.
  public func run() async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        do {
          let socket = try await listener.accept()
          if let connection = connection(socket) {
            group.addTask { await self.serve(connection) }
          }
        } catch {
          // Without descriptors for example, until some connections have ended.
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
    }
    try? listener.close()
    service.pool.stop()
  }

  /// A connection that may stay open; nil for one too many, which is refused.
  private func connection(_ socket: AsyncSocket) -> Connection? {
    let client =
      switch try? socket.socket.remotePeer() {
      case .ip4(let address, _): address
      default: ""
      }
    let connection = Connection(socket: socket, client: client, limits: limits)
    if open.withLock({ $0.enter(client) }) { return connection }
    connection.refuse()
    return nil
  }

  private func serve(_ connection: Connection) async {
    await connection.serve { [service] in await service.response(to: $0, from: connection.client) }
    open.withLock { $0.leave(connection.client) }
  }
}
