/// A small world as numbers: twice the number of a row, and one more for its other content.
struct NumberedWorld {
  let names: [Int]
  private(set) var rows: [[Int]]

  init(_ world: SmallWorld) {
    names = world.sections.map { $0.name }
    rows = world.sections.map { $0.rows.map { $0.id * 2 + ($0.isChanged ? 1 : 0) } }
  }

  var counts: [Int] { rows.map { $0.count } }

  /// The rows without their contents.
  var ids: [[Int]] { rows.map { $0.map { $0 / 2 } } }

  /// The places of rows, counted through all sections, whose numbers are below `known`: those that
  /// were in a shape of so many rows.
  func places(ofRowsBelow known: Int) -> [Int] {
    rows.joined().enumerated().filter { $1 / 2 < known }.map { $0.offset }
  }

  /// The world with other content in some rows: a bit for each row of the world.
  func changing(_ mask: Int) -> NumberedWorld {
    var world = self
    var bit = 0
    for section in rows.indices {
      for item in rows[section].indices {
        if mask >> bit & 1 == 1 { world.rows[section][item] |= 1 }
        bit += 1
      }
    }
    return world
  }

  /// The world as rows and sections.
  var world: SmallWorld {
    SmallWorld(
      zip(names, rows).map { name, rows in
        SmallWorld.Section(
          name: name, rows: rows.map { SmallRow($0 / 2, isChanged: $0 % 2 == 1) })
      })
  }
}
