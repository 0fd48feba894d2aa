import Foundation

/// The places where a fault changes nothing that can be seen, each with the reason.
struct KnownPlaces: Sendable {
  private var reasons: [String: String] = [:]

  /// Reads lines of `path | kind | code | reason`; lines that begin with # are comments.
  init(_ text: String) throws {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.components(separatedBy: " | ")
      // The code may have bars of its own.
      guard parts.count > 3, let reason = parts.last else {
        throw Failure("Unseen.txt: '\(line)' is not 'path | kind | code | reason'")
      }
      reasons[parts.dropLast().joined(separator: " | ")] = reason
    }
  }

  func reason(_ site: Site) -> String? { reasons[site.identity] }
}
