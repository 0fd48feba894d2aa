internal import CLineEditor

/// A new file that takes the place of another one once it is complete.
///
/// It is written beside the old one, with its permissions and extended attributes, and renamed over it: at any time
/// the path leads to the whole old file or to the whole new one. Other names of the old file keep leading to it. A
/// replacement that is not committed leaves no file. A file that a killed process has left is removed by the next
/// replacement in the folder.
final class FileReplacement {
  /// Takes the content.
  let sink: ByteSink

  private let path: String
  private let name: String
  private let file: SystemCalls.NewFile
  private var isOpen = true
  private var isRenamed = false

  /// Begins to replace the file at `path`, a path without symbolic links that messages call `name`.
  init(of path: String, name: String) throws(ToolError) {
    self.path = path
    self.name = name
    if let kind = SystemCalls.special(path) { throw .message("\(name): \(kind)") }
    guard Compression(of: path) == nil, Compression.plainName(path) == path else {
      throw .message("\(name): compressed files are not written; name another file")
    }
    try Self.requireReplaceable(path, name: name)
    guard !SystemCalls.exists(path) || SystemCalls.isWritable(path) else {
      throw .message("\(name): \(SystemFailure().message)")
    }
    SystemCalls.removeLeftovers(in: SystemCalls.folder(of: path))
    switch SystemCalls.createBeside(path) {
    case .success(let created): file = created
    case .failure(let failure): throw .message("\(name): \(failure.message)")
    }
    frc_signals_remove_file(file.path)
    sink = ByteSink(descriptor: file.descriptor, name: name, hasDigest: true)
  }

  deinit {
    if isOpen { SystemCalls.close(file.descriptor) }
    if !isRenamed {
      SystemCalls.remove(file.path)
      frc_signals_remove_file(nil)
    }
    SystemCalls.close(file.lock)
  }

  /// Refuses to replace a file that exists; messages say that `command` takes --force.
  static func requireFree(_ path: String, name: String, command: String) throws(ToolError) {
    guard SystemCalls.isFile(path) else { return }
    try requireReplaceable(path, name: name)
    throw .message("\(name) exists; \(command) --force \(name) replaces it")
  }

  private static func requireReplaceable(_ path: String, name: String) throws(ToolError) {
    if let failure = SystemCalls.failure(replacing: path) {
      throw .message("\(name): \(failure.message)")
    }
  }

  /// The result of a replacement.
  struct Outcome {
    let stamp: FileStamp?
    let content: ContentDigest.Value

    /// The reason that a power failure can restore the old file; nil if it cannot.
    let warning: String?

    /// The attributes of the old file that the new one lacks.
    let notes: [String]
  }

  /// Puts the new file in the place of the old one.
  ///
  /// Calls `check` as late as possible before that. If it throws, or anything fails, the old file
  /// stays as it is.
  func commit(
    check: () throws(ToolError) -> Void = {}
  ) throws(ToolError) -> Outcome {
    try sink.flush()
    // Writing clears capabilities and, unless the superuser writes, the set-user and set-group bits.
    let lost = SystemCalls.copyAttributes(of: path, to: file)
    try require(SystemCalls.setMode(file.mode, of: file.descriptor))
    try require(SystemCalls.synchronize(file.descriptor))
    let stamp = FileStamp(descriptor: file.descriptor)
    isOpen = false
    try require(SystemCalls.closeWritten(file.descriptor))
    try check()
    try require(SystemCalls.rename(file.path, to: path))
    isRenamed = true
    frc_signals_remove_file(nil)
    let folder = SystemCalls.folder(of: path)
    var warning: String?
    if case .failure(let failure) = SystemCalls.synchronizeFolder(folder) {
      warning =
        "\(name) is written, but a power failure can undo that: \(folder): \(failure.message)"
    }
    return Outcome(
      stamp: stamp, content: sink.digest?.value ?? ContentDigest().value, warning: warning,
      notes: [file.keepsAccessList ? nil : Self.lostList, lost, otherNames].compactMap { $0 })
  }

  private static let lostList =
    "the access control list is lost, and the group may do no more than everybody"

  /// A note on hard links to the old file.
  private var otherNames: String? {
    guard file.otherNames > 0 else { return nil }
    return file.otherNames == 1
      ? "another name of the file, a hard link, keeps the old content"
      : "\(file.otherNames) other names of the file, hard links, keep the old content"
  }

  private func require(_ result: Result<Void, SystemFailure>) throws(ToolError) {
    if case .failure(let failure) = result { throw .message("\(name): \(failure.message)") }
  }
}
