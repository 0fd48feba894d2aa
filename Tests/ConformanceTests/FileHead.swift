import FilterEngine
import FilterJSON

/// What holds for all examples of a file.
struct FileHead {
  var isStrict = false
  var fixtures: [ConformanceCase.Fixture] = []

  init() {}

  /// The head that `block` is, nil where it is an example.
  init?(_ block: Block) throws {
    let title = block.lines.prefix { $0.hasPrefix("# ") }
    let rest = block.lines.dropFirst(title.count)
    guard !title.isEmpty, rest.allSatisfy({ $0 == "strict" || $0.hasPrefix("fixture: ") }) else {
      return nil
    }
    for line in rest where !(try addFixture(line, of: block)) {
      guard !isStrict else { throw block.error("strict stands twice") }
      isStrict = true
    }
  }

  /// The fixtures that `block` consists of, nil where it is anything else.
  init?(fixturesIn block: Block) throws {
    guard block.lines.allSatisfy({ $0.hasPrefix("fixture: ") }) else { return nil }
    for line in block.lines { _ = try addFixture(line, of: block) }
  }

  private mutating func addFixture(_ line: String, of block: Block) throws -> Bool {
    guard line.hasPrefix("fixture: ") else { return false }
    let parts = line.dropFirst(9).split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { throw block.error("a fixture has a name and an item") }
    let name = String(parts[0])
    guard !fixtures.contains(where: { $0.name == name }) else {
      throw block.error("fixture \(name) stands twice")
    }
    let item = try JSONReader(tagged: true).read(String(parts[1]))
    fixtures.append(ConformanceCase.Fixture(name: name, item: item))
    return true
  }
}
