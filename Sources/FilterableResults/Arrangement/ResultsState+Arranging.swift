internal import FilterEngine

extension ResultsState {
  /// Arranges all rows. Charges `run`. If it ends, the caller discards the state.
  mutating func arrange(_ rules: ResultsRules, _ run: EvaluationContext?) {
    if let section = rules.section {
      arranged = SectionTree(sectionsByKey(section, rules, run))
      relabelSections()
    } else {
      arranged = SectionTree(sectionsOfStore(rules, run))
    }
  }

  /// The units of work of a section, and of reading and comparing values of rows.
  private static let unitsOfSection = 64
  private static let unitsOfComparison = 16

  private func sectionsOfStore(
    _ rules: ResultsRules, _ run: EvaluationContext?
  ) -> [RowSection] {
    var sections: [RowSection] = []
    for stored in store.sections.list {
      if run?.work(Self.unitsOfSection) != nil { break }
      sections.append(
        rules.section(
          id: stored.id, key: stored.key, title: stored.title,
          tree: rules.order.isStoreOrder
            ? stored.tree : tree(stored.tree.ids, rules, run)))
    }
    return sections
  }

  private func sectionsByKey(
    _ section: RowReader, _ rules: ResultsRules, _ run: EvaluationContext?
  ) -> [RowSection] {
    guard run?.work(store.count * Self.unitsOfComparison) == nil else { return [] }
    var groups = SectionGrouping(rules.listedSections ?? [])
    groups.add(store.ids, in: rows, by: section)
    var sections: [RowSection] = []
    for (key, ids) in zip(groups.keys, groups.ids) {
      if run?.work(Self.unitsOfSection) != nil { return [] }
      sections.append(
        rules.section(
          id: rules.numbers.number(of: key), key: key,
          tree: tree(ids, rules, run)))
    }
    let order = sortedIndices(sections.count) {
      // A sort cannot be ended, but goes on without comparing.
      run?.work(Self.unitsOfComparison) == nil
        && ResultsState.precedes(sections[$0], sections[$1], rows, rules)
    }
    return order.map { sections[$0] }
  }

  /// A tree of rows in order, all hidden.
  private func tree(
    _ ids: [UInt32], _ rules: ResultsRules, _ run: EvaluationContext?
  ) -> RowTree {
    RowTree(hidden: rules.order.sorted(ids, in: rows, run)) { rules.order.key(of: $0, in: rows) }
  }

  /// Whether a section comes before another one.
  @inline(never)
  private static func precedes(
    _ left: RowSection, _ right: RowSection, _ rows: RowTable,
    _ rules: ResultsRules
  ) -> Bool {
    let order = rules.order(left.key, right.key)
    if order != 0 { return order < 0 }
    guard left.tree.count > 0, right.tree.count > 0 else {
      return left.tree.count > right.tree.count
    }
    return Self.precedes(left.tree[0], right.tree[0], rows, rules)
  }

  /// Whether a row comes before another one, in one section.
  static func precedes(
    _ left: UInt32, _ right: UInt32, _ rows: RowTable, _ rules: ResultsRules
  ) -> Bool {
    rules.order.precedes(left, rules.order.pivot(right, in: rows), in: rows)
  }

  // MARK: - Single rows

  /// Where the arrangement has a row.
  @inline(never)
  func place(of id: UInt32, _ rules: ResultsRules) -> RowPlace? {
    if let section = section(of: id, rules), let place = find(id, in: section, rules) {
      return place
    }
    // The item was changed in place, or the comparator contradicts itself.
    for section in arranged.indices {
      let tree = arranged[section].tree
      guard let index = tree.scan(for: id) else { continue }
      return RowPlace(
        section: section, index: index, rank: tree.shownRank(of: index),
        visibility: tree.visibility(at: index))
    }
    return nil
  }

  private func find(_ id: UInt32, in section: Int, _ rules: ResultsRules) -> RowPlace? {
    let pivot = rules.order.pivot(id, in: rows)
    let found = arranged.tree(at: section).find(id, key: pivot.key) {
      rules.order.precedes($0, pivot, in: rows)
    } willCompare: {
      rules.order.willCompare($0, in: rows)
    }
    return found.map {
      RowPlace(section: section, index: $0.index, rank: $0.rank, visibility: $0.visibility)
    }
  }

  /// The numbers of rows and of visible rows of a tree before a row.
  func lowerBound(
    of pivot: RowOrder.Pivot, in tree: RowTree, _ rules: ResultsRules
  ) -> (index: Int, rank: Int) {
    tree.lowerBound(key: pivot.key) {
      rules.order.precedes($0, pivot, in: rows)
    } willCompare: {
      rules.order.willCompare($0, in: rows)
    }
  }

  private func section(of id: UInt32, _ rules: ResultsRules) -> Int? {
    guard let section = rules.section else {
      return store.section(of: id)
    }
    return position(ofSection: rules.numbers.number(of: section.value(of: id, in: rows)), rules)
  }

  /// The position of a section by key in the arrangement, by its number; nil if it has none.
  func position(ofSection number: Int, _ rules: ResultsRules) -> Int? {
    // It is usually at its last position.
    let known = rules.numbers.lastPosition(of: number)
    if known < arranged.count, arranged.id(at: known) == number { return known }
    let label = label(ofSection: number)
    guard let position = arranged.last(where: { self.label(ofSection: $0) <= label }),
      arranged.id(at: position) == number
    else { return nil }
    rules.numbers.setLastPosition(position, of: number)
    return position
  }

  private mutating func relabelSections() {
    for (position, section) in arranged.list.enumerated() {
      setLabel(Labels.initial(UInt32(position)), ofSection: section.id)
    }
  }

  /// Inserts a section by key into the arrangement.
  private mutating func insert(_ section: RowSection, at position: Int) {
    let neighbours = [position - 1, position].map {
      arranged.indices.contains($0) ? self.label(ofSection: arranged[$0].id) : nil
    }
    let label = Labels.between(neighbours[0], neighbours[1])
    arranged.insert(section, at: position)
    if let label {
      setLabel(label, ofSection: section.id)
    } else {
      relabelSections()
    }
  }

  /// Inserts a section for a row; returns its index.
  mutating func insertSection(
    _ key: FilterValue, _ id: RowID, _ visibility: RowVisibility, _ rules: ResultsRules
  ) -> Int {
    var tree = RowTree()
    tree.insert(id, visibility, at: 0) { rules.order.key(of: $0, in: rows) }
    let section = rules.section(id: rules.numbers.number(of: key), key: key, tree: tree)
    let position = position(for: section, rules)
    insert(section, at: position)
    return position
  }

  func isListed(_ key: FilterValue, _ rules: ResultsRules) -> Bool {
    rules.listedSections?.contains(key) == true
  }

  /// Moves a section whose first row has changed to its position.
  mutating func settle(_ section: inout Int, _ rules: ResultsRules) {
    let here = arranged[section]
    let isInPlace =
      (section == 0 || Self.precedes(arranged[section - 1], here, rows, rules))
      && (section + 1 == arranged.count
        || !Self.precedes(arranged[section + 1], here, rows, rules))
    guard !isInPlace else { return }
    arranged.remove(at: section)
    section = position(for: here, rules)
    insert(here, at: section)
  }

  /// The position of a section that is not in the arrangement.
  private func position(for section: RowSection, _ rules: ResultsRules) -> Int {
    SectionTree.boundary(arranged.count) {
      Self.precedes(arranged[$0], section, rows, rules)
    }
  }
}
