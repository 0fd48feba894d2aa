import Foundation

/// A copy of the package in which faults are put, each behind a switch of its own.
struct PlantedPackage {
  /// The targets whose code gets faults: the language, the results, the databases and the tool.
  static let targets = [
    "FilterSyntax", "FilterEngine", "FilterSummaries", "FilterJSON", "FilterableResults",
    "FilterableResultsUI", "FilterSQL", "FilterTables", "FilterSQLite", "FilterableResultsSQL",
    "FrcQuery",
  ]

  /// Those without the macros, for which all of swift-syntax would be built.
  private static let traits = "SQLite,PostgreSQL"

  let folder: URL

  private let package: URL

  /// The faults by their numbers, those left out that do not compile.
  private(set) var faults: [Int: Site] = [:]

  /// Makes `folder` a copy of what is under version control or new. The builds of an earlier copy stay.
  init(of package: URL, in folder: URL) throws {
    (self.package, self.folder) = (package, folder)
    let listing = try Command(
      "git", "-C", package.path, "ls-files", "--cached", "--others", "--exclude-standard"
    ).output()
    let paths = Set(listing.split(separator: "\n").map(String.init))
    let files = FileManager.default
    for part in ["Sources", "Tests"] {
      let earlier = (try? files.subpathsOfDirectory(atPath: folder.path + "/" + part)) ?? []
      for path in earlier where path.hasSuffix(".swift") && !paths.contains("\(part)/\(path)") {
        try files.removeItem(at: folder.appendingPathComponent("\(part)/\(path)"))
      }
    }
    for path in paths { try copy(path) }
    if !files.fileExists(atPath: refusedFile.path) { try Data().write(to: refusedFile) }
  }

  /// Copies a file unless it is the same, so that only what has changed is built.
  private func copy(_ path: String) throws {
    let files = FileManager.default
    let (from, to) = (package.appendingPathComponent(path), folder.appendingPathComponent(path))
    // A file that was deleted is listed until the deletion is committed.
    guard let kind = try? files.attributesOfItem(atPath: from.path)[.type] as? FileAttributeType
    else { return }
    if kind != .typeSymbolicLink, files.contentsEqual(atPath: from.path, andPath: to.path) {
      return
    }
    try? files.removeItem(at: to)
    try files.createDirectory(
      at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
    try files.copyItem(at: from, to: to)
  }

  /// The faults that do not compile, found out by builds.
  private var refusedFile: URL { folder.appendingPathComponent(".refused") }

  // MARK: - Choice

  /// Puts about `count` faults in, other ones for each seed, at most three in a file and one in a line.
  mutating func plant(_ count: Int, seed: UInt64, only part: String?) throws {
    var sites: [Site] = []
    let linked = try Self.linkedFiles(in: folder)
    for target in Self.targets {
      let root = folder.appendingPathComponent("Sources/\(target)")
      for file in try Self.swiftFiles(in: root) where !linked.contains(file.path) {
        let path = String(file.path.dropFirst(folder.path.count + 1))
        guard part.map(path.contains) ?? true else { continue }
        sites += SiteFinder.sites(of: try String(contentsOf: file, encoding: .utf8), at: path)
      }
      try String(decoding: PackageResources.Switch_txt, as: UTF8.self).write(
        to: root.appendingPathComponent("FaultSwitch.swift"), atomically: true, encoding: .utf8)
    }
    let order = sites.map { (Self.rank($0, seed), $0) }.sorted { $0.0 < $1.0 }
    var (files, lines): ([String: Int], Set<String>) = ([:], [])
    for (_, site) in order where faults.count < count {
      guard files[site.path, default: 0] < 3, lines.insert("\(site.path):\(site.line)").inserted
      else { continue }
      files[site.path, default: 0] += 1
      faults[faults.count + 1] = site
    }
    // Those of earlier runs, whose numbers stay free, so that a seed gives each fault the same number.
    let refused = Set(try String(contentsOf: refusedFile, encoding: .utf8).split(separator: "\n"))
    faults = faults.filter { !refused.contains(Substring($0.value.identity)) }
    for path in files.keys { try write(path) }
  }

  /// The place of a site in the order of a seed: FNV-1a over both.
  private static func rank(_ site: Site, _ seed: UInt64) -> UInt64 {
    "\(seed) \(site.identity) \(site.line) \(site.range)".utf8.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }

  private static func swiftFiles(in folder: URL) throws -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? [])
      .filter {
        // Tables that are generated, and the switch of an earlier run.
        $0.pathExtension == "swift" && !$0.lastPathComponent.hasPrefix("UnicodeData")
          && $0.lastPathComponent != "FaultSwitch.swift"
      }
      .sorted { $0.path < $1.path }
  }

  /// The files that test targets of the package compile by symbolic links, to them or to their folders: the switch is
  /// not in those targets.
  private static func linkedFiles(in folder: URL) throws -> Set<String> {
    let tests = folder.appendingPathComponent("Tests")
    let files = FileManager.default.enumerator(
      at: tests, includingPropertiesForKeys: [.isSymbolicLinkKey])
    var linked: Set<String> = []
    while let file = files?.nextObject() as? URL {
      let manifest = file.appendingPathComponent("Package.swift")
      guard !FileManager.default.fileExists(atPath: manifest.path) else {
        files?.skipDescendants()
        continue
      }
      guard try file.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink == true else {
        continue
      }
      let target = file.resolvingSymlinksInPath()
      linked.formUnion(
        file.pathExtension == "swift"
          ? [target.path] : try swiftFiles(in: target).map(\.path))
    }
    return linked
  }

  // MARK: - Files

  /// Writes a file with its faults.
  private func write(_ path: String) throws {
    var bytes = [UInt8](try Data(contentsOf: package.appendingPathComponent(path)))
    let own = faults.filter { $0.value.path == path }
    for (number, site) in own.sorted(by: { $0.value.range.lowerBound > $1.value.range.lowerBound })
    {
      bytes.replaceSubrange(site.range, with: site.faulty("FaultSwitch.isOn(\(number))").utf8)
    }
    try Data(bytes).write(to: folder.appendingPathComponent(path))
  }

  // MARK: - Build

  /// Builds the tests, and takes out the faults that do not compile.
  mutating func build() throws {
    for _ in 0..<40 {
      let build = Command(
        "swift", "build", "--build-tests", "--traits", Self.traits, "--package-path", folder.path,
        "-q")
      let log = try build.output(allowsFailure: true)
      let wrong = log.matches(of: #/(?m)^(/[^:\n]+\.swift):(\d+):\d+: error:/#)
        .compactMap { match in Int(match.output.2).map { (String(match.output.1), $0) } }
      if wrong.isEmpty {
        guard build.status == 0 else {
          throw Failure("the tests do not build:\n\(log.suffix(2_000))")
        }
        return
      }
      var taken: Set<Int> = []
      for (file, line) in wrong {
        let path = String(
          URL(fileURLWithPath: file).resolvingSymlinksInPath().path.dropFirst(folder.path.count + 1)
        )
        // An error is mostly in the line of its cause or behind it.
        let own = faults.filter { $0.value.path == path }
        let near =
          own.filter { $0.value.line <= line }.max { $0.value.line < $1.value.line }
          ?? own.min { $0.value.line < $1.value.line }
        if let near { taken.insert(near.key) }
      }
      guard !taken.isEmpty else { throw Failure("the tests do not build:\n\(log.suffix(2_000))") }
      let paths = Set(taken.compactMap { faults[$0]?.path })
      let refused = taken.compactMap { faults[$0]?.identity }.map { $0 + "\n" }.joined()
      try Data((String(contentsOf: refusedFile, encoding: .utf8) + refused).utf8).write(
        to: refusedFile)
      for number in taken { faults[number] = nil }
      for path in paths { try write(path) }
      say("  \(taken.count) faults do not compile")
    }
    throw Failure("the tests do not build after 40 attempts")
  }
}
