import Foundation
import Testing

/// The code of every article and the examples of declarations, compiled with the declarations of `Tests/Articles`.
struct ArticleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The articles with code, and the blocks of each.
  private static func articles() throws -> [(name: String, path: String, blocks: [String])] {
    let sources = root.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let pages = (files?.compactMap { $0 as? URL } ?? []).filter {
      $0.path.contains(".docc/") && $0.pathExtension == "md"
    }
    return try pages.sorted { $0.path < $1.path }.compactMap { page in
      let blocks = try String(contentsOf: page, encoding: .utf8).components(
        separatedBy: "```swift\n"
      )
      .dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
      .filter { !$0.hasPrefix(".package(") }
      let name = page.deletingPathExtension().lastPathComponent
      return blocks.isEmpty ? nil : (name, page.path, blocks)
    }
  }

  /// The examples in the comments of folders of sources.
  private static func examples(of folders: [String]) throws -> [String] {
    var examples: [String] = []
    for folder in folders {
      let files = FileManager.default.enumerator(
        at: root.appending(path: "Sources/\(folder)"), includingPropertiesForKeys: nil)
      let sources = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      for file in sources.sorted(by: { $0.path < $1.path }) {
        let text = try String(contentsOf: file, encoding: .utf8)
        for rest in text.components(separatedBy: "/// ```swift\n").dropFirst() {
          let block = rest.components(separatedBy: "/// ```")[0]
          let lines = block.split(separator: "\n").map { line in
            line.drop { $0 == " " }.dropFirst("/// ".count)
          }
          examples.append(lines.joined(separator: "\n"))
        }
      }
    }
    return examples
  }

  #if Macros && SQLite && PostgreSQL
    @Test func everyBlockOfEveryArticleCompiles() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "articles-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      var files: [URL] = []
      let engine = try Self.examples(of: ["FilterEngine", "FilterSQL"])
      let results = try Self.examples(
        of: [
          "Arrangement", "Controller", "Delivery", "Difference", "Snapshot", "Store", "Summaries",
        ].map { "FilterableResults/\($0)" })
      #expect(engine.count >= 55 && results.count > 30)
      let examples = [("EngineDeclarations", "", engine), ("Declarations", "", results)]
      for article in try Self.articles() + examples {
        for (number, block) in article.blocks.enumerated() {
          let file = folder.appending(path: "\(article.name)-\(number + 1).swift")
          try Self.file(of: block, in: article.name).write(
            to: file, atomically: true, encoding: .utf8)
          files.append(file)
        }
      }
      #expect(files.count > 40)
      let errors = try SwiftCompiler.errors(of: files)
      #expect(errors == [], "\(errors.joined(separator: "\n"))")
    }
  #endif

  /// A block as a file of its own: its declarations beside those that are around it, and its statements in a function.
  private static func file(of block: String, in article: String) throws -> String {
    let articles = root.appending(path: "Tests/Articles")
    let common = try String(contentsOf: articles.appending(path: "Common.swift"), encoding: .utf8)
    let own =
      (try? String(contentsOf: articles.appending(path: "\(article).swift"), encoding: .utf8)) ?? ""
    let isOnMainActor = own.contains("@MainActor ")
    let parts = chunks(of: block)
    var known = Set(parts.filter(isDeclaration).compactMap(name))
    // What the block gives a value has another one around it.
    var lines: [String] = []
    var contents: [String] = []
    for chunk in chunks(of: own) + chunks(of: common) {
      if chunk.hasPrefix("import ") {
        lines.append(chunk)
      } else if let name = name(of: chunk), !known.contains(name) {
        known.insert(name)
        contents.append(hidden(chunk))
      }
    }
    var statements: [String] = []
    for part in parts {
      if part.hasPrefix("import ") {
        lines += part.split(separator: "\n").filter { $0.hasPrefix("import ") }.map { "\($0)" }
      } else if isDeclaration(part) {
        let isFree = isOnMainActor && part.hasPrefix("func ")
        contents.append(hidden(isFree ? "@MainActor " + part : part))
      } else {
        statements.append(part)
      }
    }
    let body = statements.joined(separator: "\n\n").replacing(
      "{ row in … }", with: "{ _ in Ticket() }")
    if !statements.isEmpty {
      let actor = isOnMainActor ? "@MainActor " : ""
      contents.append(
        "\(actor)private func example() async throws\(returned(body)) {\n\(body)\n}")
    }
    #if canImport(SwiftUIStandIn)
      lines = lines.map { $0 == "import SwiftUI" ? "import SwiftUIStandIn" : $0 }
    #endif
    return lines.joined(separator: "\n") + "\n\n" + contents.joined(separator: "\n\n") + "\n"
  }

  private static func returned(_ body: String) -> String {
    body.contains("return try FilterPredicate<Ticket>") ? " -> FilterPredicate<Ticket>" : ""
  }

  /// The parts of a text between empty lines before an unindented one.
  private static func chunks(of text: String) -> [String] {
    var chunks: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let last = chunks[chunks.count - 1]
      let begins =
        last.last?.isEmpty == true && !line.isEmpty && line.first != " " && line.first != "}"
      if begins { chunks.append([]) }
      chunks[chunks.count - 1].append(line)
    }
    return chunks.map { $0.joined(separator: "\n").trimmingCharacters(in: .newlines) }
      .filter { !$0.isEmpty }
  }

  private static let introducers: Set<Substring> = [
    "struct", "class", "enum", "extension", "func", "typealias",
  ]

  private static func words(_ chunk: String) -> [Substring] {
    let line = chunk.split(separator: "\n").first { !$0.hasPrefix("@State") } ?? ""
    return line.split { !$0.isLetter && $0 != "@" && $0 != "_" && !$0.isNumber }
  }

  private static func isDeclaration(_ chunk: String) -> Bool {
    !introducers.isDisjoint(with: words(chunk).prefix(4))
  }

  /// The name that a chunk declares.
  private static func name(of chunk: String) -> String? {
    let words = words(chunk)
    guard
      let index = words.firstIndex(where: { introducers.contains($0) || $0 == "let" || $0 == "var" }
      ),
      index + 1 < words.count
    else { return nil }
    return (words[index] == "extension" ? "extension " : "") + words[index + 1]
  }

  /// A declaration that other files do not see.
  private static func hidden(_ chunk: String) -> String {
    var lines = chunk.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for index in lines.indices {
      let line = lines[index]
      guard let first = line.first, first != " ", first != "}", first != "/" else { continue }
      if line.hasPrefix("extension") { break }
      for word in ["final class", "struct", "class", "enum", "func", "let", "var", "typealias"] {
        guard let range = line.range(of: word + " ") else { continue }
        lines[index].replaceSubrange(range.lowerBound..<range.lowerBound, with: "private ")
        if !line.hasPrefix("@MainActor"), word == "let" || word == "var" {
          lines[index] = "nonisolated(unsafe) " + lines[index]
        }
        return lines.joined(separator: "\n")
      }
    }
    return chunk
  }
}
