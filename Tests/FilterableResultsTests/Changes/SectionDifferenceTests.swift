import FilterEngine
import Testing

@testable import FilterableResults

/// What is told of sections from the nodes that two trees do not share, beside a comparison of all sections.
@Suite struct SectionDifferenceTests {
  private func section(_ id: Int) -> RowSection {
    var tree = RowTree()
    tree.insert(UInt32(id), .shown, at: 0)
    return RowSection(id: id, key: .int(Int64(id)), title: nil, tree: tree)
  }

  private func shown(_ tree: SectionTree) -> ShownSections {
    ShownSections(tree: tree, keepsEmpty: false, showsGroups: false, collapsed: CollapsedSections())
  }

  /// Holds what the nodes tell against a comparison of all sections; false where they leave it to that.
  private func compare(
    _ before: ShownSections, _ after: ShownSections, _ comment: Comment
  ) throws -> Bool {
    guard let difference = SectionDifference(from: before, to: after) else { return false }
    let all = SectionDifference(from: before.headers.map(\.id), to: after.headers.map(\.id))
    try #require(difference.deleted == all.deleted, comment)
    try #require(difference.inserted == all.inserted, comment)
    try #require(difference.moved == all.moved, comment)
    try #require(difference.newIndices == all.newIndices, comment)
    return true
  }

  /// One section goes past others, as one goes and another one comes at any place.
  @Test(arguments: [5, 40]) func aMoveIsFoundAmongOtherChanges(count: Int) throws {
    let sections = (0..<count).map { section($0) }
    let old = SectionTree(sections)
    let places = Array(count == 5 ? 0..<5 : 29..<35)
    var compared = 0
    for from in places {
      for to in places {
        for gone in [nil] + places {
          for new in [nil] + places {
            var tree = old
            let moved = tree.remove(at: from)
            tree.insert(moved, at: to)
            if let gone { tree.remove(at: gone) }
            if let new { tree.insert(section(count), at: min(new, tree.count)) }
            let (before, after) = (shown(old), shown(tree))
            let isCompared = try compare(
              before, after, "\(from) to \(to), \(gone ?? -1) \(new ?? -1)")
            if isCompared { compared += 1 }
          }
        }
      }
    }
    #expect(compared > places.count * places.count)
  }

  /// A tree gets another level where the 33rd section comes, and loses it as sections go.
  @Test func sectionsThatChangeTheHeightOfATreeAreFound() throws {
    var tree = SectionTree((0..<30).map { section($0) })
    var heights: Set<Int> = []
    var (compared, crossed) = (0, 0)
    for (step, place) in [30, 31, 0, 16, 34, 7, 3, 20].enumerated() {
      // Forwards by one section, and back by removing it.
      let old = tree
      tree.insert(section(100 + step), at: min(place, tree.count))
      for (before, after) in [(old, tree), (tree, old)] {
        heights.insert(before.root.height)
        let (from, to) = (shown(before), shown(after))
        guard try compare(from, to, "\(step)") else { continue }
        compared += 1
        if before.root.height != after.root.height { crossed += 1 }
      }
    }
    #expect(heights == [0, 1])
    #expect(compared > 8 && crossed == 2, "\(compared), \(crossed)")
  }
}
