import FilterableResults

extension RandomSession {
  /// What has been told since `before`, and what is shown now.
  func check(from before: ResultsSnapshot<Row>) throws {
    try checkAgainstFresh()
    if let problem = forms.problems.first { throw fail("a view breaks \(problem)") }
    let shown = texts(controller.snapshot)
    for view in forms.shown where controller.isLoaded && view != shown {
      throw fail("a view shows \(view), not \(shown)")
    }
    if changes.isEmpty, texts(before) != shown { throw fail("nothing is told of \(shown)") }
    for change in changes {
      if !change.isReload { try check(change) }
      try compose(change)
      last = change
    }
    changes = []
  }

  private func checkAgainstFresh() throws {
    let fresh = ResultsController<Row>(controller.configuration)
    fresh.filters = controller.filters
    if let stored = controller.storedSections {
      if stored.count == 1, stored[0].key == nil {
        try fresh.setItems(stored[0].items)
        try fresh.setTitle(stored[0].title, ofSectionAt: 0)
      } else {
        try fresh.setSections(stored)
      }
    }
    for section in controller.snapshot.sections where section.isCollapsed {
      try fresh.configure { $0.expandsOneSection = false }
      fresh.setCollapsed(true, section: section.key)
    }
    let (found, expected) = (controller.snapshot, fresh.snapshot)
    guard found == expected else {
      throw fail("\(Self.describe(found)) is shown where \(Self.describe(expected)) is")
    }
    guard fresh.items == controller.items, fresh.count == controller.count,
      fresh.storedCounts == controller.storedCounts
    else {
      throw fail("\(controller.count) rows are stored")
    }
    guard controller.configuration.identity != nil else { return }
    for item in controller.items ?? [] {
      guard controller.item(forKey: .int(Int64(item.id))) == item,
        controller.path(of: item) == fresh.path(of: item),
        controller.storedPath(of: item) == fresh.storedPath(of: item),
        controller.why(item) == fresh.why(item)
      else { throw fail("\(item.text) is not found where it is") }
    }
  }

  private func check(_ change: ResultsChange<Row>) throws {
    let changes = change.changeset
    if changes.isEmpty { throw fail("a delivery of nothing") }
    do {
      try changes.validate(from: change.old.sectionCounts, to: change.new.sectionCounts)
      let inverse = change.inverse
      try inverse.changeset.validate(from: change.new.sectionCounts, to: change.old.sectionCounts)
      try expect(try change.applying(to: change.old), change.new, "applied")
      try expect(try inverse.applying(to: change.new), change.old, "inverse")
      try replay([change, inverse, change])
      let nothing = try change.composed(with: inverse)
      try expect(try nothing.applying(to: change.old), change.old, "there and back")
    } catch let error as ChangesetError {
      throw fail("\(error)")
    }
    guard controller.configuration.identity != nil else { return }
    let fewest = EventMinimum(from: change.old, to: change.new)
    guard changes.structuralCount == fewest.structural else {
      throw fail("\(changes.structuralCount) events where \(fewest.structural) do")
    }
  }

  private func expect(
    _ found: ResultsSnapshot<Row>, _ expected: ResultsSnapshot<Row>, _ name: String
  ) throws {
    guard found != expected else { return }
    throw fail("\(name): \(Self.describe(found)), not \(Self.describe(expected))")
  }

  private static func describe(_ snapshot: ResultsSnapshot<Row>) -> String {
    snapshot.sections.map { section in
      let head = [
        "\(section.key)", section.title ?? "-", section.indexTitle ?? "-",
        section.isCollapsed ? "collapsed" : "",
      ]
      return (head + section.rows.map(text)).joined(separator: " ")
    }.joined(separator: " | ")
  }

  /// The last change and this one as one.
  private func compose(_ change: ResultsChange<Row>) throws {
    guard let last, !last.isReload, !change.isReload else { return }
    do {
      let both = try last.composed(with: change)
      try expect(try both.applying(to: last.old), change.new, "composed")
      let count = { (change: ResultsChange<Row>) in change.changeset.structuralCount }
      // Sections that must not move to their own places can make others move.
      guard count(both) - both.changeset.movedSections.count <= count(last) + count(change) else {
        throw fail("\(count(both)) events of \(count(last)) and \(count(change))")
      }
      try replay([both])
    } catch let error as ChangesetError {
      throw fail("\(error)")
    }
  }

  /// Shows changes, each of which begins where the one before ends, to views of their own.
  private func replay(_ changes: [ResultsChange<Row>]) throws {
    guard let start = changes.first?.old else { return }
    let forms = ListViewForms()
    forms.apply(ResultsChange(reloading: start, from: ResultsSnapshot(sections: nil)))
    let reloads = forms.reloads
    for change in changes {
      forms.apply(change)
      if let problem = forms.problems.first { throw fail("a replay breaks \(problem)") }
      guard forms.shown.allSatisfy({ $0 == texts(change.new) }), forms.reloads == reloads else {
        throw fail("a replay shows \(forms.shown), not \(texts(change.new))")
      }
    }
  }
}

extension ResultsController<Row> {
  /// The filters that hide an item.
  fileprivate func why(_ item: Row) -> [String] { (try? why(.int(Int64(item.id)))) ?? ["?"] }
}
