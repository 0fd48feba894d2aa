public import FilterEngine

/// Several sources as one, in their order: their lists are concatenated, or their sections.
///
/// If one of them has sections, a list becomes a section whose key is nil. Sections with the same key become one section,
/// in place of the first.
public final class MergedSource<Item: Filterable>: ResultsSource {
  /// The controllers that follow the source.
  public let followers = ResultsFollowers<Item>()

  private let sources: [any ResultsSource<Item>]
  private var ends: [() -> Void] = []

  /// Creates a source that retains other sources.
  public init(_ sources: [any ResultsSource<Item>]) {
    self.sources = sources
    for source in sources { ends.append(followers.forward(from: source)) }
  }

  deinit {
    for end in ends { end() }
  }

  /// The contents of all sources.
  ///
  /// - Throws: The error of a source that cannot be read.
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
    var indices: [FilterValue: Int] = [:]
    var result: [StoredSection<Item>] = []
    for section in sections {
      if let key = section.key, let index = indices[key] {
        result[index].items += section.items
      } else {
        if let key = section.key { indices[key] = result.count }
        result.append(section)
      }
    }
    return result
  }
}
