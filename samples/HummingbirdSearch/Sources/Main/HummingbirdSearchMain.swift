import Foundation
import HummingbirdSearch
import Logging
import ServiceLifecycle
import UnixSignals

/// `hummingbird-search POLICIES [PORT [CHANGES]]`: answers on the loopback interface until it is interrupted, with the
/// policies of a folder, and changes tickets so many times a second.
@main struct HummingbirdSearchMain {
  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("hummingbird-search: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    guard let folder = arguments.first else { throw Usage() }
    var settings = SearchServer.Settings()
    if let port = arguments.dropFirst().first.flatMap({ Int($0) }) { settings.port = port }
    let tickets = Ticket.samples(100_000)
    let policies = try policies(in: URL(filePath: folder, directoryHint: .isDirectory))
    let server = try SearchServer(tickets, policies: policies, settings)
    let logger = Logger(label: "search")
    // A backend for metrics is bootstrapped here: MetricsSystem.bootstrap(…).
    let application = server.application(logger) { port in
      // Not `print`, which keeps a line until there are many where its reader is a program.
      FileHandle.standardOutput.write(Data("http://127.0.0.1:\(port)/\n".utf8))
    }
    let changes = TicketChanges(
      tickets: tickets, server: server,
      perSecond: arguments.dropFirst(2).first.flatMap { Double($0) } ?? 0)
    var configuration = ServiceGroupConfiguration(
      services: [changes, application], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(10)
    try await ServiceGroup(configuration: configuration).run()
  }

  /// The policies of a folder, by the names of their files.
  private static func policies(in folder: URL) throws -> [String: Data] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "json" }
    return try Dictionary(
      uniqueKeysWithValues: files.map {
        ($0.deletingPathExtension().lastPathComponent, try Data(contentsOf: $0))
      })
  }

  private struct Usage: Error, CustomStringConvertible {
    let description = "name a folder of policies, and then a port if you like"
  }
}

/// Gives tickets another state and priority, now one and now another.
private struct TicketChanges: Service {
  let tickets: [Ticket]
  let server: SearchServer
  let perSecond: Double

  func run() async throws {
    guard perSecond > 0, perSecond.isFinite else { return try await gracefulShutdown() }
    while !Task.isShuttingDownGracefully, var ticket = tickets.randomElement() {
      ticket.state = Ticket.State.allCases.randomElement() ?? .open
      ticket.priority = Int.random(in: 1...5)
      server.replace(ticket)
      let pause = Duration.seconds(1 / perSecond)
      // Ends early at a shutdown, which the loop looks for.
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
      try Task.checkCancellation()
    }
  }
}
