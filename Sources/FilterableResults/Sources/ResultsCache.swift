public import EssentialFoundation
internal import FilterEngine

/// Snapshots of results in files, to be shown in the next run of a program before the first fetch.
///
/// ```swift
/// let cache = ResultsCache<Person>(folder: folder)
/// if let kept = cache.snapshot("people", for: request) { try controller.setContents(of: kept) }
/// try cache.store(controller.snapshot, as: "people", for: request)
/// ```
public struct ResultsCache<Item: Codable> {
  private let folder: URL

  // A file begins with a line that holds the length and the checksum of the rest, so that damage is noticed.
  private struct Entry: Codable {
    let request: [String: String]
    let snapshot: ResultsSnapshot<Item>
  }

  /// Creates a cache in a folder, which is created when a snapshot is stored.
  public init(folder: URL) { self.folder = folder }

  /// Stores a snapshot under a name. `request` describes everything that decides on the rows, such as predicate, order and
  /// sections, by name.
  ///
  /// - Throws: An error if the snapshot cannot be encoded or written.
  public func store(
    _ snapshot: ResultsSnapshot<Item>, as name: String, for request: [String: String]
  ) throws {
    let data = try JSONEncoder().encode(Entry(request: request, snapshot: snapshot))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try (Self.header(of: data) + data).write(to: file(name), options: .atomic)
  }

  /// The first line of a file.
  private static func header(of data: Data) -> Data {
    Data("filterable-results 1 \(data.count) \(Checksum.crc32(data))\n".utf8)
  }

  /// The data of a file; nil if the file is damaged.
  private static func checked(_ file: Data) -> Data? {
    guard let end = file.prefix(64).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let data = Data(file[(end + 1)...])
    return header(of: data) == file[...end] ? data : nil
  }

  /// The snapshot that was stored under a name for an equal request; nil if there is none or its file is damaged.
  public func snapshot(_ name: String, for request: [String: String]) -> ResultsSnapshot<Item>? {
    guard let file = try? Data(contentsOf: file(name)), let data = Self.checked(file),
      let entry = try? JSONDecoder().decode(Entry.self, from: data), entry.request == request
    else { return nil }
    return entry.snapshot
  }

  /// Removes the snapshot that was stored under a name, if any.
  ///
  /// - Throws: An error if the file cannot be removed.
  public func remove(_ name: String) throws {
    guard FileManager.default.fileExists(atPath: file(name).path) else { return }
    try FileManager.default.removeItem(at: file(name))
  }

  /// The file for a name. All bytes but ASCII letters and digits are written in hexadecimal, so that a name is no path.
  private func file(_ name: String) -> URL {
    var text = ""
    for byte in name.utf8 {
      let isPlain =
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      // Always two digits, so that two names never have the same file.
      let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16)
      text += isPlain ? String(Unicode.Scalar(byte)) : "_" + digits
    }
    return folder.appendingPathComponent(text + ".results.json")
  }
}

extension ResultsCache: Sendable {}

/// The CRC-32 of ISO 3309, which any change within four consecutive bytes alters.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? value &>> 1 ^ 0xEDB8_8320 : value &>> 1
    }
  }

  static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { value, byte in
      table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value &>> 8
    }
  }
}
