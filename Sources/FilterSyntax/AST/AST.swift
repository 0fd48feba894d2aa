/// The namespace of the tree that a filter's text stands for.
///
/// Equality of trees ignores ranges and compares strings byte for byte.
public enum AST {}
