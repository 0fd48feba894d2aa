import FilterableResults

/// A list view that counts what it is asked for, and reads its rows anew after each.
final class CountingView: ListView {
  var rows: [[String]] = []
  var reloads = 0
  var batches = 0
  var reloadedItems = 0
  var takesBatches = true
  var source: () -> [[String]] = { [] }

  func reloadData() {
    reloads += 1
    rows = source()
  }

  func performBatch(_ updates: () -> Void) {
    batches += 1
    updates()
    rows = source()
  }

  func deleteSections(_ sections: [Int]) {}
  func insertSections(_ sections: [Int]) {}
  func moveSection(_ section: Int, to place: Int) {}
  func reloadSections(_ sections: [Int]) {}
  func deleteItems(_ paths: [ItemPath]) {}
  func insertItems(_ paths: [ItemPath]) {}
  func moveItem(_ path: ItemPath, to place: ItemPath) {}
  func reloadItems(_ paths: [ItemPath]) { reloadedItems += paths.count }
}
