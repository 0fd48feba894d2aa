package import Foundation

/// Texts that were looked at once, and are compared since.
package enum RecordedText {
  /// The text of a file; where `RECORD_SNAPSHOTS` is 1, `text` is written into it first.
  package static func read(_ file: URL, recording text: String) throws -> String {
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    return try String(contentsOf: file, encoding: .utf8)
  }
}
