internal import CLineEditor

/// A new file that takes the place of another one once it is complete.
///
/// It is written beside the old one, with its permissions, and renamed over it: whatever happens
/// meanwhile, the path leads to the old file or to the new one, whole. A replacement that is not
/// committed leaves nothing behind.
final class FileReplacement {
  /// Takes the content.
  let sink: ByteSink

  private let path: String
  private let name: String
  private let temporary: String
  private let descriptor: Int32
  private let mode: SystemCalls.FileMode
  private var isOpen = true
  private var isRenamed = false

  /// Begins to replace the file at `path`, a path without symbolic links that messages call `name`.
  init(of path: String, name: String) throws(ToolError) {
    self.path = path
    self.name = name
    if let kind = SystemCalls.special(path) { throw .message("\(name): \(kind)") }
    guard !SystemCalls.exists(path) || SystemCalls.isWritable(path) else {
      throw .message("\(name): \(SystemFailure().message)")
    }
    switch SystemCalls.createBeside(path) {
    case .success(let created): (descriptor, temporary, mode) = created
    case .failure(let failure): throw .message("\(name): \(failure.message)")
    }
    frc_signals_remove_file(temporary)
    sink = ByteSink(descriptor: descriptor, name: name, hasDigest: true)
  }

  deinit {
    if isOpen { SystemCalls.close(descriptor) }
    if !isRenamed {
      SystemCalls.remove(temporary)
      frc_signals_remove_file(nil)
    }
  }

  /// What a path leads to after a replacement.
  struct Outcome {
    let stamp: FileStamp?
    let content: ContentDigest.Value

    /// Why a power failure can bring the old file back, nil if it cannot.
    let warning: String?
  }

  /// Puts the new file in the place of the old one.
  ///
  /// Calls `check` as late as possible before that. If it throws, or anything fails, the old file
  /// stays as it is.
  func commit(
    check: () throws(ToolError) -> Void = {}
  ) throws(ToolError) -> Outcome {
    try sink.flush()
    // Writing clears the set-user and set-group bits, unless the superuser writes.
    try require(SystemCalls.setMode(mode, of: descriptor))
    try require(SystemCalls.synchronize(descriptor))
    let stamp = FileStamp(descriptor: descriptor)
    isOpen = false
    try require(SystemCalls.closeWritten(descriptor))
    try check()
    try require(SystemCalls.rename(temporary, to: path))
    isRenamed = true
    frc_signals_remove_file(nil)
    let folder = SystemCalls.folder(of: path)
    var warning: String?
    if case .failure(let failure) = SystemCalls.synchronizeFolder(folder) {
      warning =
        "\(name) is written, but a power failure can undo that: \(folder): \(failure.message)"
    }
    return Outcome(
      stamp: stamp, content: sink.digest?.value ?? ContentDigest().value, warning: warning)
  }

  private func require(_ result: Result<Void, SystemFailure>) throws(ToolError) {
    if case .failure(let failure) = result { throw .message("\(name): \(failure.message)") }
  }
}
