#if PostgreSQL && os(Linux)
  internal import Foundation
  internal import Glibc
  internal import PostgreSQLSupport

  /// The processes of a server, to be stopped and continued.
  struct ServerProcesses {
    let server: PostgreSQLServer

    /// The first process; nil while the server does not run.
    private var main: Int32? {
      let file = server.folder.appendingPathComponent("data/postmaster.pid")
      let text = try? String(contentsOf: file, encoding: .utf8)
      return text?.split(separator: "\n").first.flatMap { Int32($0) }
    }

    /// The first process and its children.
    var all: [Int32] {
      guard let main else { return [] }
      let path = "/proc/\(main)/task/\(main)/children"
      let children = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return [main] + children.split(separator: " ").compactMap { Int32($0) }
    }

    func stop(_ processes: [Int32]) { for process in processes { kill(process, SIGSTOP) } }

    func resume(_ processes: [Int32]) { for process in processes { kill(process, SIGCONT) } }
  }
#endif
