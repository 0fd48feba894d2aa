@_exported public import FilterEngine
@_exported public import FilterSyntax
