/// The kinds of value, by the names that messages use.
@nonexhaustive
public enum FilterKind: String, Hashable, Sendable, CaseIterable {
  /// `nil`
  case null = "nil"
  /// `TRUE`
  case boolean
  /// Integers, doubles and decimals
  case number
  /// `"text"`
  case string
  /// A point in time
  case date
  /// Bytes
  case data
  /// A UUID
  case uuid = "UUID"
  /// `{1, 2}`
  case list
  /// Distinct values
  case set
  /// Keys and values
  case object
}

extension FilterValue {
  /// The kind of the value.
  public var kind: FilterKind {
    switch self {
    case .null: .null
    case .bool: .boolean
    case .int, .wide, .double, .decimal: .number
    case .string: .string
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    case .list: .list
    case .set: .set
    case .object, .item: .object
    }
  }
}

extension FilterKind {
  /// The kind with its article, for messages: `a string`.
  @inline(never)
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
