internal import FilterEngine

/// The rows that a pass of the filters tests.
enum FilterScope {
  case all
  /// Visible and grouped rows; the others stay hidden.
  case visible
}

// Unsafe: rows are read at their addresses, which are good for as long as the call.
extension ResultsState {
  /// Tests the rows without a verdict, and runs the test after the filters again.
  ///
  /// With `.visible`, new filters hide rows, and no row becomes visible.
  mutating func filter(
    _ rules: ResultsRules, _ filters: [FilterTest], _ limits: EvaluationLimits,
    among scope: FilterScope,
    _ verdicts: inout FilterVerdicts, _ failures: inout FilterFailures
  ) {
    let test = rules.test
    if scope == .all, test == nil, verdicts.hidesNothing {
      arranged = arranged.mapTrees { $0.remasked { leaf, _, _ in (.ones(leaf.count), 0) } }
      return
    }
    // The rows that may pass.
    var passing = scope == .visible ? passingRows : allRows
    verdicts.narrow(&passing, areVisible: scope == .visible) { place, rows in
      let undecided = filters[place].narrow(&rows, in: self.rows, limits, &failures)
      return failures.limit == nil ? undecided : nil
    }
    // The caller discards an incomplete state.
    guard failures.limit == nil else { return }
    arranged = arranged.mapTrees { [rows] tree in
      tree.remasked(isNarrowing: scope == .visible) { leaf, shown, grouped in
        let candidates = scope == .all ? .ones(leaf.count) : shown | grouped
        let passing = passing.gather(candidates, of: leaf)
        guard let test else { return (passing, 0) }
        var tested: UInt64 = 0
        passing.forEachBit { place in
          if test(rows.address(of: leaf.id(at: place))) { tested |= 1 &<< UInt64(place) }
        }
        return (tested, passing & ~tested)
      }
    }
  }

  /// The visible and grouped rows, which pass all filters.
  var passingRows: RowBits {
    var bits = RowBits(count: rows.count)
    for section in arranged.list {
      section.tree.forEachVisibleLeaf { leaf, shown, grouped in
        bits.scatter(shown | grouped, of: leaf)
      }
    }
    return bits
  }

  /// All rows of the store.
  var allRows: RowBits {
    var bits = RowBits(count: rows.count)
    guard count < rows.count else {
      bits.insertAll()
      return bits
    }
    for section in arranged.list {
      section.tree.forEachLeaf { leaf, _, _ in bits.scatter(.ones(leaf.count), of: leaf) }
    }
    return bits
  }
}
