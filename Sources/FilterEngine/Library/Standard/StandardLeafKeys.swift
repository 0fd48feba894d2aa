internal import EssentialFoundation

/// The keys of strings, numbers and dates.
enum StandardLeafKeys {
  static let all: [FilterLeafKey] = strings + numbers + dates

  private static let strings: [FilterLeafKey] = [
    leaf("length", .number, "The number of UTF-16 units.", "\"sea\".length == 3") {
      .int(Int64($0.utf16.count))
    },
    leaf(
      "uppercaseString", .string, "The string in upper case.", "\"a\".uppercaseString == \"A\""
    ) {
      .string($0.uppercased())
    },
    leaf(
      "lowercaseString", .string, "The string in lower case.", "\"A\".lowercaseString == \"a\""
    ) {
      .string($0.lowercased())
    },
    leaf(
      "capitalizedString", .string, "The string with each word beginning in upper case.",
      "\"the sea\".capitalizedString == \"The Sea\""
    ) { .string($0.capitalizedWords) },
  ]

  private static let numbers: [FilterLeafKey] = [
    leaf(
      "stringValue", of: [.number, .boolean], .string, "The number as text.",
      "(5).stringValue == \"5\"",
      StandardConversions.string),
    number(
      "intValue", "The number as an integer of 32 bits.", "\"42 km\".intValue == 42",
      StandardConversions.integer(Int64(Int32.min)...Int64(Int32.max))),
    number(
      "integerValue", "The number as an integer of 64 bits.", "\"-7\".integerValue == -7",
      StandardConversions.integer(.min ... .max)),
    number(
      "longLongValue", "The number as an integer of 64 bits.", "(7.9).longLongValue == 7",
      StandardConversions.integer(.min ... .max)),
    number(
      "floatValue", "The number with the precision of a float.", "\"0.5\".floatValue == 0.5"
    ) { value throws(EvaluationError) in
      .double(Double(Float(try StandardConversions.double(value))))
    },
    number("doubleValue", "The number as a double.", "\"4.5\".doubleValue == 4.5") {
      value throws(EvaluationError) in
      .double(try StandardConversions.double(value))
    },
    number(
      "boolValue", gives: .boolean,
      "Whether a number is not 0; whether a string starts with y, t or a nonzero digit.",
      "\"yes\".boolValue == TRUE", StandardConversions.boolean),
  ]

  private static let dates: [FilterLeafKey] = [
    date(
      "timeIntervalSinceReferenceDate", "The seconds since 2001-01-01T00:00:00Z.",
      "CAST(60, \"NSDate\").timeIntervalSinceReferenceDate == 60"
    ) { $0.timeIntervalSinceReferenceDate },
    date(
      "timeIntervalSince1970", "The seconds since 1970-01-01T00:00:00Z.",
      "CAST(0, \"NSDate\").timeIntervalSince1970 == 978307200"
    ) { $0.timeIntervalSince1970 },
  ]

  @inline(never)
  private static func leaf(
    _ key: String, of kinds: Set<FilterKind>, _ result: FilterKind, _ summary: String,
    _ example: String,
    _ body: @escaping @Sendable (FilterValue) throws(EvaluationError) -> FilterValue
  ) -> FilterLeafKey {
    FilterLeafKey(
      key, of: kinds, result: result,
      documentation: FilterDocumentation(summary, example: example), body: body)
  }

  @inline(never)
  private static func number(
    _ key: String, gives result: FilterKind = .number, _ summary: String, _ example: String,
    _ body: @escaping @Sendable (FilterValue) throws(EvaluationError) -> FilterValue
  ) -> FilterLeafKey {
    leaf(key, of: [.string, .number, .boolean], result, summary, example, body)
  }

  @inline(never)
  private static func leaf(
    _ key: String, _ result: FilterKind, _ summary: String, _ example: String,
    _ body: @escaping @Sendable (String) -> FilterValue
  ) -> FilterLeafKey {
    leaf(key, of: [.string], result, summary, example) { value throws(EvaluationError) in
      body(try StandardText.string(key, value))
    }
  }

  @inline(never)
  private static func date(
    _ key: String, _ summary: String, _ example: String,
    _ body: @escaping @Sendable (Date) -> Double
  ) -> FilterLeafKey {
    leaf(key, of: [.date], .number, summary, example) { value throws(EvaluationError) in
      guard case .date(let date) = value else {
        throw EvaluationError(.dateKey(key: key, found: value.kind))
      }
      return .double(body(date))
    }
  }
}

extension FilterLibrary {
  /// The functions, casts, messages, leaf keys and collection operators of Foundation, with a few additions.
  public static let standard = FilterLibrary(
    name: "standard", functions: StandardFunctions.all,
    collectionOperators: StandardCollectionOperators.all, casts: StandardCasts.all,
    methods: StandardMessages.all, leafKeys: StandardLeafKeys.all)
}
