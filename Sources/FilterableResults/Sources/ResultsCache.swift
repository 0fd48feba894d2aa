internal import FilterEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Results kept in files from one run of a program to the next, to be shown before the first fetch.
///
/// ```swift
/// let cache = ResultsCache<Person>(folder: folder)
/// if let kept = cache.snapshot("people", for: request) { try controller.setContents(of: kept) }
/// try cache.store(controller.snapshot, as: "people", for: request)
/// ```
public struct ResultsCache<Item: Codable> {
  /// Where the files are.
  public let folder: URL

  // A file is a line with the length and the checksum of what follows, so that a file that was cut or damaged is not
  // taken for other rows.
  private struct Entry: Codable {
    let request: [String: String]
    let snapshot: ResultsSnapshot<Item>
  }

  /// A cache in a folder, which is made when something is stored.
  public init(folder: URL) { self.folder = folder }

  /// Keeps a snapshot under a name. `request` is all that decides on the rows: predicate, order,
  /// sections, each under a name of its own.
  ///
  /// - Throws: What cannot be coded or written.
  public func store(
    _ snapshot: ResultsSnapshot<Item>, as name: String, for request: [String: String]
  ) throws {
    let data = try JSONEncoder().encode(Entry(request: request, snapshot: snapshot))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try (Self.header(of: data) + data).write(to: file(name), options: .atomic)
  }

  /// The line before the data of a file.
  private static func header(of data: Data) -> Data {
    Data("filterable-results 1 \(data.count) \(Checksum.crc32(data))\n".utf8)
  }

  /// The data of a file; nil where it is not as it was written.
  private static func checked(_ file: Data) -> Data? {
    guard let end = file.prefix(64).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let data = Data(file[(end + 1)...])
    return header(of: data) == file[...end] ? data : nil
  }

  /// What was kept under a name; nil where there is nothing, it is damaged, or it answers a request
  /// that differs in anything.
  public func snapshot(_ name: String, for request: [String: String]) -> ResultsSnapshot<Item>? {
    guard let file = try? Data(contentsOf: file(name)), let data = Self.checked(file),
      let entry = try? JSONDecoder().decode(Entry.self, from: data), entry.request == request
    else { return nil }
    return entry.snapshot
  }

  /// Forgets what was kept under a name; nothing where there is nothing.
  ///
  /// - Throws: Why the file cannot be removed.
  public func remove(_ name: String) throws {
    guard FileManager.default.fileExists(atPath: file(name).path) else { return }
    try FileManager.default.removeItem(at: file(name))
  }

  /// Names are for people: what a path would read as more than a name is written as its number.
  private func file(_ name: String) -> URL {
    var text = ""
    for byte in name.utf8 {
      let isPlain =
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      // Two digits, so that no two names have one file.
      let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16)
      text += isPlain ? String(Unicode.Scalar(byte)) : "_" + digits
    }
    return folder.appendingPathComponent(text + ".results.json")
  }
}

extension ResultsCache: Sendable {}
