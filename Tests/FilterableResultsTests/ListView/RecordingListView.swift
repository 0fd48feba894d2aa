import FilterableResults
import FilterableResultsUI

/// A list view that keeps the calls it gets, a line each.
final class RecordingListView: ResultsListView {
  var calls: [String] = []
  var takesBatches = true

  /// Called before each batch.
  var willPerform: () -> Void = {}

  /// Whether an animation ends with its batch.
  var endsAtOnce = true

  private var open: [(Bool) -> Void] = []

  /// The calls since the last time.
  func take() -> [String] {
    defer { calls = [] }
    return calls
  }

  /// Ends all animations that are under way.
  func endAnimations() {
    let ended = open
    open = []
    for end in ended { end(true) }
  }

  func reloadData() { calls.append("reload") }

  func layoutIfNeeded() { calls.append("layout") }

  func performBatch(
    animated: Bool, _ updates: () -> Void, completion: @escaping (Bool) -> Void
  ) {
    willPerform()
    calls.append("begin")
    updates()
    calls.append("end")
    if endsAtOnce { completion(true) } else { open.append(completion) }
  }

  func deleteSections(_ sections: [Int]) { add("deleteSections", sections) }
  func insertSections(_ sections: [Int]) { add("insertSections", sections) }
  func moveSection(_ section: Int, to newSection: Int) {
    add("moveSection", [section, newSection])
  }
  func reloadSections(_ sections: [Int]) { add("reloadSections", sections) }
  func reloadHeaders(ofSections sections: [Int]) { add("reloadHeaders", sections) }
  func deleteItems(_ paths: [ResultsPath]) { add("deleteItems", paths) }
  func insertItems(_ paths: [ResultsPath]) { add("insertItems", paths) }
  func moveItem(_ path: ResultsPath, to newPath: ResultsPath) { add("moveItem", [path, newPath]) }
  func reloadItems(_ paths: [ResultsPath]) { add("reloadItems", paths) }
  func reconfigureItems(_ paths: [ResultsPath]) { add("reconfigureItems", paths) }

  private func add(_ name: String, _ sections: [Int]) {
    calls.append(([name] + sections.map(String.init)).joined(separator: " "))
  }

  private func add(_ name: String, _ paths: [ResultsPath]) {
    calls.append(([name] + paths.map { "\($0.section),\($0.item)" }).joined(separator: " "))
  }
}
