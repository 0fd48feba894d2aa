public import FilterSyntax

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension FilterValue {
  /// The value that a constant of a tree stands for.
  ///
  /// Digits of an integer that only 128 bits hold are that integer, other digits a decimal number,
  /// which is NaN where they are none. A UUID that cannot be read stays a string.
  public init(constant: AST.Constant) {
    switch constant {
    case .null: self = .null
    case .boolean(let value): self = .bool(value)
    case .integer(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .text(let value): self = .string(value)
    case .seconds(let value): self = .date(Date(timeIntervalSinceReferenceDate: value))
    case .bytes(let value): self = .data(Data(value))
    case .decimal(let digits): self = Self.number(of: digits)
    case .uuid(let text): self = UUID(uuidString: text).map { .uuid($0) } ?? .string(text)
    case .list(let values): self = .list(values.map(FilterValue.init(constant:)))
    case .set(let values): self = .set(FilterSet(values.map(FilterValue.init(constant:))))
    case .map(let members):
      self = .object(
        FilterObject(members.lazy.map { (key: $0.key, value: FilterValue(constant: $0.value)) }))
    }
  }

  /// The value as a constant of a tree.
  ///
  /// A typed item becomes a map of its values, without those that are items themselves: what refers
  /// to itself would have no end.
  public var constant: AST.Constant { constant(expandingItems: true) }

  private func constant(expandingItems: Bool) -> AST.Constant {
    switch self {
    case .null: .null
    case .bool(let value): .boolean(value)
    case .int(let value): .integer(value)
    case .wide(let value): .decimal(value.description)
    case .double(let value): .double(value)
    case .decimal(let value): .decimal(Self.digits(of: value))
    case .string(let value): .text(value)
    case .date(let value): .seconds(value.timeIntervalSinceReferenceDate)
    case .data(let value): .bytes(Array(value))
    case .uuid(let value): .uuid(value.uuidString)
    case .list(let values): .list(values.map { $0.constant(expandingItems: expandingItems) })
    case .set(let set): .set(set.elements.map { $0.constant(expandingItems: expandingItems) })
    case .object(let object):
      .map(object.members.map { ($0.key, $0.value.constant(expandingItems: expandingItems)) })
    case .item(let item):
      expandingItems
        ? .map(
          item.filterKeys.map {
            ($0, item.filterValue(forKey: $0)?.constant(expandingItems: false) ?? .null)
          }) : .null
    }
  }

  /// The digits of a decimal, told from those of a wide integer by their point.
  private static func digits(of value: Decimal) -> String {
    let digits = value.description
    let isWide = !value.isNaN && value.exponent >= 0 && Int64(digits) == nil
    return isWide ? digits + ".0" : digits
  }

  private static func number(of digits: String) -> FilterValue {
    let magnitude = digits.hasPrefix("-") ? digits.dropFirst() : Substring(digits)
    if Int64(digits) == nil, let wide = UInt128(magnitude), magnitude.first != "+" {
      let isNegative = magnitude.endIndex != digits.endIndex || digits.hasPrefix("-")
      return .wide(WideInteger(isNegative: isNegative, magnitude: wide))
    }
    return .decimal(Decimal(string: digits) ?? .nan)
  }
}
