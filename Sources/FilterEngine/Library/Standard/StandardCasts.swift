internal import EssentialFoundation
internal import FilterSyntax

/// The types that `CAST` converts to. All of them leave `nil` unchanged.
///
/// `Class` is not among them, because looking up a class by name would let a filter run code.
enum StandardCasts {
  static let all: [FilterCast] = [
    cast(
      "NSString", .string,
      "A string as it is, a number in its shortest form, a date as ISO 8601 text in UTC.",
      "CAST(412, \"NSString\") == \"412\"", string),
    cast(
      "NSNumber", .number,
      """
      A number as it is, a date in seconds since 2001, a string with a point as a decimal number and \
      without one as an integer, `0x` for base 16 and a leading 0 for base 8.
      """,
      "CAST(\"0377\", \"NSNumber\") == 255", number
    ).losing(),
    extending(
      cast(
        "NSDate", .date,
        """
        A date as it is, a number as seconds since 2001-01-01T00:00:00Z; not in Foundation: \
        a string in ISO 8601, in UTC without a zone.
        """,
        "CAST(\"2026-11-21T10:00:00Z\", \"NSDate\") == #2026-11-21T10:00:00Z#", date),
      by: { Date(iso8601: $0).map { .date($0) } }),
    cast(
      "NSDecimalNumber", .number, "A number, or a string that holds one, as a decimal number.",
      "CAST(\"0.1\", \"NSDecimalNumber\") * 3 == CAST(\"0.3\", \"NSDecimalNumber\")", decimal
    ).losing(),
    cast(
      "NSUUID", .uuid, "A UUID as it is, or of its text.",
      """
      CAST(CAST("e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "NSUUID"), "NSString") == \
      "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
      """, uuid),
  ]

  @inline(never)
  private static func cast(
    _ type: String, _ result: FilterKind, _ summary: String, _ example: String,
    _ body: @escaping @Sendable (FilterValue) throws(EvaluationError) -> FilterValue
  ) -> FilterCast {
    FilterCast(type, result: result, documentation: FilterDocumentation(summary, example: example))
    {
      value throws(EvaluationError) in
      value.isNull ? .null : try body(value)
    }
  }

  /// A cast that converts some strings in a reading that is not strict.
  @inline(never)
  private static func extending(
    _ cast: FilterCast, by read: @escaping @Sendable (String) -> FilterValue?
  ) -> FilterCast {
    let body = cast.body
    var cast = cast
    cast.extendedBody = { value throws(EvaluationError) in
      if case .string(let text) = value, let result = read(text) { return result }
      return try body(value)
    }
    return cast
  }

  @inline(never)
  private static func refusal(_ value: FilterValue, _ type: String) -> EvaluationError {
    EvaluationError(.notConvertible(type: type, found: value.kind, value: value.clipped))
  }

  private static func string(_ value: FilterValue) throws(EvaluationError) -> FilterValue {
    switch value {
    case .string: return value
    case .bool(let flag): return .string(flag ? "1" : "0")
    case .int(let number): return .string(String(number))
    case .wide(let number): return .string(number.description)
    case .double(let number): return .string(NumberText.text(number))
    case .decimal(let number): return .string(number.description)
    case .uuid(let uuid): return .string(uuid.uuidString)
    case .date(let date):
      if let text = DateText.rounded(date.timeIntervalSinceReferenceDate) { return .string(text) }
      throw EvaluationError(.dateWithoutText)
    default: throw refusal(value, "NSString")
    }
  }

  private static func number(_ value: FilterValue) throws(EvaluationError) -> FilterValue {
    switch value {
    case .bool, .int, .wide, .double, .decimal: return value
    case .date(let date): return .double(date.timeIntervalSinceReferenceDate)
    case .string(let text) where text.utf8.contains(UInt8(ascii: ".")): return try decimal(value)
    case .string(let text):
      if let number = NumberText.integer(text) { return number }
      throw EvaluationError(.textOverflow(value: value.clipped))
    default: throw refusal(value, "NSNumber")
    }
  }

  private static func date(_ value: FilterValue) throws(EvaluationError) -> FilterValue {
    switch value {
    case .date: return value
    case .bool, .int, .wide, .double, .decimal:
      let seconds = try FilterArithmetic.double("CAST", value)
      guard seconds.isFinite else {
        throw EvaluationError(.notADate(value: value.clipped))
      }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    default: throw refusal(value, "NSDate")
    }
  }

  private static func decimal(_ value: FilterValue) throws(EvaluationError) -> FilterValue {
    switch value {
    case .bool, .int, .wide, .double, .decimal:
      return .decimal(try FilterArithmetic.decimal("CAST", value))
    case .string(let text):
      if let number = NumberText.decimal(text) { return .decimal(number) }
      throw EvaluationError(.notADecimalText(value: value.clipped))
    default: throw refusal(value, "NSDecimalNumber")
    }
  }

  private static func uuid(_ value: FilterValue) throws(EvaluationError) -> FilterValue {
    switch value {
    case .uuid: return value
    case .string(let text):
      if let uuid = UUID(uuidString: text) { return .uuid(uuid) }
      throw EvaluationError(.notAUUIDText(value: value.clipped))
    default: throw refusal(value, "NSUUID")
    }
  }
}
