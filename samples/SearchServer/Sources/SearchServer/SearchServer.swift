internal import FilterSyntax
internal import FlyingFox
internal import FlyingSocks
internal import Foundation

/// A search over tickets as an HTTP server.
///
/// `GET /tickets?filter=…&sort=…&limit=…` answers with rows, `GET /` with a page that asks it.
public struct SearchServer: Sendable {
  /// How large a server is.
  public struct Settings: Sendable {
    /// The port on the loopback interface; 0 for any that is free.
    public var port: UInt16 = 8080

    /// The time that a search may take from its arrival to its answer.
    public var time = Duration.milliseconds(100)

    /// How many searches may be under way; more are refused.
    public var capacity = 64

    /// The standard settings.
    public init() {}
  }

  private let http: HTTPServer
  private let pool: SearchPool

  /// A server for `tickets`, not yet started.
  ///
  /// - Throws: A key path of a role that tickets do not have.
  public init(_ tickets: [Ticket], _ settings: Settings = Settings()) throws {
    // One core is left to the threads that read requests and write answers.
    pool = SearchPool(
      threads: max(ProcessInfo.processInfo.activeProcessorCount - 1, 1),
      capacity: settings.capacity)
    let service = TicketService(
      tickets: tickets, roles: try Roles(), pool: pool, time: settings.time)
    http = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: settings.port), logger: .disabled,
      handler: ClosureHTTPHandler { await service.response(to: $0) })
  }

  /// Answers requests until the task is cancelled or ``stop()`` is called.
  public func run() async throws { try await http.run() }

  /// Ends the server and its threads.
  public func stop() async {
    await http.stop()
    pool.stop()
  }

  /// The port that the server listens on; waits until it does.
  public var port: UInt16 {
    get async throws {
      try await http.waitUntilListening()
      guard case .ip4(_, let port) = await http.listeningAddress else { return 0 }
      return port
    }
  }
}
