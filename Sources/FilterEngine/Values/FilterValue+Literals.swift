extension FilterValue {
  /// Whether it is `nil` in the language.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension FilterValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `nil`
  public init(nilLiteral: ()) { self = .null }

  /// `true`
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// `5`
  public init(integerLiteral value: Int64) { self = .int(value) }

  /// `5.0`
  public init(floatLiteral value: Double) { self = .double(value) }

  /// `"text"`
  public init(stringLiteral value: String) { self = .string(value) }

  /// `[1, "two"]`, a list
  public init(arrayLiteral elements: FilterValue...) { self = .list(elements) }

  /// `["name": "Ann"]`, an object; of equal keys the last value counts
  public init(dictionaryLiteral members: (String, FilterValue)...) {
    self = .object(FilterObject(members.lazy.map { (key: $0, value: $1) }))
  }
}
