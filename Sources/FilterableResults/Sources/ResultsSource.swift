public import FilterEngine

/// What a source holds at a moment.
public enum ResultsContents<Item> {
  /// One flat list.
  case items([Item])
  /// Sections, with or without rows.
  case sections([StoredSection<Item>])
}

/// Where the data of a controller comes from: a database, a file, other objects.
public protocol ResultsSource<Item>: AnyObject {
  /// What is listed.
  associatedtype Item: Filterable

  /// What the source holds now.
  ///
  /// - Throws: Why it cannot be read.
  func contents() throws -> ResultsContents<Item>

  /// Called after every change, once for changes that belong together.
  var didChange: (() -> Void)? { get set }
}

extension ResultsController {
  /// Shows what a source holds now; what differs from before is told as one change.
  ///
  /// - Throws: Why the source cannot be read, or refused duplicates; what is shown stays as it was.
  public func fetch(from source: some ResultsSource<Item>) throws {
    switch try source.contents() {
    case .items(let items): try setItems(items)
    case .sections(let sections): try setSections(sections)
    }
  }

  /// Shows what a source holds now and after each of its changes, until another follows the source.
  ///
  /// `onError` is told why the source could not be read; what is shown stays as it was.
  public func follow(_ source: some ResultsSource<Item>, onError: @escaping (any Error) -> Void) {
    let update = { [weak self, weak source] in
      guard let self, let source else { return }
      do { try self.fetch(from: source) } catch { onError(error) }
    }
    source.didChange = update
    update()
  }
}
