#if LIST_VIEW_STAND_IN
  public import FilterableResults
  public import ListViewStandIn
#elseif canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
#endif

#if LIST_VIEW_STAND_IN || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  /// A table without sections: the rows of all sections stand one behind another, and a section has
  /// no row of its own.
  extension NSTableView: @MainActor ListView {
    /// Never.
    public var hasSections: Bool { false }

    /// Always: each call counts in what the calls before it have left.
    public var countsStepByStep: Bool { true }

    /// Whether it is in a window.
    public var takesBatches: Bool { window != nil }

    /// The rows on screen.
    public var visiblePaths: Set<ItemPath>? {
      let range = rows(in: visibleRect)
      return Set((0..<range.length).map { ItemPath(section: 0, item: range.location + $0) })
    }

    /// Carries out a reload at once.
    public func layoutIfNeeded() { layoutSubtreeIfNeeded() }

    /// Makes the calls one change.
    public func performBatch(_ updates: () -> Void) {
      beginUpdates()
      updates()
      endUpdates()
    }

    /// Nothing: there are no sections.
    public func deleteSections(_ sections: [Int]) {}

    /// Nothing: there are no sections.
    public func insertSections(_ sections: [Int]) {}

    /// Nothing: there are no sections.
    public func moveSection(_ section: Int, to place: Int) {}

    /// Nothing: there are no sections.
    public func reloadSections(_ sections: [Int]) {}

    /// Rows go.
    public func deleteItems(_ paths: [ItemPath]) {
      removeRows(at: IndexSet(paths.map(\.item)), withAnimation: .effectFade)
    }

    /// Rows come.
    public func insertItems(_ paths: [ItemPath]) {
      insertRows(at: IndexSet(paths.map(\.item)), withAnimation: .effectFade)
    }

    /// A row goes elsewhere.
    public func moveItem(_ path: ItemPath, to place: ItemPath) {
      moveRow(at: path.item, to: place.item)
    }

    /// The contents of rows have changed.
    public func reloadItems(_ paths: [ItemPath]) {
      reloadData(
        forRowIndexes: IndexSet(paths.map(\.item)),
        columnIndexes: IndexSet(integersIn: 0..<numberOfColumns))
    }
  }
#endif
