import FilterableResults
import FilterableResultsUI
import FilterableResultsTesting

/// A view that keeps the calls of a batch and does nothing else.
final class CallCollector: ResultsListView {
  var batch = ListViewBatch()

  func reloadData() {}
  func performBatch(animated: Bool, _ updates: () -> Void, completion: (Bool) -> Void) {
    updates()
    completion(true)
  }
  func deleteSections(_ sections: [Int]) { batch.deletedSections += sections }
  func insertSections(_ sections: [Int]) { batch.insertedSections += sections }
  func moveSection(_ section: Int, to place: Int) { batch.movedSections.append((section, place)) }
  func reloadSections(_ sections: [Int]) { batch.reloadedSections += sections }
  func deleteItems(_ paths: [ResultsPath]) { batch.deleted += paths }
  func insertItems(_ paths: [ResultsPath]) { batch.inserted += paths }
  func moveItem(_ path: ResultsPath, to place: ResultsPath) { batch.moved.append((path, place)) }
  func reloadItems(_ paths: [ResultsPath]) { batch.reloaded += paths }
}
