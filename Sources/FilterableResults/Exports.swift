// Items, their fields, predicates and values, without which a controller is not used.
@_exported public import FilterEngine
// The error of texts. Who works with trees of texts imports FilterSyntax.
@_exported public import struct FilterSyntax.SyntaxError
