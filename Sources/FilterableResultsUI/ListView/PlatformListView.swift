package import FilterableResults

/// A wrapper of a list view of UIKit or AppKit, with the calls in which these views differ.
package protocol PlatformListView: ResultsListView {
  /// The type of the view.
  associatedtype View: AnyObject

  /// The view, which is not retained.
  var view: View? { get }

  /// Applies the calls of `updates` to a view as one change.
  func perform(
    on view: View, animated: Bool, _ updates: @escaping () -> Void,
    completion: @escaping @Sendable (_ finished: Bool) -> Void)

  /// Makes a call inside a batch.
  func make(_ call: ListViewCall, on view: View)
}

/// A call inside a batch.
package enum ListViewCall {
  case deleteSections([Int])
  case insertSections([Int])
  case reloadSections([Int])
  case moveSection(Int, to: Int)
  case deleteRows([ResultsPath])
  case insertRows([ResultsPath])
  case reloadRows([ResultsPath])
  case reconfigureRows([ResultsPath])
  case moveRow(ResultsPath, to: ResultsPath)
}

extension PlatformListView {
  package func performBatch(
    animated: Bool, _ updates: () -> Void, completion: @escaping (Bool) -> Void
  ) {
    guard let view else {
      updates()
      return completion(false)
    }
    // Views call it on the main actor, although their closures are not declared so.
    nonisolated(unsafe) let completion = completion
    withoutActuallyEscaping(updates) { updates in
      perform(on: view, animated: animated, updates) { completion($0) }
    }
  }

  private func make(_ call: ListViewCall) { if let view { make(call, on: view) } }

  package func deleteSections(_ sections: [Int]) { make(.deleteSections(sections)) }
  package func insertSections(_ sections: [Int]) { make(.insertSections(sections)) }
  package func reloadSections(_ sections: [Int]) { make(.reloadSections(sections)) }
  package func moveSection(_ old: Int, to new: Int) { make(.moveSection(old, to: new)) }
  package func deleteItems(_ paths: [ResultsPath]) { make(.deleteRows(paths)) }
  package func insertItems(_ paths: [ResultsPath]) { make(.insertRows(paths)) }
  package func reloadItems(_ paths: [ResultsPath]) { make(.reloadRows(paths)) }
  package func reconfigureItems(_ paths: [ResultsPath]) { make(.reconfigureRows(paths)) }
  package func moveItem(_ old: ResultsPath, to new: ResultsPath) { make(.moveRow(old, to: new)) }
}
