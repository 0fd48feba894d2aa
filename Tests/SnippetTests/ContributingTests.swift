import Foundation
import Testing

/// The recipes of CONTRIBUTING name files and folders that are there.
struct ContributingTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func theRecipesNameWhatIsThere() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: ".github/CONTRIBUTING.md"), encoding: .utf8)
    let named = Self.paths(in: page)
    #expect(named.count > 40)
    let present = try Self.present()
    let missing = named.filter { path in !present.contains { Self.is($0, path) } }
    #expect(missing == [])
  }

  @Test func aMissingFileIsFound() throws {
    let present = try Self.present()
    for path in [
      "Lexer/Keywords.swift", "FilterEngine/Keyword.swift", "Standard/Functions+….swift",
    ] {
      #expect(!present.contains { Self.is($0, path) }, "\(path)")
    }
  }

  /// What stands in backticks and is the name of a file or a path.
  private static func paths(in page: String) -> [String] {
    var paths: [String] = []
    for line in page.split(separator: "\n") {
      let parts = line.split(separator: "`", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() where !index.isMultiple(of: 2) {
        let isFile = [".swift", ".txt", ".md"].contains { part.hasSuffix($0) }
        if !part.contains(" "), isFile || part.contains("/") { paths.append(String(part)) }
      }
    }
    return paths
  }

  /// All files and folders of the package, but for what is built.
  private static func present() throws -> [String] {
    var paths: [String] = []
    for folder in ["Sources", "Tests", "Grammar", "samples", ".ci", ".github"] {
      let manager = FileManager.default
      paths.append(folder)
      guard let below = manager.enumerator(atPath: root.appending(path: folder).path) else {
        continue
      }
      while let path = below.nextObject() as? String {
        if path.hasSuffix(".build") { below.skipDescendants() }
        paths.append(folder + "/" + path)
      }
    }
    return paths
  }

  /// Whether the end of a path is one that a recipe names, where `…` stands for a part of a name.
  private static func `is`(_ path: String, _ named: String) -> Bool {
    let named = named.hasSuffix("/") ? named.dropLast() : named[...]
    let steps = path.split(separator: "/")
    let wanted = named.split(separator: "/").filter { $0 != ".." }
    guard steps.count >= wanted.count else { return false }
    return zip(steps.suffix(wanted.count), wanted).allSatisfy { step, wanted in
      let parts = wanted.components(separatedBy: "…")
      guard parts.count == 2 else { return step == wanted }
      return step.hasPrefix(parts[0]) && step.hasSuffix(parts[1])
    }
  }
}
