import Foundation
import Testing

/// The folders of a target depend in one direction: no folder needs another that needs it in turn.
///
/// Reads the sources. A folder needs another if it names a type that only the other declares, or a member that only
/// the other declares, in an extension of a type of another module.
@Suite struct FolderTests {
  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")

  @Test(arguments: [
    "FilterSyntax", "FilterEngine", "FilterJSON", "FilterableResults",
    "FilterableResultsUI", "FilterSQL", "FilterableResultsSQL", "FilterableResultsPostgres",
    "FrcQuery",
  ])
  func foldersDependInOneDirection(_ target: String) throws {
    let folders = try folders(of: target)
    #expect(folders.values.contains { !$0.names.isEmpty })
    let types = Set(folders.values.flatMap(\.declared))
    let members = folders.mapValues { $0.members(beside: types) }
    var needs: [String: [String: Set<String>]] = [:]
    for (name, folder) in folders {
      for (other, declarer) in folders where other != name {
        let own = declarer.declared.filter { type in
          folders.values.count { $0.declared.contains(type) } == 1
        }
        let foreign = (members[other] ?? []).filter { member in
          folders.values.count { $0.values.contains(member) } == 1
        }
        let named = folder.names.intersection(own).union(folder.words.intersection(foreign))
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
    // So is what nothing that is left needs.
    while let name = rest.keys.first(where: { name in
      !rest.values.contains { $0[name] != nil }
    }) {
      rest[name] = nil
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

  @Test func membersOfExtensionsAreFound() {
    var folder = Folder()
    folder.add(
      """
      extension [UInt8] where Element: P {
        var a: Int { let b = c; return b }
        static func d(e: Int) {}
        private func f() {}
      }
      struct S { var g = 1 }
      extension S { var h: Int { 1 } }
      fileprivate extension String { var i: Int { 1 } }
      """)
    #expect(folder.members(beside: ["S"]) == ["a", "d"])
    #expect(folder.values.isSuperset(of: ["a", "b", "d", "f", "g", "h", "i"]))
  }

  /// The table of formats and what is in its folder know the formats, and the folder of databases knows these.
  @Test func onlyTheFolderOfFormatsNamesOne() throws {
    let root = Self.sources.appendingPathComponent("FrcQuery")
    let names = ["csv", "tsv", "jsonl", "json lines", "sqlite", "database", "delimited"]
    var found: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
      let folder = path.split(separator: "/").first ?? ""
      // Options of the command line and examples of help are about formats.
      // Files of open databases are opened by nothing else, which is decided where files are opened.
      guard path.hasSuffix(".swift"), !["Formats", "Database", "Commands"].contains(folder),
        path != "System/SystemCalls+Databases.swift"
      else { continue }
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        .lowercased()
      let words = Set(Self.words(of: text, withComments: true).map(String.init))
      found += names.filter { name in
        name.contains(" ")
          ? text.contains(name) : words.contains { $0.contains(name) && !$0.hasPrefix("jsonline") }
      }
      .map { "\(path): \($0)" }
    }
    #expect(found == [])
  }

  /// The lifetime of rows and the errors of statements are decided in one place for each database.
  @Test(arguments: ["sqlite3_step", "PQgetResult"])
  func oneFileStepsThroughStatements(_ function: String) throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
    let callers = try paths.filter { path in
      guard path.hasSuffix(".swift") else { return false }
      let text = try String(
        contentsOf: Self.sources.appendingPathComponent(path), encoding: .utf8)
      return text.contains(function + "(")
    }
    #expect(callers.count == 1, "\(callers)")
  }

  /// The connections to databases, one for each, and the files of the tool that name their modules: the one that opens
  /// them, the messages with the version of a library, and the guard of open files.
  @Test func oneFileConnectsToEachDatabase() throws {
    var (sources, users): (Set<String>, Set<String>) = ([], [])
    for path in try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
    where path.hasSuffix(".swift") {
      let text = try String(
        contentsOf: Self.sources.appendingPathComponent(path), encoding: .utf8)
      if text.contains(": TableSource {") { sources.insert(path) }
      let modules = ["FilterSQLite", "FilterableResultsPostgres"]
      if path.hasPrefix("FrcQuery/"), modules.contains(where: { text.contains("import \($0)\n") }) {
        users.insert(path)
      }
    }
    #expect(
      sources == [
        "FilterSQLite/SQLiteDatabase+Source.swift",
        "FilterableResultsPostgres/Source/PostgresSource.swift",
      ])
    #expect(
      users == [
        "FrcQuery/Database/DatabaseName+Opening.swift",
        "FrcQuery/Database/DatabaseMessages.swift",
        "FrcQuery/System/SystemCalls+Databases.swift",
      ])
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

    /// All words, and those that a declaration introduces as values.
    var words: Set<String> = []
    var values: Set<String> = []

    /// The members of extensions that other files see, by the type that is extended.
    private var extensions: [String: Set<String>] = [:]

    /// The members of extensions of types other than these.
    func members(beside types: Set<String>) -> Set<String> {
      extensions.filter { !types.contains($0.key) }.values.reduce(into: Set<String>()) {
        $0.formUnion($1)
      }
      .subtracting(Self.standard)
    }

    private mutating func addMembers(_ text: String) {
      var (depth, extended, isHidden, before) = (0, String?.none, false, Substring())
      var isExtensionHidden = false
      for word in FolderTests.words(of: text) {
        switch word {
        case "{": (depth, isHidden) = (depth + 1, false)
        case "}": (depth, isHidden) = (depth - 1, false)
        case "private", "fileprivate": isHidden = true
        case "extension" where depth == 0: (extended, isExtensionHidden) = (nil, isHidden)
        default:
          if before == "extension", depth == 0 { extended = String(word) }
          if ["struct", "class", "enum", "protocol"].contains(before), depth == 0 {
            extended = nil
          }
          if ["func", "var", "let", "case"].contains(before) {
            values.insert(String(word))
            if depth == 1, let extended, !isHidden, !isExtensionHidden {
              extensions[extended, default: []].insert(String(word))
            }
            isHidden = false
          }
          words.insert(String(word))
        }
        before = word
      }
    }

    /// Members of the standard library, of which extensions have further overloads.
    private static let standard: Set<String> = [
      "allSatisfy", "append", "contains", "description", "firstIndex", "map", "removeAll",
      "replacing", "sorted",
    ]

    mutating func add(_ text: String) {
      addMembers(text)
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

  /// The words of a Swift file outside comments and strings, and its braces.
  private static func words(of text: String, withComments: Bool = false) -> [Substring] {
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
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        words.append(bytes[index] == UInt8(ascii: "{") ? "{" : "}")
        index += 1
      case let byte where withComments && !byte.isOfWord: index += 1
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
