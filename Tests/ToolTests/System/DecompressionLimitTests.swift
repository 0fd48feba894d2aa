import FilterEngine
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Limits of inputs that are larger than they look: compressed data, and headers of nothing but separators.
struct DecompressionLimitTests {
  private static let kinds = [Compression.gzip, .zstd]

  /// 20 MB of one line in some kilobytes.
  private static func bomb(_ kind: Compression) -> [UInt8]? {
    kind.compressed([UInt8](repeating: 0x20, count: 20_000_000) + Array("{\"a\":1}\n".utf8))
  }

  /// What is held at once is in proportion to the compressed bytes: a line, a record, a document, a session's file.
  @Test(
    arguments: kinds,
    [["-i", "jsonl"], ["-i", "json"], ["-i", "csv"], ["-i", "json", "--rows", "a"]])
  func aLineIsInProportionToItsData(_ kind: Compression, _ options: [String]) throws {
    guard let data = Self.bomb(kind) else { return }
    #expect(data.count < 100_000)
    let folder = try Folder()
    let path = try folder.file("a" + kind.ending, data)
    let found = try Tool.run(["TRUE", path] + options)
    #expect(found.status == 2 && found.output.isEmpty)
    #expect(
      found.errors.contains("one part of the \(kind.name) data has more than 100 times its bytes"),
      "\(found.errors)")
    #expect(found.errors.contains(kind.tool + " "))
  }

  @Test(arguments: kinds)
  func aSessionHoldsNoMore(_ kind: Compression) throws {
    let line = Array("{\"a\":1}\n".utf8)
    guard let data = kind.compressed(Array(repeatElement(line, count: 3_000_000).joined())) else {
      return
    }
    let folder = try Folder()
    let path = try folder.file("a.jsonl" + kind.ending, data)
    let found = try Tool.run("repl", path, input: "")
    #expect(found.status == 2 && found.errors.contains("100 times its bytes"))
    // Rows that pass by are not held.
    #expect(try Tool.run("a == 1", "-c", path).text == "3000000\n")
  }

  /// Reading counts as work, whatever becomes of the bytes.
  @Test(arguments: kinds)
  func readingEndsWithTheTime(_ kind: Compression) throws {
    guard let data = Self.bomb(kind) else { return }
    let folder = try Folder()
    var limits = EvaluationLimits.standard
    limits.time = .zero
    let source = try ByteSource(path: try folder.file("a" + kind.ending, data))
    source.limits = limits
    var count = 0
    let error = #expect(throws: ToolError.self) {
      while try source.fill() { count += 1 }
    }
    #expect(error?.text?.contains("gave up after 0 seconds") == true && count < 4)
  }

  /// A long line of a file is read by whoever has its first block.
  @Test func aLongLineEndsWithTheTime() throws {
    let folder = try Folder()
    let path = try folder.file("a.jsonl", [UInt8](repeating: 0x20, count: 3_000_000))
    func read(_ time: Duration?) throws -> Int {
      let source = try ByteSource(path: path)
      source.limits.time = time
      let parts = SourceParts<[UInt8]>(source, blockSize: 1_000) { nil }
      var buffer: [UInt8] = []
      return try #require(parts.blocks).read(0, into: &buffer).count
    }
    #expect(try read(nil) == 3_000_000)
    let error = #expect(throws: ToolError.self) { try read(.zero) }
    #expect(error?.text?.contains("gave up after 0 seconds") == true)
  }

  @Test func aHeaderHasSoManyColumns() throws {
    func run(_ columns: Int) throws -> Tool.Outcome {
      let commas = String(repeating: ",", count: columns - 1)
      return try Tool.run("TRUE", "-i", "csv", "-o", "json", input: commas + "\n")
    }
    #expect(try run(65_536).text == "[]\n")
    let refused = try run(65_537)
    #expect(refused.status == 2 && refused.errors.contains("65537 columns; 65536 are the most"))
  }
}
