import Foundation

/// The slowest inputs of a search, in files that are named `MICROSECONDS-KIND-HASH`.
struct SlowestInputs {
  /// How many are kept, and how many of them of one kind: all of them would be alike.
  private static let counts = (all: 10, perKind: 2)

  private let folder: String
  private var names: [String]

  /// The inputs in a folder, with those of earlier searches.
  init?(folder: String?) {
    guard let folder else { return nil }
    self.folder = folder
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// Keeps an input if it is among the slowest.
  mutating func add(_ input: [UInt8], _ result: WorkMeasurement.Result) {
    let ending = "-\(result.name)-\(Self.hash(input))"
    // libFuzzer runs some inputs twice.
    guard !names.contains(where: { $0.hasSuffix(ending) }) else { return }
    let name = String(format: "%010d", Int(result.time / .microseconds(1))) + ending
    names.append(name)
    names.sort(by: >)
    let ofKind = names.filter { $0.contains("-\(result.name)-") }
    let surplus =
      ofKind.count > Self.counts.perKind
      ? ofKind.last : names.count > Self.counts.all ? names.last : nil
    names.removeAll { $0 == surplus }
    guard surplus != name else { return }
    try? Data(input).write(to: URL(fileURLWithPath: folder + "/" + name))
    if let surplus { try? FileManager.default.removeItem(atPath: folder + "/" + surplus) }
  }

  /// FNV-1a, the same in every run.
  private static func hash(_ input: [UInt8]) -> String {
    let hash = input.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return String(hash, radix: 16)
  }
}
