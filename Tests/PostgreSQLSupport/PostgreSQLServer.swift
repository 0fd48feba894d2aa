#if PostgreSQL
  package import Foundation

  /// A server that belongs to a test and ends with it.
  package final class PostgreSQLServer: Sendable {
    /// The port on the loopback interface.
    package let port: Int

    /// The folder with the data and the log.
    package let folder: URL

    /// The address of the database `postgres` for its owner.
    package var address: String { "postgres://postgres@127.0.0.1:\(port)/postgres" }

    private init(port: Int, folder: URL) {
      self.port = port
      self.folder = folder
    }

    deinit { stop() }

    /// Ends the server and removes its folder.
    package func stop() { _ = try? Self.run(["stop", folder.path]) }

    /// Ends the server in a mode of `pg_ctl`; its data remains.
    package func halt(_ mode: String) throws { try runOrThrow(["halt", folder.path, mode]) }

    /// Starts the server after `halt(_:)`, on the same port.
    package func resume() throws { try runOrThrow(["resume", folder.path]) }

    private func runOrThrow(_ arguments: [String]) throws {
      let status = try Self.run(arguments)
      guard status == 0 else {
        throw PostgreSQLFailure(description: "\(arguments[0]) of the server: \(status)")
      }
    }

    /// A server that the tests of the process share, and that ends with the process.
    package static let shared = Result { try startOrSkip(isShared: true) }

    /// Starts a server; nil where the machine has no PostgreSQL.
    private static func start(isShared: Bool) throws -> PostgreSQLServer? {
      let folder = URL(fileURLWithPath: "/tmp").appendingPathComponent(
        "frc-postgresql-\(UInt64.random(in: 1 ... .max))")
      let process = ProcessInfo.processInfo.processIdentifier
      let status = try run(["start", folder.path] + (isShared ? ["\(process)"] : []))
      if status == 3 { return nil }
      let text = try? String(contentsOf: folder.appendingPathComponent("port"), encoding: .utf8)
      guard status == 0, let port = text.flatMap({ Int($0.split(separator: "\n").last ?? "") })
      else { throw PostgreSQLFailure(description: "the server does not start: \(status)") }
      return PostgreSQLServer(port: port, folder: folder)
    }

    /// Starts a server. Without PostgreSQL a line on standard error says that the test is skipped;
    /// `FRC_NEEDS_POSTGRESQL=1` makes that a failure.
    package static func startOrSkip(isShared: Bool = false) throws -> PostgreSQLServer? {
      if let server = try start(isShared: isShared) { return server }
      if ProcessInfo.processInfo.environment["FRC_NEEDS_POSTGRESQL"] == "1" {
        throw PostgreSQLFailure(description: "there is no PostgreSQL")
      }
      FileHandle.standardError.write(Data("skipped: there is no PostgreSQL\n".utf8))
      return nil
    }

    private static func run(_ arguments: [String]) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("serve")
      process.arguments = arguments
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  package struct PostgreSQLFailure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }
#endif
