public import FilterEngine

/// What a source holds at a moment.
public enum ResultsContents<Item> {
  /// One flat list.
  case items([Item])
  /// Sections, with or without rows.
  case sections([StoredSection<Item>])
}

/// What has changed in a source.
public enum ResultsEdits<Item> {
  /// Rows that are gone, by their keys, and rows that are new or have other content. New rows are added at the end.
  case rows(removed: [FilterValue], upserted: [Item])

  /// Sections that are gone, by their keys, and sections that are new or have other rows. New sections are added at
  /// the end.
  case sections(removed: [FilterValue], upserted: [StoredSection<Item>])

  /// Anything: the contents replace those before.
  case all(ResultsContents<Item>)
}

/// A place from which the data of a controller comes: a database, a file, other objects.
///
/// ```swift
/// final class Folder: ResultsSource {
///   let followers = ResultsFollowers<File>()
///   func contents() throws -> ResultsContents<File> { .items(try files()) }
///   func folderDidChange() { followers.contentsDidChange() }
/// }
/// ```
public protocol ResultsSource<Item>: AnyObject {
  /// What is listed.
  associatedtype Item: Filterable

  /// What the source holds now.
  ///
  /// - Throws: Why it cannot be read.
  func contents() throws -> ResultsContents<Item>

  /// The controllers that follow the source, which notifies them once for changes that belong together.
  var followers: ResultsFollowers<Item> { get }
}

extension ResultsController {
  /// Shows what a source holds now; the difference from before is one change.
  ///
  /// - Throws: Why the source cannot be read, or refused duplicates; what is shown stays as it was.
  public func fetch(from source: some ResultsSource<Item>) throws {
    try apply(.all(source.contents()))
  }

  /// Shows what a source holds now and after each of its changes, in place of any other source, until `unfollow()`.
  ///
  /// The controller retains the source, which does not retain the controller. Several controllers can follow one
  /// source. `onError` is called with the reason why the source could not be read or its edits were refused; what is
  /// shown stays as it was, and the next change reads the whole source. So does the next change after an edit of the
  /// controller by anything else than the source: then the controller shows what the source holds, and nothing of the
  /// edit.
  public func follow(
    _ source: some ResultsSource<Item>, onError: @escaping (any Error) -> Void
  ) {
    unfollow()
    var shown: UInt64?
    let follower = source.followers.add { [weak self, weak source] change in
      guard let self, let source else { return false }
      do {
        let isShown = self.contentNumber == shown
        let edits: ResultsEdits<Item>
        switch change {
        case .nothing where isShown: return true
        case .edits(let next) where isShown: edits = next
        default: edits = .all(try source.contents())
        }
        try self.performBatch {
          try self.make(edits)
        } didEnd: {
          shown = $0
        }
        return true
      } catch {
        onError(error)
        return false
      }
    }
    followed = FollowedSource(source: source) { [weak source] in
      source?.followers.remove(follower)
    }
    source.followers.begin(follower)
  }

  /// Ends `follow(_:onError:)`; what is shown stays. To follow the source again catches up with it.
  public func unfollow() { followed = nil }

  /// Makes edits of a source one change; keys of rows and sections that are unknown are left out.
  ///
  /// - Throws: `duplicateKey` where duplicates are refused; `noData` and `notSectioned` for sections of a list that
  ///   has none; `limit`.
  /// - Complexity: O(k log n) for k of n rows that are removed and upserted.
  public func apply(_ edits: ResultsEdits<Item>) throws(ResultsError) {
    try editAll { () throws(ResultsError) in try make(edits) }
  }

  /// Makes edits in a batch.
  private func make(_ edits: ResultsEdits<Item>) throws(ResultsError) {
    switch edits {
    case .all(.items(let items)): try setItems(items)
    case .all(.sections(let sections)): try setSections(sections)
    case .rows(let removed, let upserted):
      for key in removed { remove(key: key) }
      try merge(upserted)
    case .sections(let removed, let upserted):
      for key in removed { try sections.remove(forKey: key) }
      for section in upserted { try upsert(section) }
    }
  }

  private func upsert(_ section: StoredSection<Item>) throws(ResultsError) {
    guard let key = section.key, let place = try store.section(forKey: key) else {
      return try sections.add(section)
    }
    try sections.replace(at: place, with: section.items)
    try sections.setTitle(section.title, at: place)
  }
}

/// A source that a controller follows, which ends with this.
final class FollowedSource {
  private let source: AnyObject
  private let end: () -> Void

  init(source: AnyObject, end: @escaping () -> Void) {
    self.source = source
    self.end = end
  }

  deinit { end() }
}
