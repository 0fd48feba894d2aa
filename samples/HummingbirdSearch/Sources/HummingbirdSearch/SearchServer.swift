internal import FilterEngine
internal import FilterableResults
public import Foundation
public import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore

/// A search over tickets as an HTTP server.
///
/// `GET /tickets?filter=…&sort=…&limit=…&counts=…` answers with rows, counts and totals, `GET /` with a page that asks
/// it, and `GET /changes?since=…` when tickets have changed. `GET /filter?text=…&cursor=…` helps an editor,
/// `GET /filter-editor.js` is the script of one, and `GET /guide` is a page for people and programs that write filters.
public struct SearchServer: Sendable {
  /// How large a server is.
  public struct Settings: Sendable {
    /// The port on the loopback interface; 0 for any that is free.
    public var port = 8080

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
    /// How many connections may be open; more wait until one ends.
    public var count = 256

    /// The bytes of the path with its query, and of one header. A filter has at most 2,000, each of which can take three.
    public var field = 8_192

    /// The bytes of all headers together.
    public var head = 16_384

    /// The time until the head of a request has arrived, or until another request has begun.
    public var idleTime = Duration.seconds(5)
  }

  private let service: TicketService
  private let settings: Settings

  /// A server for `tickets` with a policy for each role.
  ///
  /// - Throws: `PolicyMistake`, or `duplicateKey` for tickets of one identity.
  public init(
    _ tickets: [Ticket], policies: [String: Data], _ settings: Settings = Settings()
  ) throws {
    self.settings = settings
    let counts = try TicketCounts(tickets)
    let roles = try Roles(policies: policies, of: tickets, values: counts.frequentValues)
    service = TicketService(
      tickets: TicketStore(tickets, counts), roles: roles,
      pool: SearchPool(settings.searches), counts: counts,
      assistance: FilterAssistance(time: settings.searches.time),
      limits: settings.searches)
  }

  /// Replaces the ticket of the same identity, if there is one. Pages that show it follow.
  public func replace(_ ticket: Ticket) { service.tickets.replace(ticket) }

  /// The server as a service, which answers until it is shut down. Calls `onRunning` with its port.
  ///
  /// Metrics are those of the factory when this is called.
  public func application(
    _ logger: Logger, onRunning: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let limits = settings.connections
    let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: limits.field, maxHeaderListSize: limits.head)
    return Application(
      router: service.router,
      server: .http1(
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [ClientWatch()], idleTimeout: TimeAmount(limits.idleTime),
          httpDecoderConfiguration: decoder)),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: settings.port),
        availableConnectionsDelegate: .maximum(limits.count, logger: logger)),
      services: [service.pool],
      onServerRunning: { channel in onRunning(channel.localAddress?.port ?? 0) },
      logger: logger)
  }
}
