// The ends of messages that say what to write instead.
extension EvaluationError.Reason {
  /// The form that two kinds without an order are probably meant in.
  static func remedy(_ left: FilterKind, _ right: FilterKind) -> String {
    switch (left, right) {
    case (.number, .string), (.string, .number):
      "; write a number without quotes, or CAST(text, \"NSNumber\")"
    case (.date, .string), (.string, .date):
      "; write a date as #2026-11-21#, or CAST(text, \"NSDate\")"
    case (.list, .string), (.list, .number), (.list, .date), (.set, .string), (.set, .number),
      (.set, .date):
      "; write ANY before a \(left.rawValue) to compare its elements"
    default: ""
    }
  }

  /// The form of a property that collections have in other languages.
  static func remedy(ofKey key: String, of type: String) -> String {
    switch key {
    case "count", "size":
      "; write @count for the number of elements"
        + (type == FilterKind.string.phrase ? ", length for that of characters" : "")
    case "isEmpty": "; write @count == 0 for a collection, length == 0 for a string"
    case "first", "last": "; write [\(key.uppercased())] after a list"
    default: ""
    }
  }
}
