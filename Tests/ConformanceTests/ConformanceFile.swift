/// A conformance file: its head and its examples.
///
/// The format is described in `Grammar/conformance/README.md`.
struct ConformanceFile {
  let cases: [ConformanceCase]

  /// Reads a whole file.
  init(_ text: String, named name: String) throws {
    var blocks = Block.all(of: text, file: name)
    guard let first = blocks.first, let head = try FileHead(first) else {
      throw FormatError(file: name, line: 1, reason: "the file has no head")
    }
    blocks.removeFirst()
    cases = try blocks.map { try ConformanceCase($0, in: head) }
  }

  /// Reads a fence of a document, which begins behind `line` and may lack a head.
  init(fence text: String, named name: String, behind line: Int) throws {
    var blocks = Block.all(of: text, file: name, behind: line)
    var head = FileHead()
    if let first = blocks.first, let found = try FileHead(first) {
      head = found
      blocks.removeFirst()
      // Fixtures may stand below the title, apart from it.
      if let next = blocks.first, let more = try FileHead(fixturesIn: next) {
        head.fixtures += more.fixtures
        blocks.removeFirst()
      }
    }
    guard !blocks.isEmpty else {
      throw FormatError(file: name, line: line, reason: "the fence holds no example")
    }
    cases = try blocks.map { try ConformanceCase($0, in: head) }
  }
}
