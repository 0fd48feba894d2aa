internal import EssentialFoundation

extension FilterValue {
  /// The value with its doubles replaced by the decimals of their shortest digits, also in lists and sets; nil
  /// if every decimal equals its double.
  var readAsDecimals: FilterValue? {
    switch self {
    case .double(let number):
      guard number.isFinite, let decimal = Decimal(string: number.description),
        FilterValue.decimal(decimal) != self
      else { return nil }
      return .decimal(decimal)
    case .list(let list): return Self.readAsDecimals(list.elements).map { .list(FilterList($0)) }
    case .set(let set): return Self.readAsDecimals(set.elements).map { .set(FilterSet($0)) }
    default: return nil
    }
  }

  private static func readAsDecimals(_ elements: [FilterValue]) -> [FilterValue]? {
    var isChanged = false
    let decimals = elements.map { element in
      guard let decimal = element.readAsDecimals else { return element }
      isChanged = true
      return decimal
    }
    return isChanged ? decimals : nil
  }
}
