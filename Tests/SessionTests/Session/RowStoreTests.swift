import FilterEngine
import Testing

@testable import FrcQuery

/// The texts that contain rows, and what is known of each.
struct RowStoreTests {
  private func text(_ numbers: some Sequence<Int>) throws -> RowText {
    let lines = numbers.map { #"{"k":\#(($0 * 37) % 101),"t":"\#($0)"}"# }
    return try RowLines.rows(Array(lines.joined(separator: "\n").utf8), name: "rows")
  }

  /// A row of a text keeps it; without rows it is gone.
  @Test(arguments: [1, 64])
  func aTextLivesAsLongAsARowOfIt(_ count: Int) throws {
    let store = RowStore()
    var rows = store.add(try text(0..<count))
    weak let text = rows[0].text
    #expect(store.texts.count == (count < RowStore.manyRows ? 0 : 1))
    rows.removeFirst(count - 1)
    #expect(text != nil)
    #expect(rows[0].json.starts(with: #"{"k":"#.utf8))
    rows = []
    #expect(text == nil)
    #expect(store.texts.isEmpty)
  }

  /// The cells and ranks of a text that is gone are not those of a later one, and the other texts keep theirs.
  @Test(arguments: [1, 64, 70])
  func aLaterTextIsReadAgain(_ count: Int) throws {
    let store = RowStore()
    let column = RowColumn(try KeyColumn("k"), store)
    let sorting = RowSorting(try SortColumn.list("k:desc"), store)
    let kept = store.add(try text(3..<3 + count))
    for first in [10, 7, 55] {
      let rows = store.add(try text(first..<first + count))
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
    }
  }
}
