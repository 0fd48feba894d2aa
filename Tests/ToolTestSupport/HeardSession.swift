import FilterEngine
import Foundation

@testable package import FrcQuery

/// A session of the REPL in this process, and what its lines say.
package final class HeardSession {
  package let folder: Folder
  package let session: Session
  private let descriptor: Int32
  private var heard = 0

  /// A session whose terminal, where it has one, is not standard output.
  package init(
    isTerminal: Bool = false, _ folder: Folder? = nil, lockTimeout: Double = 5,
    policy: SessionPolicy? = nil
  ) throws {
    self.folder = try folder ?? Folder()
    descriptor = open(self.folder.path + "/heard", O_RDWR | O_CREAT | O_TRUNC, 0o600)
    session = Session(
      in: .writing(to: descriptor), isTerminal: isTerminal, libraries: .standard,
      lockTimeout: lockTimeout, policy: policy)
  }

  deinit { close(descriptor) }

  /// Opens a file with these rows.
  package func load(_ rows: some Sequence<String>, as name: String = "rows.jsonl") throws {
    try session.open(try folder.file(name, rows.map { $0 + "\n" }.joined()))
    _ = try rest()
  }

  /// Does what a line says; what is printed, with the error behind it, if any.
  package func says(_ line: String) throws -> String {
    var told = ""
    do throws(ToolError) {
      try session.run(line)
    } catch {
      told = "error: \(error.message ?? error.text ?? "")\n"
    }
    return try rest() + told
  }

  /// The output since the last line.
  package func rest() throws -> String {
    try session.flush()
    let size = SystemCalls.status(of: descriptor).size
    var bytes = [UInt8](repeating: 0, count: size - heard)
    _ = try SystemCalls.read(descriptor, at: heard, into: &bytes, bytes.indices).get()
    heard = size
    return String(decoding: bytes, as: UTF8.self)
  }
}
