import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Compressed inputs against the same inputs as they are.
struct CompressionTests {
  private static let kinds = [Compression.gzip, .zstd]
  private static let rows = (0..<40).map { "{\"a\":\($0),\"b\":\"row \($0 % 7)\"}" }

  private static let files: [(name: String, text: String)] = [
    ("rows.jsonl", rows.map { $0 + "\n" }.joined()),
    ("rows.json", "[" + rows.joined(separator: ",\n") + "]"),
    ("one.json", "{\"a\": 7,\n\"b\": \"row\"}\n"),
    ("rows.csv", "a,b\n" + (0..<40).map { "\($0),\"row\n\($0 % 7)\"\n" }.joined()),
    ("rows.tsv", "a\tb\n" + (0..<40).map { "\($0)\trow \($0 % 7)\n" }.joined()),
  ]

  /// The lines of an input, and the error that ends it.
  private func read(_ source: ByteSource) -> (text: [UInt8], error: String?) {
    var text: [UInt8] = []
    do throws(ToolError) {
      while let range = try source.nextLines() { text += source.buffer[range] }
    } catch {
      return (text, error.text)
    }
    return (text, nil)
  }

  @Test(arguments: kinds, files.map(\.name))
  func everyFormatIsReadAsIfItWerePlain(_ kind: Compression, _ name: String) throws {
    let folder = try Folder()
    let text = try #require(Self.files.first { $0.name == name }).text
    guard let data = kind.compressed(Array(text.utf8)) else { return }
    let plain = try folder.file(name, text)
    let packed = try folder.file(name + kind.ending, data)
    // The content says that it is compressed, and then what it is.
    let nameless = try folder.file("nameless", data)
    let runs = [
      ["a > 5"], ["-c", "a < 9"], ["--sort", "a:desc", "b == 'row 3' OR a == 7"],
      ["-o", "csv", "TRUE"],
    ]
    for options in RandomSearch.some(2, of: runs) {
      let expected = try Tool.run(options + [plain])
      #expect(expected.errors == "" && !expected.output.isEmpty)
      #expect(try Tool.run(options + [packed]) == expected)
      #expect(try Tool.run(options + [nameless]) == expected)
      #expect(try Tool.run(options, bytes: data) == expected)
      #expect(try Tool.run(options, bytes: data, isPiped: true) == expected)
    }
  }

  @Test(arguments: kinds)
  func partsOneAfterAnotherAreOneText(_ kind: Compression) throws {
    let folder = try Folder()
    let texts = ["{\"a\":1}\n{\"a\"", "", ":2}\n", "{\"a\":3}\n"].map { Array($0.utf8) }
    let parts = texts.compactMap(kind.compressed)
    guard parts.count == texts.count else { return }
    let path = try folder.file("a.jsonl" + kind.ending, parts.joined())
    #expect(try Tool.run("TRUE", path).text == "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n")
    let empty = try folder.file("b.csv" + kind.ending, parts[1])
    #expect(
      try Tool.run("-c", "TRUE", empty)
        == Tool.Outcome(status: 1, output: Array("0\n".utf8), errors: ""))
    // Zeros fill the last block of a tape, and are the end of gzip data only.
    let zeros = try folder.file("c.jsonl" + kind.ending, parts.joined() + [0, 0, 0])
    #expect(try Tool.run("TRUE", zeros).status == (kind == .gzip ? 0 : 2))
    let more = try folder.file("d.jsonl" + kind.ending, parts.joined() + Array("text".utf8))
    let outcome = try Tool.run("TRUE", more)
    #expect(outcome.text == "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n" && outcome.status == 2)
    #expect(outcome.errors.hasPrefix("frc-query: \(more): damaged \(kind.name) data: "))
  }

  /// Every beginning of a file ends in an error, after the lines that are whole.
  @Test(arguments: kinds)
  func aTruncatedFileIsAnError(_ kind: Compression) throws {
    let folder = try Folder()
    let text = Array(Self.files[0].text.utf8)
    guard let data = kind.compressed(text) else { return }
    // One byte of a mark of zstd is text.
    for count in (kind == .gzip ? 1 : 2)..<data.count {
      let path = try folder.file("a.jsonl" + kind.ending, data[..<count])
      let found = read(try ByteSource(path: path))
      #expect(found.error == "frc-query: \(path): the \(kind.name) data ends too early", "\(count)")
      #expect(text.starts(with: found.text), "\(count)")
      #expect(found.text.last ?? 0x0A == 0x0A, "\(count)")
    }
    let path = try folder.file("a.jsonl" + kind.ending, data.dropLast(kind == .gzip ? 8 : 1))
    let outcome = try Tool.run("TRUE", path)
    #expect(outcome.status == 2)
    #expect(text.starts(with: outcome.output))
    #expect(outcome.errors == "frc-query: \(path): the \(kind.name) data ends too early\n")
    if kind == .gzip { #expect(outcome.output == text) }
    let sorted = try Tool.run("TRUE", "--sort", "a", path)
    #expect(sorted.status == 2 && sorted.text == "")
  }

  /// A changed byte is an error, if it changes anything.
  @Test(arguments: kinds)
  func aDamagedFileIsAnError(_ kind: Compression) throws {
    let folder = try Folder()
    let text = Array(Self.files[0].text.utf8)
    guard let data = kind.compressed(text) else { return }
    var errors = 0
    for place in 4..<data.count {
      for change: UInt8 in [1, 0x80, 0xFF] {
        var bytes = data
        bytes[place] ^= change
        let path = try folder.file("a.jsonl" + kind.ending, bytes)
        let found = read(try ByteSource(path: path))
        guard let error = found.error else {
          // Without a checksum, zstd has no way to tell.
          #expect(kind == .zstd || found.text == text, "\(place)")
          continue
        }
        errors += 1
        #expect(
          error.hasPrefix("frc-query: \(path): ") && error.contains("\(kind.name) data"), "\(error)"
        )
      }
    }
    #expect(errors > data.count)
  }

  /// Blocks end anywhere, in compressed and in decompressed bytes.
  @Test(arguments: kinds, RandomSearch.seeds(3))
  func blocksEndAnywhere(_ kind: Compression, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try Folder()
    var text: [UInt8] = []
    while text.count < 700_000 {
      let isRandom = Bool.random(using: &random)
      let count = Int.random(in: 0..<20_000, using: &random)
      text += (0..<count).map { _ in isRandom ? UInt8.random(in: 0x20..<0x7F, using: &random) : 0x61
      }
      text.append(0x0A)
    }
    guard let data = kind.compressed(text) else { return }
    let path = try folder.file("a", data)
    let file = try ByteSource(path: path)
    #expect(file.extent == nil && file.size == nil && file.stamp == nil && file.isRegularFile)
    let found = read(file)
    #expect(found.text == text && found.error == nil)
    let size = Int.random(in: 500..<60_000, using: &random)
    let piped = read(try ByteSourceTests().source(data, pieces: size))
    #expect(piped.text == text && piped.error == nil)
    let small = Array(text.prefix(300))
    let pieces = try #require(kind.compressed(small))
    for size in 1...5 {
      let found = read(try ByteSourceTests().source(pieces, pieces: size))
      #expect(found.text == small && found.error == nil, "\(size)")
    }
    #expect(try ByteSource(path: path).readAll() == text)
  }

  /// Data that decompresses to a thousand times its size takes no more memory.
  @Test(arguments: kinds)
  func memoryIsThatOfABlock(_ kind: Compression) throws {
    let folder = try Folder()
    let line = [UInt8](repeating: 0x61, count: 99_999) + [0x0A]
    guard let data = kind.compressed(Array((0..<100).map { _ in line }.joined())) else { return }
    #expect(data.count < 100_000)
    let source = try ByteSource(path: try folder.file("a", data))
    var count = 0
    while let range = try source.nextLines() {
      count += range.count
      #expect(source.buffer.count <= 1 << 20)
    }
    #expect(count == 10_000_000)
    let limited = try ByteSource(path: folder.path + "/a", lineLimit: 50_000)
    #expect(throws: ToolError.self) { while try limited.nextLine() != nil {} }
  }

  /// What comes is filtered before more comes.
  @Test func aStreamIsNotWaitedFor() throws {
    let data = try #require(Compression.gzip.compressed(Array("{\"a\":1}\n".utf8)))
    #expect(try Tool.answersBeforeTheEnd(of: data, then: data, "a == 1"))
  }

  @Test(arguments: ["P", "(", "_*", "P*M", "(x", "P\n", "\u{1F}x"])
  func textIsNotCompressed(_ text: String) throws {
    let folder = try Folder()
    let bytes = Array(text.utf8)
    #expect(read(try ByteSource(path: try folder.file("a", text))).text == bytes)
    for size in 1...2 {
      #expect(read(try ByteSourceTests().source(bytes, pieces: size)).text == bytes)
    }
  }

  // MARK: - Messages

  @Test func aMissingLibraryIsNamed() throws {
    #expect(ZstdDecompressor(libraries: ["/no/such/library.so"]) == nil)
    guard let data = Compression.zstd.compressed([0x31]) else { return }
    #if os(Linux)
      let folder = try Folder()
      _ = try folder.file("a.csv.zst", data)
      _ = try folder.file("libzstd.so.1", "no library")
      let outcome = try Tool.shell(
        "cd \(folder.path); export LD_LIBRARY_PATH=.; $Q TRUE a.csv.zst; $Q TRUE < a.csv.zst; cat a.csv.zst | $Q TRUE"
      )
      #expect(
        outcome.errors == """
          frc-query: a.csv.zst: zstd data, and its library is missing: zstdcat a.csv.zst | frc-query …
          frc-query: standard input: zstd data, and its library is missing: zstdcat | frc-query …
          frc-query: standard input: zstd data, and its library is missing: zstdcat | frc-query …

          """)
      #expect(outcome.status == 2)
    #endif
  }

  @Test func otherEncodingsAreNamed() throws {
    let folder = try Folder()
    let marks: [([UInt8], String)] = [
      ([0xFF, 0xFE], "UTF-16"), ([0xFE, 0xFF], "UTF-16"), ([0xFF, 0xFE, 0, 0], "UTF-32"),
      ([0, 0, 0xFE, 0xFF], "UTF-32"),
    ]
    for (mark, name) in marks {
      let bytes = mark + [0x61, 0]
      let path = try folder.file("a.csv", bytes)
      let conversion = "iconv -f \(name) -t UTF-8"
      #expect(
        try Tool.run("TRUE", path).errors
          == "frc-query: \(path): text in \(name): \(conversion) \(path) | frc-query …\n")
      #expect(
        try Tool.run("TRUE", input: bytes).errors
          == "frc-query: standard input: text in \(name): \(conversion) | frc-query …\n")
      let data = try #require(Compression.gzip.compressed(bytes))
      let packed = try folder.file("a.csv.gz", data)
      #expect(
        try Tool.run("TRUE", packed).errors
          == "frc-query: \(packed): text in \(name): zcat \(packed) | \(conversion) | frc-query …\n"
      )
      #expect(try Tool.run("repl", path).status == 2)
    }
    let first = try Tool.run(["-i", "csv", "TRUE"], bytes: [0xFE], isPiped: true)
    #expect(first.errors.contains("UTF-16") == false)
  }

  @Test func aDatabaseIsNamed() throws {
    let folder = try Folder()
    let bytes = Array("SQLite format 3\0".utf8) + [1, 2, 3]
    #expect(
      try Tool.run("TRUE", input: bytes).errors
        == "frc-query: standard input: a SQLite database; name its file\n")
    let data = try #require(Compression.gzip.compressed(bytes))
    let packed = try folder.file("a.db.gz", data)
    #expect(
      try Tool.run("TRUE", packed).errors
        == "frc-query: \(packed): a SQLite database; decompress it, and name that file\n")
    let path = try folder.file("a.db", bytes)
    #expect(
      try Tool.run("-i", "csv", "TRUE", path).errors
        == "frc-query: \(path): a SQLite database, not text\n")
  }

  // MARK: - Sessions

  /// Rows of a compressed file can be changed, and saved to another file only.
  @Test(arguments: kinds)
  func aSessionWritesNoCompressedFile(_ kind: Compression) throws {
    let folder = try Folder()
    guard let data = kind.compressed(Array("a\n1\n2\n".utf8)) else { return }
    let name = "a.csv" + kind.ending
    let path = try folder.file(name, data)
    _ = try folder.file("plain", data)
    let outcome = try Tool.shell(
      """
      cd \(folder.path); cat > lines <<'E'
      .bail off
      .remove 1
      .save
      .save --force
      .save \(name)
      .save new.csv\(kind.ending)
      .save plain
      .save --force plain
      .save b.csv
      E
      $Q repl \(name) < lines 2>&1; ls
      """)
    let errors = outcome.lines.filter { $0.hasPrefix("frc-query: ") }
      .map { $0.split(separator: ": ").dropFirst(2).joined(separator: ": ") }
    let refused = "compressed files are not written; name another file"
    let compressed = "\(name) is compressed; name the file to write: .save FILE"
    #expect(
      errors == [
        compressed, compressed, "\(name): \(refused)", "new.csv\(kind.ending): \(refused)",
        "plain: \(refused)", "plain: \(refused)",
      ], "\(outcome)")
    #expect(outcome.lines.suffix(4) == [name, "b.csv", "lines", "plain"], "\(outcome)")
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) == data)
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path + "/plain"))) == data)
    #expect(try String(contentsOfFile: folder.path + "/b.csv", encoding: .utf8) == "a\n2\n")
  }

  @Test(arguments: kinds)
  func keysOfACompressedFileAreFound(_ kind: Compression) throws {
    let folder = try Folder()
    guard let data = kind.compressed(Array("name,age\nAda,1\n".utf8)) else { return }
    #expect(FileKeys(path: try folder.file("a.csv" + kind.ending, data)).paths == ["name", "age"])
  }
}
