import TestSupport

/// Leads a controller from every small world to every other one, and back.
package struct SmallWorldSearch: Sendable {
  private let worlds: SmallWorlds
  private let exhaustive: Bool
  private let shapes: [SmallWorld]
  private let all: [(world: SmallWorld, shape: Int)]
  private let repeatedShapes: [SmallWorld]
  private let repeated: [SmallWorld]

  /// A search; `exhaustive` changes the contents of every set of rows, not of single ones alone. One
  /// of `part` worlds is a destination, others in each run.
  package init(_ worlds: SmallWorlds, exhaustive: Bool, oneOf part: Int = 1) {
    self.worlds = worlds
    self.exhaustive = exhaustive
    shapes = worlds.shapes
    all = RandomSearch.sample(worlds.all(by: shapes), oneOf: part)
    let few = SmallWorlds(rows: min(4, worlds.rows), sections: min(2, worlds.sections))
    repeatedShapes = few.repeated(isShape: true)
    repeated = RandomSearch.sample(few.repeated(isShape: false), oneOf: part)
  }

  /// Runs everything, on all processors; gives the number of transitions of each kind.
  ///
  /// - Throws: The first `SmallWorldFailure`.
  package func run() async throws -> [SmallWorldRun.Kind: Int] {
    try await withThrowingTaskGroup(of: [SmallWorldRun.Kind: Int].self) { group in
      for shape in shapes.indices.reversed() {
        group.addTask { try transitions(from: shape) }
      }
      for shape in repeatedShapes { group.addTask { try repetitions(from: shape) } }
      return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }
  }

  /// One transition, there and back, in all ways that can make it.
  package static func replay(_ old: SmallWorld, _ new: SmallWorld) throws {
    try SmallWorldDifferences.check(old, new)
    for kind in SmallWorldRun.Kind.allCases where kind != .filtered && kind != .dropped {
      let run = SmallWorldRun(kind)
      try run.begin(with: old)
      switch kind {
      case .edited, .editedUnkeyed:
        if old.sections.map(\.name) == new.sections.map(\.name) { try run.edit(old, new) }
      default: try run.set(old, new)
      }
    }
  }

  private func transitions(from shape: Int) throws -> [SmallWorldRun.Kind: Int] {
    let old = shapes[shape]
    let names = old.sections.map(\.name)
    let runs = [SmallWorldRun.Kind.keyed, .unkeyed, .edited, .editedUnkeyed].map {
      SmallWorldRun($0)
    }
    for run in runs { try run.begin(with: old) }
    var counts: [SmallWorldRun.Kind: Int] = [:]
    // The way back is gone too, so that one order of two shapes is enough.
    for (new, other) in all where other >= shape && worlds.isCanonical(new, after: old) {
      let isEdit = names == new.sections.map(\.name)
      let contents = SmallWorlds.contents(of: new, after: old, exhaustive: exhaustive)
      try runs[1].set(old, new)
      for new in contents {
        try runs[0].set(old, new)
        guard isEdit else { continue }
        try runs[2].edit(old, new)
        try runs[3].edit(old, new)
      }
      counts[.unkeyed, default: 0] += 2
      counts[.keyed, default: 0] += 2 * contents.count
      if isEdit {
        counts[.edited, default: 0] += 2 * contents.count
        counts[.editedUnkeyed, default: 0] += 2 * contents.count
      }
    }
    for kind in [SmallWorldRun.Kind.filtered, .dropped] {
      counts[kind] = try filters(kind, over: old)
    }
    return counts
  }

  private func filters(_ kind: SmallWorldRun.Kind, over world: SmallWorld) throws -> Int {
    let run = SmallWorldRun(kind)
    try run.begin(with: world)
    let masked = world.masked(dropsEmpty: kind == .dropped)
    var count = 0
    for (index, old) in masked.enumerated() {
      run.show(old)
      for new in masked[index...] {
        try run.filter(old, new)
        count += 2
      }
    }
    return count
  }

  private func repetitions(from old: SmallWorld) throws -> [SmallWorldRun.Kind: Int] {
    let run = SmallWorldRun(.repeated)
    try run.begin(with: old)
    for new in repeated { try run.set(old, new) }
    return [.repeated: 2 * repeated.count]
  }
}
