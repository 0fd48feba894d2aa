import FilterableResults
import TestSupport

/// Tours through all pairs of small worlds, in both directions.
package struct SmallWorldTours: Sendable {
  private let worlds: SmallWorlds
  private let contents: SmallWorldContents
  private let shapes: [SmallWorld]
  private let all: [(world: SmallWorld, shape: Int)]

  /// Tours; `contents` says which rows that stay have other content. One of `part` worlds is visited,
  /// others in each run.
  package init(_ worlds: SmallWorlds, contents: SmallWorldContents, oneOf part: Int = 1) {
    self.worlds = worlds
    self.contents = contents
    shapes = worlds.shapes
    all = RandomSearch.sample(worlds.all(by: shapes), oneOf: part)
  }

  /// Runs everything, on all processors; gives the number of transitions with keys and without.
  ///
  /// - Throws: The first `SmallWorldFailure`.
  package func run() async throws -> (keyed: Int, unkeyed: Int) {
    try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for shape in shapes.indices.reversed() { group.addTask { try tour(from: shape) } }
      return try await group.reduce(into: (keyed: 0, unkeyed: 0)) {
        $0.keyed += $1.0
        $0.unkeyed += $1.1
      }
    }
  }

  private func tour(from shape: Int) throws -> (Int, Int) {
    let old = shapes[shape]
    let start = SmallWorldTour.Stop(NumberedWorld(old))
    let known = old.rows.joined().count
    let tours = [SmallWorldTour(isKeyed: true), SmallWorldTour(isKeyed: false)]
    for tour in tours { try tour.begin(at: start) }
    var pairs = 0
    // The way back is gone too, so that one order of two shapes is enough.
    for (new, other) in all where other >= shape && worlds.isCanonical(new, after: old) {
      pairs += 1
      let world = NumberedWorld(new)
      for mask in contents.masks(world.places(ofRowsBelow: known), turn: pairs) {
        let stop = SmallWorldTour.Stop(world.changing(mask))
        try tours[0].visit(stop, from: start)
        // Without keys a row of other content is another row, as there are in other worlds.
        if mask == 0 || !contents.isInTurn { try tours[1].visit(stop, from: start) }
      }
    }
    return (tours[0].count, tours[1].count)
  }
}
