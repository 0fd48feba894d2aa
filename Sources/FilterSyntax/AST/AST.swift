/// The namespace of the nodes of a filter's syntax tree.
///
/// Equality of trees ignores ranges and compares strings byte for byte.
public enum AST {}
