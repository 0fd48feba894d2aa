internal import CFilterPlugin

/// `prices.@median.amount`
enum Median {
  static let body: frc_body = { api, call, arguments, _, _ in
    guard let api = api?.pointee, let list = arguments?.pointee else { return }
    var numbers: [Double] = []
    for index in 0..<api.count(list) {
      let element = api.element(list, index)
      if api.kind(element) == FRC_NIL { continue }
      var number = 0.0
      guard api.get_double(element, &number) else {
        return api.set_error(call, "@median takes numbers")
      }
      numbers.append(number)
    }
    api.set_result(
      call, median(of: numbers).map { api.make_double(call, $0) } ?? api.make_nil(call))
  }

  /// Nil of nothing, and NaN where one of them is.
  private static func median(of numbers: [Double]) -> Double? {
    if numbers.contains(where: \.isNaN) { return .nan }
    let sorted = numbers.sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return nil }
    return sorted.count.isMultiple(of: 2) ? sorted[sorted.count / 2 - 1] / 2 + upper / 2 : upper
  }
}
