public import FilterEngine

/// The contents of a source.
public enum ResultsContents<Item> {
  /// A list without sections
  case items([Item])
  /// Sections, which may be empty
  case sections([StoredSection<Item>])
}

/// A change of a source.
public enum ResultsEdits<Item> {
  /// The keys of removed rows, and rows that are new or have changed. New rows are added at the end.
  case rows(removed: [FilterValue], upserted: [Item])

  /// The keys of removed sections, and sections that are new or whose rows have changed. New sections are added at the
  /// end.
  case sections(removed: [FilterValue], upserted: [StoredSection<Item>])

  /// The complete new contents.
  case all(ResultsContents<Item>)
}

/// An object that provides the data of controllers in its isolation domain: a file, objects in memory, other sources.
///
/// ```swift
/// final class Folder: ResultsSource {
///   let followers = ResultsFollowers<File>()
///   func contents() throws -> ResultsContents<File> { .items(try files()) }
///   func folderDidChange() { followers.contentsDidChange() }
/// }
/// ```
public protocol ResultsSource<Item>: AnyObject {
  /// The type of the rows.
  associatedtype Item: Filterable

  /// The current contents.
  ///
  /// - Throws: An error if the source cannot be read.
  func contents() throws -> ResultsContents<Item>

  /// The controllers that follow the source. Notify them once for changes that belong together.
  var followers: ResultsFollowers<Item> { get }
}

extension ResultsController {
  /// Shows the current contents of a source, as one change.
  ///
  /// - Throws: An error of the source, or of the controller if it refuses the rows, which then remain as they were.
  public func update(from source: some ResultsSource<Item>) throws {
    try apply(.all(source.contents()))
  }

  /// Shows the contents of a source, now and after each of its changes, until `unfollow()` or another call.
  ///
  /// The controller retains the source, which does not retain the controller. Several controllers can follow one source.
  /// `onError` receives the error if the source cannot be read or its edits are refused; the controller then keeps its
  /// rows and reads the whole source with the next change. It also does so if its rows were edited by anything but the
  /// source: those edits are then lost.
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

  /// Stops following a source; the rows remain. Following it again shows what has changed since.
  public func unfollow() { followed = nil }

  /// Applies edits of a source as one change, and ignores unknown keys.
  ///
  /// - Throws: `duplicateKey` if duplicates are refused; `noData` and `notSectioned` for sections of a list that has
  ///   none; `limit`.
  /// - Complexity: O(k log n) for k of n rows that are removed and upserted.
  public func apply(_ edits: ResultsEdits<Item>) throws(ResultsError) {
    try performBatch { () throws(ResultsError) in try make(edits) }
  }

  /// Applies edits within a batch.
  private func make(_ edits: ResultsEdits<Item>) throws(ResultsError) {
    switch edits {
    case .all(.items(let items)): try setItems(items)
    case .all(.sections(let sections)): try setSections(sections)
    case .rows(let removed, let upserted):
      for key in removed { remove(key: key) }
      try merge(upserted)
    case .sections(let removed, let upserted):
      for key in removed { try sections.remove(forKey: key) }
      // A row can be added to a section when it was removed from another one.
      for section in upserted where upserted.count > 1 {
        if let key = section.key { try sections.replace(forKey: key, with: []) }
      }
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

/// A followed source; following ends when this is released.
final class FollowedSource {
  private let source: AnyObject
  private let end: () -> Void

  init(source: AnyObject, end: @escaping () -> Void) {
    self.source = source
    self.end = end
  }

  deinit { end() }
}
