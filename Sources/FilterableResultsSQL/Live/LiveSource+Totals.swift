public import FilterEngine
internal import FilterSQL
package import FilterableResults

/// The numbers that a live source publishes.
struct LiveTotals: Equatable, Sendable {
  let total: Int?
  let offset: Int?
  let sections: [FilterValue: Int]
  let summary: RowSummary?

  /// Leaves out the rows of collapsed sections, if rows were counted by section.
  init(_ counts: LiveCounts, _ collapsed: CollapsedSections) {
    let areBySection = counts.rows?.areBySection == true
    func sum(_ sections: [FilterValue: Int]) -> Int {
      sections.reduce(0) { sum, section in
        areBySection && collapsed.contains(section.key) ? sum : sum + section.value
      }
    }
    total = (counts.rows?.all).map(sum)
    offset = (counts.rows?.before).map(sum)
    sections = areBySection ? counts.rows?.all ?? [:] : [:]
    summary = counts.summary
  }
}

// The numbers change when the controller delivers the rows that were read with them, or collapses a section. Until
// then, and if a batch with the rows is rolled back, they are those of the rows before.
extension LiveSource {
  /// The number of rows that the rows of the controller are a part of, such as the 48,211 in "rows 200 to 264 of
  /// 48,211"; nil before the first delivery, and if rows are not counted.
  ///
  /// ```swift
  /// results.observe { change in
  ///   guard let total = live.total, let offset = live.offset else { return }
  ///   label.text = "rows \(offset + 1) to \(offset + change.new.rowCount) of \(total)"
  /// }
  /// ```
  ///
  /// Rows are counted if the request of a ``LiveWindow``, a ``LiveFetch`` or ``LivePages`` says so, by
  /// ``SQLFetchRequest/countsRows(inSectionsOf:)``. Counted are the rows that match the request without limit and
  /// offset. Rows on which its predicate fails do not count, nor do rows of sections that the controller has collapsed,
  /// if rows are counted by section. Filters of the controller have no effect; a row that cannot be decoded may count.
  ///
  /// The number changes with the delivery of the rows that were read in the same snapshot of the database, before
  /// observers are notified. If a commit changes the numbers alone, or collapsing a section does, observers and `changes`
  /// receive a change without a difference of rows; the delegate does not. Read it in the isolation domain of the
  /// controller.
  public var total: Int? { withTotals { $0.published?.total } }

  /// The number of counted rows before the first loaded row in the order of the request; nil as ``total``.
  public var offset: Int? { withTotals { $0.published?.offset } }

  /// The numbers of rows of sections by the values of their field, also of collapsed sections and of those without a
  /// loaded row; empty unless rows are counted by section.
  public var sectionCounts: [FilterValue: Int] { withTotals { $0.published?.sections ?? [:] } }

  /// The facets and aggregates of the request of a ``LiveWindow``, a ``LiveFetch`` or ``LivePages``, over all rows that
  /// match; nil before the first delivery, and if the request has none.
  ///
  /// They change as ``total`` does. Rows of collapsed sections count, as in a snapshot.
  public var summary: RowSummary? { withTotals { $0.published?.summary } }

  /// Whether numbers are published.
  var hasTotals: Bool { withTotals { $0.published != nil } }

  /// Has counts published when the controller delivers the contents with this `contentNumber`.
  func setCounts(_ counts: LiveCounts?, contents: UInt64) {
    withTotals { $0.waiting = (counts, contents) }
  }
}

/// The counts of a live source on their way to the controller.
struct LiveTotalsState: Sendable {
  /// Counts whose rows were not delivered yet, and the `contentNumber` of the controller with these rows.
  var waiting: (counts: LiveCounts?, contents: UInt64)?

  /// The counts of the delivered rows.
  private var counts: LiveCounts?

  /// The numbers of the next delivery.
  private var upcoming: LiveTotals?
  private(set) var published: LiveTotals?

  mutating func prepare(contents: UInt64, _ collapsed: CollapsedSections) -> Bool {
    if let waiting, waiting.contents == contents {
      counts = waiting.counts
      self.waiting = nil
    }
    upcoming = counts.map { LiveTotals($0, collapsed) }
    return upcoming != published
  }

  mutating func publish() { published = upcoming }
}

extension LiveSource: DeliveredNumbers {
  package func prepare(contents: UInt64, _ collapsed: CollapsedSections) -> Bool {
    withTotals { $0.prepare(contents: contents, collapsed) }
  }

  package func publish() { withTotals { $0.publish() } }
}
