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

    /// Runs a program and returns its status. Not by `Process`, whose end may not be noticed while the interface is down.
    private static func run(_ arguments: [String]) throws -> Int32 {
      var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
      pointers.append(nil)
      defer { for pointer in pointers { free(pointer) } }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      var process: pid_t = 0
      guard posix_spawnp(&process, arguments[0], &actions, nil, pointers, environ) == 0 else {
        throw FaultError("\(arguments[0]) cannot be run")
      }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      return status
    }
  }
#endif
