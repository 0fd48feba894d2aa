internal import FilterEngine

/// A number for each section key, kept for as long as the controller lives.
final class SectionNumbers {
  private var numbers: [FilterValue: Int] = [:]
  private var unnamed = 0

  /// The number of the section of `key`.
  func number(of key: FilterValue) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = numbers.count
    return numbers.count - 1
  }
}
