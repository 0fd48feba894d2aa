import Testing
import ToolTestSupport

/// The first rows of a sort, which are all that is kept.
struct TopRowsTests {
  private static let count = 20_000

  /// More than a megabyte, in an order that has nothing to do with the keys.
  private static let rows = (0..<count).map { index in
    (id: index, key: index * 7_919 % 1_000, name: "n\(index * 31 % 97)")
  }

  private static let padding = String(repeating: "x", count: 40)

  private static let text = rows.map { row in
    "{\"id\":\(row.id),\"key\":\(row.key),\"name\":\"\(row.name)\",\"text\":\"\(padding)\"}"
  }.joined(separator: "\n")

  @Test(arguments: [(0, 3), (5, 10), (0, 1_500), (19_990, 50), (0, 0), (30_000, 5)])
  func aWindowOfASortIsThatOfAllRows(_ offset: Int, _ limit: Int) throws {
    let folder = try Folder()
    let file = try folder.file("rows.jsonl", Self.text)
    let window = ["--offset", "\(offset)", "--limit", "\(limit)", "-s", "id", "-o", "csv"]
    func ids(_ key: String) throws -> [Int] {
      try Tool.run(["id >= 0", "--sort", key, file] + window)
        .lines.dropFirst().compactMap { Int($0) }
    }
    func expected(_ precedes: (Int, Int) -> Bool) -> [Int] {
      Array(Self.rows.indices.sorted(by: precedes).dropFirst(offset).prefix(limit))
    }
    let rows = Self.rows
    #expect(
      try ids("key:desc")
        == expected { (-rows[$0].key, $0) < (-rows[$1].key, $1) })
    #expect(
      try ids("name,key")
        == expected { (rows[$0].name, rows[$0].key, $0) < (rows[$1].name, rows[$1].key, $1) })
  }
}
