internal import FilterEngine

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Which rows a pass of the filters looks at.
enum FilterScope {
  case all
  /// Rows that are shown or grouped; the others stay hidden.
  case visible
}

// Unsafe: rows are read at their addresses, which are good for as long as the call.
extension ResultsState {
  /// Asks the filters what `verdicts` does not know, and the test after them again.
  ///
  /// With `.visible` the filters that are new hide rows, and nothing shows one.
  mutating func filter(
    _ rules: ResultsRules<Item>, _ limits: EvaluationLimits, among scope: FilterScope,
    _ verdicts: inout FilterVerdicts, _ failures: inout FilterFailures
  ) {
    let test = rules.configuration.usesPostFilterTest ? rules.configuration.postFilterTest : nil
    if scope == .all, test == nil, verdicts.hidesNothing {
      arranged = arranged.mapTrees { $0.remasked { leaf, _, _ in (.ones(leaf.count), 0) } }
      return
    }
    var passing = candidates(scope)
    verdicts.narrow(&passing, areVisible: scope == .visible) { place, rows in
      let undecided = narrow(&rows, by: rules.filters[place], limits, &failures)
      return failures.limit == nil ? undecided : nil
    }
    // The caller drops a state that is half done.
    guard failures.limit == nil else { return }
    let table = rows
    table.withRows { rows in
      arranged = arranged.mapTrees { tree in
        tree.remasked(isNarrowing: scope == .visible) { leaf, shown, grouped in
          let candidates = scope == .all ? .ones(leaf.count) : shown | grouped
          let passing = passing.gather(candidates, of: leaf)
          guard let test else { return (passing, 0) }
          var tested: UInt64 = 0
          var rest = passing
          while rest != 0 {
            let place = rest.trailingZeroBitCount
            rest &= rest &- 1
            let row = rows.address(of: leaf.id(at: place)).assumingMemoryBound(to: Item.self)
            if test(row.pointee) { tested |= 1 &<< UInt64(place) }
          }
          return (tested, passing & ~tested)
        }
      }
    }
  }

  /// The rows that may pass.
  private func candidates(_ scope: FilterScope) -> RowBits {
    var bits = RowBits(count: rows.count)
    switch scope {
    case .all where count == rows.count: bits.insertAll()
    case .all:
      for section in arranged.list {
        section.tree.forEachLeaf { leaf, _, _ in bits.scatter(.ones(leaf.count), of: leaf) }
      }
    case .visible:
      for section in arranged.list {
        section.tree.forEachVisibleLeaf { leaf, shown, grouped in
          bits.scatter(shown | grouped, of: leaf)
        }
      }
    }
    return bits
  }

  /// Leaves the rows that a filter lets pass; gives those on which it could not decide.
  private func narrow(
    _ bits: inout RowBits, by filter: Filter<Item>, _ limits: EvaluationLimits,
    _ failures: inout FilterFailures
  ) -> [UInt32] {
    var undecided: [UInt32] = []
    switch filter.test {
    case .everything: break
    case .predicate(let predicate, let bindings):
      let run = predicate.makeRun(bindings: bindings, now: nil, limits: limits)
      // Rows that were edited do not lie where the others do.
      let edited = rows.editedWords.map { ($0.word, bits.remove($0.bits, from: $0.word)) }
      rows.withBase { items in
        predicate.narrow(&bits.words, of: items, in: run) { row, error in
          failures.record(error, of: UInt32(row))
          undecided.append(UInt32(row))
        }
      }
      rows.withRows { rows in
        for (word, mask) in edited where failures.limit == nil {
          bits.words[word] |= Self.passing(mask, word, in: rows, &failures, &undecided) {
            row throws(EvaluationError) in try predicate.matches(row.pointee, in: run)
          }
        }
      }
    case .closure(let closure):
      rows.withRows { rows in
        for word in bits.words.indices where bits.words[word] != 0 && failures.limit == nil {
          bits.words[word] = Self.passing(
            bits.words[word], word, in: rows, &failures, &undecided
          ) {
            row throws(EvaluationError) in try Filter.passes(row.pointee, closure)
          }
        }
      }
    }
    return undecided
  }

  /// The rows of a word for which `test` holds, asked where they lie.
  private static func passing(
    _ mask: UInt64, _ word: Int, in rows: RowAddresses, _ failures: inout FilterFailures,
    _ undecided: inout [UInt32],
    _ test: (UnsafePointer<Item>) throws(EvaluationError) -> Bool
  ) -> UInt64 {
    let first = UInt32(word * 64)
    let start = mask != 0 && rows.areTogether(UInt32(word)) ? rows.address(of: first) : nil
    let stride = MemoryLayout<Item>.stride
    var result = mask
    var rest = mask
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest &- 1
      let row = start.map { $0 + bit &* stride } ?? rows.address(of: first + UInt32(bit))
      do throws(EvaluationError) {
        if try test(row.assumingMemoryBound(to: Item.self)) { continue }
      } catch {
        failures.record(error, of: first + UInt32(bit))
        undecided.append(first + UInt32(bit))
      }
      result &= ~(1 &<< UInt64(bit))
    }
    return result
  }
}
