import FilterEngine
import Testing

@testable import FrcQuery

/// The texts that rows stand in, and what is known of each.
struct RowStoreTests {
  @Test func textsOfRowsThatAreGoneAreGivenUp() throws {
    let store = RowStore()
    let first = store.add(RowText(bytes: Array("1\n2".utf8), starts: [0, 2]))
    let second = store.add(RowText(bytes: Array("3".utf8), starts: [0], firstNumber: 3))
    store.retain(first, second)
    store.release([first[0]])
    store.removeUnused()
    #expect(store.texts.map(\.place) == [0, 1])
    store.release([first[1]])
    store.removeUnused()
    #expect(store.texts.map(\.place) == [1])
    let third = store.add(RowText(bytes: Array("4".utf8), starts: [0], firstNumber: 4))
    #expect(third[0].text == first[0].text)
    #expect(store.value(of: third[0]) == 4)
    #expect(store.value(of: second[0]) == 3)
  }

  /// A text that takes the place of another one is asked anew, and the other texts are not.
  @Test(arguments: [1, 64, 70])
  func aPlaceThatIsTakenAgainIsReadAgain(_ count: Int) throws {
    let store = RowStore()
    func add(_ first: Int) throws -> [OpenRow] {
      let lines = (0..<count).map { #"{"k":\#((first + $0 * 37) % 101),"t":"\#(first)"}"# }
      return store.add(
        try RowLines.rows(Array(lines.joined(separator: "\n").utf8), name: "rows"))
    }
    let column = RowColumn(try KeyColumn("k"), store)
    let sorting = RowSorting(try SortColumn.list("k:desc"), store)
    let kept = try add(3)
    store.retain(kept)
    for first in [10, 7, 55] {
      let rows = try add(first)
      #expect(rows[0].text == 1)
      // Before it has been read as a whole, too.
      for isPrepared in [false, true] {
        if isPrepared {
          try column.prepare()
          try sorting.prepare()
        }
        for rows in [rows, kept, kept + rows] {
          let values = rows.map { store.value(of: $0) }
          let keys = values.map { column.key.value(of: $0) }
          #expect(rows.map { column.value(of: $0) } == keys)
          let sorted = sorting.sorted(rows).map { column.key.value(of: store.value(of: $0)) }
          let numbers = keys.compactMap { if case .int(let number) = $0 { number } else { nil } }
          #expect(sorted == numbers.sorted(by: >).map { .int($0) })
        }
      }
      store.removeUnused()
    }
  }
}
