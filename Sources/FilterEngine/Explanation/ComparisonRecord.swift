/// The values of a comparison that was evaluated.
struct ComparisonRecord: ComparisonObserver {
  /// The greatest number of elements that are kept.
  static let most = 10

  private(set) var left: FilterValue?
  private(set) var right: FilterValue?

  /// The elements that passed the first subquery; nil without one.
  var passed: [FilterValue]?

  /// The element that is being tested, or that decided.
  private var current: FilterValue?

  /// The first elements that decided nothing alone.
  private var undecided: [FilterValue] = []

  private let hasQuantifier: Bool

  /// Whether a quantifier visits the elements of the left side, which are known by now.
  private var visitsElements = false

  init(hasQuantifier: Bool = false) { self.hasQuantifier = hasQuantifier }

  /// The elements that decided; nil without a quantifier, and before both sides have a value.
  var elements: [FilterValue]? {
    guard visitsElements else { return nil }
    return current.map { [$0] } ?? undecided
  }

  mutating func observe(left value: FilterValue) { left = value }

  mutating func observe(right value: FilterValue) {
    right = value
    visitsElements = hasQuantifier
  }

  mutating func begin(_ element: FilterValue) { current = element }

  mutating func pass(_ element: FilterValue) {
    current = nil
    if undecided.count < Self.most { undecided.append(element) }
  }

  /// The record with its values as `values` shows them.
  func shown(by values: ShownValues, _ keys: ShownKeys) -> ComparisonRecord {
    var shown = ComparisonRecord(hasQuantifier: hasQuantifier)
    shown.left = left.flatMap { values.shown($0, keys.left) }
    shown.right = right.flatMap { values.shown($0, keys.right) }
    shown.passed = passed.flatMap { values.shown(all: $0, keys.subqueries) }
    shown.visitsElements = visitsElements && keys.left != nil
    shown.current = current.flatMap { values.shown($0, keys.left) }
    shown.undecided = values.shown(all: undecided, keys.left) ?? []
    return shown
  }
}
