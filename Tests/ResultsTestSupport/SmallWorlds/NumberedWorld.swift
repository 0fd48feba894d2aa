/// A small world as numbers: twice the number of a row, and one more for its other content.
struct NumberedWorld {
  let names: [Int]
  let rows: [[Int]]

  init(_ world: SmallWorld) {
    names = world.sections.map { $0.name }
    rows = world.sections.map { $0.rows.map { $0.id * 2 + ($0.isChanged ? 1 : 0) } }
  }

  var counts: [Int] { rows.map { $0.count } }

  /// The rows without their contents.
  var ids: [[Int]] { rows.map { $0.map { $0 / 2 } } }
}
