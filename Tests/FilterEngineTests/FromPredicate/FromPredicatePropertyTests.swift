import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// Random predicates of Foundation over random items: the filter has the same answer wherever Foundation has one.
@Suite struct FromPredicatePropertyTests {
  @Test func foundationAgrees() throws {
    let seeds = RandomSearch.seeds(250)
    var counts: [Bool: Int] = [:]
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let predicate = FoundationPredicateGenerator.predicate(SeededGenerator(seed: random.next()))
      let context = "FRC_SEED=\(seed) FRC_ROUNDS=1"
      let filter: FilterPredicate<FoundationSample>
      do {
        filter = try FilterPredicate(predicate)
      } catch {
        Issue.record("\(context): \(error) for \(predicate)")
        continue
      }
      for _ in 0..<8 {
        let item = FoundationSample(random: &random)
        guard let expected = try? predicate.evaluate(item) else { continue }
        counts[expected, default: 0] += 1
        let answer = try? filter.matches(item)
        #expect(answer == expected, "\(context): \(filter.syntax.sourceText) of \(item)")
      }
      let (text, arguments) = filter.syntax.template
      let again = try FilterPredicate<FoundationSample>(
        text: text, arguments: arguments.map { FilterValue(constant: $0) })
      #expect(again == filter, "\(context): \(text) is read as \(again.syntax.sourceText)")
    }
    #expect(seeds.count < 100 || counts.count == 2 && counts.values.allSatisfy { $0 > 100 })
  }
}
