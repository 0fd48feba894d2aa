internal import FilterSyntax

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
    if let state = surroundings.environment["XDG_STATE_HOME"], state.begins(with: "/") {
      folder = state
    } else if let home = surroundings.environment["HOME"], home.begins(with: "/") {
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

  /// A line without passwords; nil for a line with an address that cannot be read, such as one with a quote that is not
  /// closed, which may have a password anywhere.
  static func kept(_ line: String) -> String? {
    guard line.has("://") else { return line }
    var words = CommandWords(line)
    do throws(ToolError) {
      while try words.next() != nil {}
    } catch {
      return nil
    }
    return ServerAddress.withoutPassword(line)
  }

  /// Adds a line at once, so that nothing is lost and sessions at the same time share a file.
  func append(_ line: String) {
    guard line.utf8.count <= Self.maximumLength, !line.has("\n") else { return }
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
