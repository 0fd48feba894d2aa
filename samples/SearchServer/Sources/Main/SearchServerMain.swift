import Foundation
import SearchServer

/// `search-server [PORT [CHANGES]]`: answers on the loopback interface until it is interrupted, and changes tickets so
/// many times a second.
@main struct SearchServerMain {
  static func main() async throws {
    var settings = SearchServer.Settings()
    if let port = CommandLine.arguments.dropFirst().first.flatMap({ UInt16($0) }) {
      settings.port = port
    }
    let changes = CommandLine.arguments.dropFirst(2).first.flatMap { Double($0) } ?? 0
    let tickets = Ticket.samples(100_000)
    let server = try SearchServer(tickets, settings)
    // Not `print`, which keeps a line until there are many where its reader is a program.
    let line = "http://127.0.0.1:\(server.port)/\n"
    FileHandle.standardOutput.write(Data(line.utf8))
    async let changing: Void = change(tickets, of: server, perSecond: changes)
    await server.run()
    await changing
  }

  /// Gives tickets another state and priority, now one and now another.
  private static func change(
    _ tickets: [Ticket], of server: SearchServer, perSecond: Double
  ) async {
    guard perSecond > 0, perSecond.isFinite else { return }
    while !Task.isCancelled, var ticket = tickets.randomElement() {
      ticket.state = Ticket.State.allCases.randomElement() ?? .open
      ticket.priority = Int.random(in: 1...5)
      server.replace(ticket)
      try? await Task.sleep(for: .seconds(1 / perSecond))
    }
  }
}
