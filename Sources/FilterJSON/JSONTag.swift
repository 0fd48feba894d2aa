internal import EssentialFoundation
internal import FilterEngine

/// An object of one member whose key names the kind of its value: `{"$date": 0}`.
struct JSONTag {
  let name: JSONWriter.Tag
  private let content: FilterValue

  /// The tag that `object` is; nil for an ordinary object.
  init?(_ object: FilterObject) {
    guard object.values.count == 1, let name = JSONWriter.Tag(rawValue: object.shape.keys[0]) else {
      return nil
    }
    self.name = name
    content = object.values[0]
  }

  /// The value that the tag represents; nil if the content has another kind.
  var value: FilterValue? {
    switch (name, content) {
    case (.date, .int(let seconds)):
      .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.date, .double(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.date, .string(let text)): Date(iso8601: text).map { .date($0) }
    case (.data, .string(let text)): Data(base64Encoded: text).map { .data($0) }
    case (.set, .list(let values)): .set(FilterSet(values.elements))
    case (.float, .string("nan")): .double(.nan)
    case (.float, .string("inf")): .double(.infinity)
    case (.float, .string("-inf")): .double(-.infinity)
    case (.float, .int(let number)): .double(Double(number))
    case (.float, .double): content
    case (.int, .int), (.int, .wide): content
    case (.int, .string(let digits)): FilterValue(integerDigits: digits.utf8)
    case (.decimal, .string(let text)): Self.decimal(text)
    case (.decimal, .int(let number)): .decimal(Decimal(number))
    default: nil
    }
  }

  private static func decimal(_ text: String) -> FilterValue? {
    // Foundation ignores text after a number. Here the whole text must be a number.
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }) else { return nil }
    guard Double(text) != nil, let number = Decimal(string: text) else { return nil }
    return .decimal(number)
  }
}
