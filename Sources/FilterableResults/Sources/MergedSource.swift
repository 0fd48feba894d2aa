public import FilterEngine

/// Several sources as one, in their order: their lists are joined, or their sections one after another.
///
/// Where one has sections, the rows of a list are a section with the key nil. Of sections with one key the rows are
/// joined in the first one.
public final class MergedSource<Item: Filterable>: ResultsSource {
  /// The controllers that follow the sources.
  public let followers = ResultsFollowers<Item>()

  private let sources: [any ResultsSource<Item>]
  private var ends: [() -> Void] = []

  /// A source of sources, which it retains.
  public init(_ sources: [any ResultsSource<Item>]) {
    self.sources = sources
    for source in sources { ends.append(follow(source)) }
  }

  deinit {
    for end in ends { end() }
  }

  /// Passes changes of a source on; gives what ends that.
  private func follow(_ source: some ResultsSource<Item>) -> () -> Void {
    let follower = source.followers.add { [weak self] change in
      if case .nothing = change {
        self?.followers.confirmContents()
      } else {
        self?.followers.contentsDidChange()
      }
      return true
    }
    return { [weak source] in source?.followers.remove(follower) }
  }

  /// The contents of all sources.
  ///
  /// - Throws: Why one of them cannot be read.
  public func contents() throws -> ResultsContents<Item> {
    var items: [Item] = []
    var sections: [StoredSection<Item>] = []
    var isSectioned = false
    for source in sources {
      switch try source.contents() {
      case .items(let others):
        items += others
        sections.append(StoredSection(FilterValue.null, items: others))
      case .sections(let others):
        isSectioned = true
        for section in others { items += section.items }
        sections += others
      }
    }
    return isSectioned ? .sections(Self.joined(sections)) : .items(items)
  }

  private static func joined(_ sections: [StoredSection<Item>]) -> [StoredSection<Item>] {
    var places: [FilterValue: Int] = [:]
    var result: [StoredSection<Item>] = []
    for section in sections {
      if let key = section.key, let place = places[key] {
        result[place].items += section.items
      } else {
        if let key = section.key { places[key] = result.count }
        result.append(section)
      }
    }
    return result
  }
}
