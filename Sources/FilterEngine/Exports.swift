// A product re-exports the products that its own interface is made of: `error.message` of what it throws needs no
// other import.
@_exported public import FilterSyntax
