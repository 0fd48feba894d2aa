/// Names that requests have elsewhere, with those of the pipe for the same thing.
///
/// They say what the spelling of a name does not, as that of "file" for "source".
enum OtherNames {
  /// Names of operations, with an operation and the member of it that is meant, if one is.
  static let operations: [String: (operation: String, member: String?)] = [
    "count": ("configure", "facets"), "counts": ("configure", "facets"),
    "facet": ("configure", "facets"), "facets": ("configure", "facets"),
    "aggregate": ("configure", "aggregates"), "aggregates": ("configure", "aggregates"),
    "sum": ("configure", "aggregates"), "sort": ("configure", "sort"),
    "order": ("configure", "sort"), "section": ("configure", "section"),
    "group": ("configure", "section"), "identity": ("configure", "identity"),
    "filter": ("filter.add", nil), "query": ("filter.add", nil), "search": ("filter.add", nil),
    "show": ("snapshot", nil), "rows": ("snapshot", nil), "items": ("snapshot", nil),
    "list": ("snapshot", nil), "select": ("snapshot", nil), "get": ("snapshot", nil),
    "load": ("open", nil), "read": ("open", nil), "check": ("format", nil),
    "validate": ("format", nil), "parse": ("tree", nil), "eval": ("evaluate", nil),
    "match": ("evaluate", nil), "matches": ("evaluate", nil), "delete": ("remove", nil),
    "update": ("replace", nil), "commit": ("end", nil),
  ]

  /// Names of members, with those that they can stand for.
  static let members: [String: [String]] = [
    "file": ["source"], "path": ["source", "key"], "url": ["source"],
    "where": ["filter"], "predicate": ["filter"], "query": ["filter"], "condition": ["filter"],
    "expression": ["filter"], "arguments": ["args"], "params": ["args"], "parameters": ["args"],
    "vars": ["variables"], "bindings": ["variables"], "row": ["item"], "object": ["item"],
    "record": ["item"], "rows": ["items"], "objects": ["items"], "records": ["items"],
    "index": ["at"], "position": ["at"], "keys": ["known"], "knowing": ["known"],
    "format": ["input"], "sortBy": ["sort"], "orderBy": ["sort"], "groupBy": ["section"],
    "offset": ["from"],
  ]

  /// The question about an operation that does not exist; empty if none is near.
  static func hint(operation name: String, _ nearest: String?) -> String {
    guard let (operation, member) = operations[name] else { return ToolError.hint(nearest) }
    return ", did you mean '\(operation)'" + (member.map { " with '\($0)'" } ?? "") + "?"
  }

  /// The one of `names` that a member which is none of them stands for; nil if that is not known.
  static func member(_ name: String, among names: [String]) -> String? {
    members[name]?.first(where: names.contains)
  }
}
