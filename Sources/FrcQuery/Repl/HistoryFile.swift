/// The lines of earlier sessions: one a line, the newest last.
struct HistoryFile {
  /// The maximum number of lines.
  static let maximumCount = 1_000

  /// Longer lines are not kept.
  static let maximumLength = 10_000

  /// A longer file is none of the program's, and is not read: 64 MiB.
  private static let maximumSize = 64 << 20

  private let path: String

  /// The file in the state directory of the user; nil without a home directory.
  init?(in surroundings: Surroundings) {
    let folder: String
    if let state = surroundings.environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      folder = state
    } else if let home = surroundings.environment["HOME"], home.hasPrefix("/") {
      folder = home + "/.local/state"
    } else {
      return nil
    }
    SystemCalls.makeFolder(folder + "/frc-query")
    self.init(path: folder + "/frc-query/history")
  }

  init(path: String) { self.path = path }

  /// The lines; a file with far more than are kept is made shorter.
  func lines() -> [String] {
    guard let source = try? ByteSource(path: path, regularOnly: true),
      source.size.map({ $0 <= Self.maximumSize }) ?? false,
      let bytes = try? source.readAll()
    else { return [] }
    let all = bytes.split(separator: UInt8(ascii: "\n"))
    let kept = all.suffix(Self.maximumCount)
    if all.count > 2 * Self.maximumCount { write(kept) }
    return kept.compactMap { String(validating: $0, as: UTF8.self) }
  }

  /// Adds a line without passwords at once, so that nothing is lost and sessions at the same time share a file.
  func append(_ line: String) {
    let line = ServerAddress.withoutPassword(line)
    guard line.utf8.count <= Self.maximumLength, !line.contains("\n") else { return }
    guard case .success(let descriptor) = SystemCalls.openForAppending(path) else { return }
    _ = SystemCalls.write(descriptor, Array(line.utf8) + [UInt8(ascii: "\n")])
    SystemCalls.close(descriptor)
  }

  private func write(_ lines: ArraySlice<ArraySlice<UInt8>>) {
    guard let replacement = try? FileReplacement(of: SystemCalls.resolved(path), name: path),
      (try? replacement.sink.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] })) != nil
    else { return }
    _ = try? replacement.commit()
  }
}
