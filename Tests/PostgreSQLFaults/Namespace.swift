#if PostgreSQL && os(Linux)
  internal import Foundation
  internal import Glibc

  /// A network namespace of the process, whose interface can be taken down.
  enum Namespace {
    /// Replaces the process by itself in a network namespace of its own; returns where that is not allowed.
    static func enter() {
      let arguments =
        ["unshare", "-n", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh"]
        + CommandLine.arguments + ["--own-interface"]
      let isAllowed = (try? run(["unshare", "-n", "ip", "link", "set", "lo", "up"])) == 0
      guard isAllowed else { return }
      var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
      pointers.append(nil)
      execvp("unshare", pointers)
    }

    static func setInterface(up: Bool) throws {
      let status = try run(["ip", "link", "set", "lo", up ? "up" : "down"])
      guard status == 0 else { throw FaultError("ip: \(status)") }
    }

    private static func run(_ arguments: [String]) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }
#endif
