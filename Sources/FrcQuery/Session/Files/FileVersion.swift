/// The state of a file that a session last read or wrote, by which changes that others made since are
/// found.
///
/// Content decides: a file that was only touched, or replaced by an equal one, has not changed.
struct FileVersion {
  private enum Content {
    case read([UInt8])
    case written(ContentDigest.Value)
  }

  let stamp: FileStamp?

  /// The number of rows.
  let rowCount: Int

  /// The participle of the session's last operation: `opened`, `saved`.
  let cause: String

  private let content: Content

  /// The state of a file that was read, as its stamp was before.
  init(read bytes: [UInt8], stamp: FileStamp?, rowCount: Int, cause: String) {
    content = .read(bytes)
    self.stamp = stamp
    self.rowCount = rowCount
    self.cause = cause
  }

  /// The state of a file that was written.
  init(written outcome: FileReplacement.Outcome, rowCount: Int) {
    content = .written(outcome.content)
    stamp = outcome.stamp
    self.rowCount = rowCount
    cause = "saved"
  }

  /// A change of a file by another program.
  enum Change: Hashable {
    case deleted
    case appended(from: Int, to: Int)
    case replaced(from: Int, to: Int)
    case rewritten(from: Int, to: Int)
    case unreadable(String)
  }

  /// The change of the file at `path`, nil if its content is the same, and its stamp. Reads the whole file.
  func change(at path: String) throws(ToolError) -> (Change?, FileStamp?) {
    let descriptor: Int32
    switch SystemCalls.openRegular(path) {
    case .success(let opened): descriptor = opened
    case .failure(let failure):
      return (failure.isMissing ? .deleted : .unreadable(failure.message), nil)
    }
    defer { SystemCalls.close(descriptor) }
    let stamp = FileStamp(descriptor: descriptor)
    let size = SystemCalls.status(of: descriptor).size
    let expected = expected
    if size >= expected.count,
      try digest(of: descriptor, count: expected.count, name: path) == expected
    {
      let change = size == expected.count ? nil : Change.appended(from: expected.count, to: size)
      return (change, stamp)
    }
    if let stamp, let old = self.stamp, !stamp.isSameFile(as: old) {
      return (.replaced(from: expected.count, to: size), stamp)
    }
    return (.rewritten(from: expected.count, to: size), stamp)
  }

  private var expected: ContentDigest.Value {
    switch content {
    case .written(let value): return value
    case .read(let bytes):
      var digest = ContentDigest()
      digest.add(bytes[...])
      return digest.value
    }
  }

  /// The digest of the first `count` bytes of a file.
  private func digest(
    of descriptor: Int32, count: Int, name: String
  ) throws(ToolError) -> ContentDigest.Value {
    var digest = ContentDigest()
    var buffer: [UInt8] = Array(repeating: 0, count: min(count, 1 << 20))
    while digest.count < count {
      let range = 0..<min(buffer.count, count - digest.count)
      switch SystemCalls.read(descriptor, at: digest.count, into: &buffer, range) {
      case .failure(let failure): throw .message("\(name): \(failure.message)")
      case .success(let read):
        digest.add(buffer[..<read])
        if read < range.count { return digest.value }
      }
    }
    return digest.value
  }
}

extension FileVersion.Change {
  /// A description of the change; with `appendedRows` if they could be counted.
  func text(appendedRows: Int?) -> String {
    switch self {
    case .deleted: "was deleted"
    case .appended(let from, let to):
      appendedRows.map { "\(ValueText.count($0, "row")) \($0 == 1 ? "was" : "were") appended" }
        ?? "grew from \(from) to \(to) bytes"
    case .replaced(let from, let to):
      "was replaced by another file: \(to) bytes instead of \(from)"
    case .rewritten(let from, let to):
      from == to
        ? "was rewritten with as many bytes"
        : "\(to > from ? "was rewritten and grew" : "shrank") from \(from) to \(to) bytes"
    case .unreadable(let reason): "is now \(reason)"
    }
  }
}
