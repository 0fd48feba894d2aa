/// Follows a file.
struct FileWatch {
  /// What happened since the last look.
  enum Event: Hashable {
    case nothing
    case changed
    case deleted
    case returned
  }

  /// How often somebody should look, in milliseconds.
  static let interval = 200

  private let path: String
  private var stamp: FileStamp?

  /// Follows a file from the state on that it has now.
  init(path: String) {
    self.path = path
    stamp = FileStamp(path: path)
  }

  /// Looks at the file.
  mutating func look() -> Event {
    let now = FileStamp(path: path)
    defer { stamp = now }
    if now == stamp { return .nothing }
    return now == nil ? .deleted : stamp == nil ? .returned : .changed
  }
}
