import Foundation

/// The slowest inputs of a search, in files that are named `MICROSECONDS-KIND-HASH`.
struct SlowestInputs {
  /// A kept input. libFuzzer mutates towards texts that are compared, so inputs are told apart by numbers.
  private struct Entry: Equatable {
    let microseconds: Int
    let kind: String
    let hash: UInt32

    init(_ input: [UInt8], _ result: WorkMeasurement.Result) {
      microseconds = Int(result.time / .microseconds(1))
      kind = result.name
      // FNV-1a, the same in every run.
      hash = input.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }

    init?(_ name: String) {
      let parts = name.split(separator: "-")
      guard parts.count == 3, let microseconds = Int(parts[0]),
        let hash = UInt32(parts[2], radix: 16)
      else { return nil }
      self.microseconds = microseconds
      self.kind = String(parts[1])
      self.hash = hash
    }

    var name: String {
      String(format: "%010d", microseconds) + "-\(kind)-\(String(hash, radix: 16))"
    }
  }

  /// How many are kept, and how many of them of one kind: all of them would be alike.
  private static let counts = (all: 10, perKind: 2)

  private let folder: String

  /// The slowest first.
  private var entries: [Entry]

  /// The inputs in a folder, with those of earlier searches.
  init?(folder: String?) {
    guard let folder else { return nil }
    self.folder = folder
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    entries = names.compactMap(Entry.init).sorted { $0.microseconds > $1.microseconds }
  }

  /// Keeps an input if it is among the slowest.
  mutating func add(_ input: [UInt8], _ result: WorkMeasurement.Result) {
    let entry = Entry(input, result)
    // libFuzzer runs some inputs twice.
    guard !entries.contains(where: { $0.hash == entry.hash && $0.kind == entry.kind }) else {
      return
    }
    let place = entries.firstIndex { $0.microseconds < entry.microseconds } ?? entries.count
    entries.insert(entry, at: place)
    let alike = entries.filter { $0.kind == entry.kind }
    let surplus =
      alike.count > Self.counts.perKind
      ? alike.last : entries.count > Self.counts.all ? entries.last : nil
    entries.removeAll { $0 == surplus }
    guard surplus != entry else { return }
    try? Data(input).write(to: URL(fileURLWithPath: folder + "/" + entry.name))
    if let surplus { try? FileManager.default.removeItem(atPath: folder + "/" + surplus.name) }
  }
}
