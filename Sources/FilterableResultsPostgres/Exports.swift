// A product re-exports the products that its own interface is made of.
@_exported public import FilterableResultsSQL
