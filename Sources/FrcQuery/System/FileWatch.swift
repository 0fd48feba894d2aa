/// Follows a file.
struct FileWatch {
  /// A change since the last check.
  enum Event: Hashable {
    case nothing
    case changed
    case deleted
    case returned
  }

  /// Polling interval in milliseconds.
  static let interval = 200

  private let path: String
  private var stamp: FileStamp?

  /// Follows a file from a known state on, nil for a file that does not exist.
  init(path: String, stamp: FileStamp?) {
    self.path = path
    self.stamp = stamp
  }

  /// Looks at the file.
  mutating func look() -> Event {
    let now = FileStamp(path: path)
    defer { stamp = now }
    if now == stamp { return .nothing }
    return now == nil ? .deleted : stamp == nil ? .returned : .changed
  }
}
