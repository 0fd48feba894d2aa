import CFilterPlugin
import FilterEngine
import FilterMacros
import FilterPlugins
import FilterSQL
import FilterSyntax
import FilterableResults
import FilterableResultsGRDB
import FilterableResultsPostgres
import FilterableResultsSQL
import FilterableResultsTesting
import FilterableResultsUI
import Models

// An app with every product and types of its own, which `run` declares in `Models` and appends functions of: the compiler
// refuses a name that a product has too. The types of the products are named without their module.

struct Account: Filterable {
  static let filterFields = FilterFields<Account>()
}

func results() throws -> ResultsController<Account> {
  let results = ResultsController<Account>()
  let filter = try ResultsFilter<Account>("All", predicate: nil)
  results.filters.add(filter)
  results.facets = [ResultsFacet.filters([filter])]
  results.aggregates = [ResultsAggregate(.count, of: ResultsKey { _ in 1 })]
  return results
}
