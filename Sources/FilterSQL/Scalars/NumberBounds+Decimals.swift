internal import FilterEngine
internal import FilterSyntax

extension NumberBounds {
  /// The decimals for which a comparison holds, or for `!=` does not hold; nil if the constant does not decide it.
  init?(decimals operator: AST.Comparison.Operator, _ constant: FilterValue) {
    self = .empty
    if `operator` == .between {
      guard case .list(let list) = constant, list.count == 2,
        case .number(let first)? = DecimalText(list[0]),
        case .number(let second)? = DecimalText(list[1]),
        let isReversed = list[0].isAbove(number: list[1])
      else { return nil }
      isEmpty = false
      lower = Bound(value: .text(isReversed ? second : first), isOpen: false)
      upper = Bound(value: .text(isReversed ? first : second), isOpen: false)
      return
    }
    guard let text = DecimalText(constant) else { return nil }
    switch `operator`.relation {
    case .equal, .notEqual:
      guard case .number(let digits) = text else { return }
      isEmpty = false
      lower = Bound(value: .text(digits), isOpen: false)
      upper = lower
    case .lessThan, .lessThanOrEqual:
      let isOpen = `operator` == .lessThan || text == .notANumber
      isEmpty = text == .infinite(isNegative: true)
      upper = Self.bound(text, isOpen: isOpen)
    case .greaterThan, .greaterThanOrEqual:
      let isOpen = `operator` == .greaterThan && text != .notANumber
      isEmpty = text == .infinite(isNegative: false)
      lower = Self.bound(text, isOpen: isOpen)
    case nil: return nil
    }
  }

  /// The bound for a constant; nil for infinity. NaN, which no column stores, is between the negative numbers and zero.
  private static func bound(_ text: DecimalText, isOpen: Bool) -> Bound? {
    switch text {
    case .number(let digits): Bound(value: .text(digits), isOpen: isOpen)
    case .notANumber: Bound(value: .text("0"), isOpen: isOpen)
    case .infinite: nil
    }
  }
}
