// A product re-exports the modules whose types its interface uses.
@_exported public import FilterEngine
