import FilterEngine
import FilterSyntax
import Testing

/// Every example as data and back.
@Suite struct TreeDataTests {
  @Test func everyExampleIsReadAsItWasWritten() throws {
    var count = 0
    for example in try ConformanceSuite.all() where !example.isValue {
      let options = FilterOptions(rules: example.isStrict ? .strict : .standard)
      guard
        let filter = try? FilterPredicate<FilterValue>(
          FilterText(runTime: example.text), arguments: example.arguments, options: options,
          refusesUnused: false),
        // A tree can be deeper than a value.
        let data = try? filter.treeData(),
        // A tree says no more than a text: a strict one has no names that only an argument can spell.
        (try? FilterPredicate<FilterValue>(text: filter.syntax.sourceText, options: options)) != nil
      else { continue }
      count += 1
      do throws(FilterTreeError) {
        let read = try FilterPredicate<FilterValue>(treeData: data, options: options)
        #expect(read == filter, "\(example.testDescription): \(example.text)")
      } catch {
        Issue.record("\(example.testDescription): \(example.text): \(error)")
      }
    }
    #expect(count > 500)
  }
}
