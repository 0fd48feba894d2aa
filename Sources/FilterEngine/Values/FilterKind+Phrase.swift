extension FilterKind {
  /// The kind with its article, for messages: `a string`.
  package var phrase: String {
    switch self {
    case .null: "nil"
    case .data: "data"
    case .object: "an object"
    default: "a \(rawValue)"
    }
  }

  /// Several values of the kind, for messages: `strings`.
  package var plural: String {
    switch self {
    case .null, .data: rawValue
    default: rawValue + "s"
    }
  }
}
