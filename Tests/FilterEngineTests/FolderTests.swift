import Foundation
import Testing

/// The folders of a target depend in one direction: no folder needs another that needs it in turn.
///
/// Reads the sources. A folder needs another where it names a type that only the other declares.
@Suite struct FolderTests {
  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")

  @Test(arguments: [
    "FilterSyntax", "FilterEngine", "FilterJSON", "FilterableResults", "FilterSQL",
    "FilterableResultsSQL", "frc-query",
  ])
  func foldersDependInOneDirection(_ target: String) throws {
    let folders = try folders(of: target)
    #expect(folders.values.contains { !$0.names.isEmpty })
    var needs: [String: [String: Set<String>]] = [:]
    for (name, folder) in folders {
      for (other, declarer) in folders where other != name {
        let own = declarer.declared.filter { type in
          folders.values.count { $0.declared.contains(type) } == 1
        }
        let named = folder.names.intersection(own)
        if !named.isEmpty { needs[name, default: [:]][other] = named }
      }
    }
    // What needs nothing that is left is taken away, until all is gone or a circle is left.
    var rest = needs
    while let free = rest.first(where: { entry in
      entry.value.keys.allSatisfy { rest[$0] == nil }
    }) {
      rest[free.key] = nil
    }
    for (name, others) in rest {
      for (other, types) in others where rest[other] != nil {
        Issue.record("\(target): \(name) needs \(other) for \(types.sorted())")
      }
    }
  }

  @Test func commentsAndStringsNameNothing() {
    var folder = Folder()
    folder.add(
      """
      // struct A
      /* class B /* nested */ enum C */
      struct D { let text = "struct E \\" enum F"; let more = #"struct I "J" "# }
      typealias G = H
      """)
    #expect(folder.declared == ["D", "G"])
    #expect(folder.names == ["D", "G", "H"])
  }

  /// The types that the files of a folder declare, and those that they name.
  private struct Folder {
    var declared: Set<String> = []
    var names: Set<String> = []

    private static let introducers: Set<Substring> = [
      "struct", "class", "enum", "protocol", "actor", "typealias",
    ]

    /// Names of generic parameters and associated types, which many types have.
    private static let common: Set<String> = [
      "Element", "Index", "Item", "Key", "Value", "Result", "Body", "Iterator", "Failure", "Kind",
    ]

    mutating func add(_ text: String) {
      var introduces = false
      for word in FolderTests.words(of: text) {
        let isType = word.utf8.first.map { (0x41...0x5A).contains($0) } ?? false
        if isType, !Self.common.contains(String(word)) {
          names.insert(String(word))
          if introduces { declared.insert(String(word)) }
        }
        introduces = Self.introducers.contains(word)
      }
    }
  }

  private func folders(of target: String) throws -> [String: Folder] {
    let root = Self.sources.appendingPathComponent(target)
    var folders: [String: Folder] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
      let parts = path.split(separator: "/")
      // What lies beside the folders belongs to all of them.
      guard path.hasSuffix(".swift"), parts.count > 1 else { continue }
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      folders[String(parts[0]), default: Folder()].add(text)
    }
    return folders
  }

  /// The words of a Swift file outside comments and strings.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    // An array, whose bytes are read many times as fast in a debug build.
    let bytes = Array(text.utf8)
    var index = 0
    func starts(_ mark: StaticString) -> Bool {
      let count = mark.utf8CodeUnitCount
      guard index + count <= bytes.count else { return false }
      return (0..<count).allSatisfy { bytes[index + $0] == mark.utf8Start[$0] }
    }
    func skip(past mark: StaticString, escaped: Bool) {
      while index < bytes.count, bytes[index] != mark.utf8Start[0] || !starts(mark) {
        index += escaped && bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      index = min(index + mark.utf8CodeUnitCount, bytes.count)
    }
    func skipComment() {
      var depth = 0
      repeat {
        if starts("/*") {
          depth += 1
          index += 2
        } else if starts("*/") {
          depth -= 1
          index += 2
        } else {
          index += 1
        }
      } while depth > 0 && index < bytes.count
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "/") where starts("//"): skip(past: "\n", escaped: false)
      case UInt8(ascii: "/") where starts("/*"): skipComment()
      case UInt8(ascii: "#") where starts("#\""):
        index += 2
        skip(past: "\"#", escaped: false)
      case UInt8(ascii: "\"") where starts("\"\"\""):
        index += 3
        skip(past: "\"\"\"", escaped: true)
      case UInt8(ascii: "\""):
        index += 1
        skip(past: "\"", escaped: true)
      case let byte where byte.isOfWord:
        let start = index
        while index < bytes.count, bytes[index].isOfWord { index += 1 }
        words.append(Substring(decoding: bytes[start..<index], as: UTF8.self))
      default: index += 1
      }
    }
    return words
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter, a digit or an underscore.
  fileprivate var isOfWord: Bool {
    (0x61...0x7A).contains(self) || (0x41...0x5A).contains(self) || (0x30...0x39).contains(self)
      || self == 0x5F
  }
}
