import FilterEngine
import Foundation
import TestSupport

/// How the time to compile a filter grows with its text.
enum CompilationGrowth {
  /// What twice the text may take.
  private static let permitted = 2.3

  private static let sizes = [250_000, 500_000, 1_000_000]

  /// Prints the ratios of forms; false if one of them is too large.
  static func isLinear(_ forms: [WorkForm]) -> Bool {
    print("the time to compile twice the text, \(permitted) of which is permitted:")
    var isLinear = true
    for form in forms {
      let times = sizes.map { seconds(form.text($0)) }
      let ratios = zip(times.dropFirst(), times).map { $0 / max($1, 1e-4) }
      // The caches of a machine make one doubling slower than others.
      let ratio = pow(ratios.reduce(1, *), 1 / Double(ratios.count))
      isLinear = isLinear && ratio <= permitted
      print(String(format: "%6.2f  %@%@", ratio, form.name, ratio > permitted ? "  ABOVE" : ""))
    }
    return isLinear
  }

  /// The least of three times.
  private static func seconds(_ text: String) -> Double {
    (0..<3).map { _ in
      let start = WorkWay.processorTime
      _ = try? FilterPredicate<FilterValue>(text: text)
      return WorkWay.processorTime - start
    }.min() ?? 0
  }
}
