internal import FilterEngine
internal import FoundationEssentials

/// Which rows a pass of the filters looks at.
enum FilterScope {
  case all
  /// Rows that are shown or grouped; the others stay hidden.
  case visible
}

extension ResultsState {
  /// Asks `filters` again, and the test after them.
  mutating func filter(
    _ rules: ResultsRules<Item>, among scope: FilterScope, testing filters: [Filter<Item>],
    _ failures: inout FilterFailures
  ) {
    let test = rules.configuration.usesPostFilterTest ? rules.configuration.postFilterTest : nil
    if scope == .all, test == nil,
      filters.allSatisfy({ if case .everything = $0.test { true } else { false } })
    {
      for index in arranged.indices {
        arranged[index].tree = arranged[index].tree.remasked { leaf in
          (leaf.ids.count == 64 ? .max : (1 &<< UInt64(leaf.ids.count)) &- 1, 0)
        }
      }
      return
    }
    var passing = candidates(scope)
    for filter in filters { narrow(&passing, by: filter, &failures) }
    for index in arranged.indices {
      arranged[index].tree = arranged[index].tree.remasked { leaf in
        var shown: UInt64 = 0
        var grouped: UInt64 = 0
        for (place, id) in leaf.ids.enumerated()
        where passing[Int(id >> 6)] &>> UInt64(id & 63) & 1 == 1 {
          if test.map({ $0(rows[id]) }) ?? true {
            shown |= 1 &<< UInt64(place)
          } else {
            grouped |= 1 &<< UInt64(place)
          }
        }
        return (shown, grouped)
      }
    }
  }

  /// A bit for each row that may pass, by row number.
  private func candidates(_ scope: FilterScope) -> [UInt64] {
    var masks: [UInt64] = Array(repeating: 0, count: (rows.count + 63) / 64)
    for section in arranged {
      section.tree.forEachLeaf { leaf in
        var rest: UInt64 = scope == .all ? .max : leaf.shown | leaf.grouped
        for id in leaf.ids {
          masks[Int(id >> 6)] |= (rest & 1) &<< UInt64(id & 63)
          rest >>= 1
        }
      }
    }
    return masks
  }

  private func narrow(
    _ masks: inout [UInt64], by filter: Filter<Item>, _ failures: inout FilterFailures
  ) {
    switch filter.test {
    case .everything: return
    case .predicate(let predicate, let bindings):
      let run = predicate.makeRun(bindings: bindings, now: nil)
      for word in masks.indices where masks[word] != 0 {
        let mask = masks[word]
        masks[word] = rows.withPart(word) { items in
          predicate.narrow(mask, of: items, in: run) { failures.record($0) }
        }
      }
    case .closure:
      for word in masks.indices {
        var rest = masks[word]
        while rest != 0 {
          let bit = rest.trailingZeroBitCount
          rest &= rest &- 1
          do throws(EvaluationError) {
            if try filter.passes(rows[UInt32(word * 64 + bit)], now: nil) { continue }
          } catch {
            failures.record(error)
          }
          masks[word] &= ~(1 &<< UInt64(bit))
        }
      }
    }
  }
}
