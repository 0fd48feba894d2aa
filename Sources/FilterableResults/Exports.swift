// Every user of a controller needs items, their fields, predicates and values.
@_exported public import FilterEngine
// Texts of predicates and keys throw it. Code that works with syntax trees imports FilterSyntax.
@_exported public import struct FilterSyntax.SyntaxError
