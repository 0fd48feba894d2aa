import Foundation
import SearchServer

/// `search-server [PORT]`: answers on the loopback interface until it is interrupted.
@main struct SearchServerMain {
  static func main() async throws {
    var settings = SearchServer.Settings()
    if let port = CommandLine.arguments.dropFirst().first.flatMap({ UInt16($0) }) {
      settings.port = port
    }
    let server = try SearchServer(Ticket.samples(100_000), settings)
    // Not `print`, which keeps a line until there are many where its reader is a program.
    let line = "http://127.0.0.1:\(server.port)/\n"
    FileHandle.standardOutput.write(Data(line.utf8))
    await server.run()
  }
}
