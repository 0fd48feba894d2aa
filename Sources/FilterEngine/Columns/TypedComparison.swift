import EssentialFoundation
import FilterSyntax

/// The driver of a comparison of typed expressions. It makes the test that computes them in place.
///
/// Rows without an answer fail, and are left to the precise evaluator.
struct TypedComparison {
  typealias PlannedFilter = (filter: RowFilter, method: Plan.Method)

  let comparison: DecidedComparison
  let left: TypedExpression?
  let right: TypedExpression?

  /// The test, and a description of it; nil if values must be made.
  func filter() -> PlannedFilter? {
    switch comparison.subject {
    case .left: left.flatMap(subject)
    case .right: right.flatMap(subject)
    case nil: comparison.quantifier == nil ? columns() : nil
    }
  }

  /// The test of the side that is compared with a constant.
  private func subject(_ side: TypedExpression) -> PlannedFilter? {
    guard comparison.quantifier == nil else { return elements(side) }
    switch side {
    case .guarded(let guarded):
      guard let test = flat(comparison, guarded.field) else { return nil }
      return (.guarded(guarded, test, whenNil: comparison.whenNil), "compares in place")
    case .decimal(let offset):
      guard let answers = Ordering.answers(comparison.operator),
        let number = comparison.decimalConstant?.exactNumber
      else { return nil }
      return (.decimal(at: offset, answers, number), "compares exact numbers in place")
    case .uuid(let offset):
      guard case .uuid(let uuid)? = comparison.constant, isEquality else { return nil }
      let test = UUIDTest(offset: offset, uuid, isInverted: comparison.operator == .notEqual)
      return (.test(test), "compares two words in place")
    case .member(let read, let key):
      return member(key, read).map { ($0, "looks a key up and compares in place") }
    default: break
    }
    switch (comparison.test, side) {
    case (.numbers(let range), .integers(let column)):
      return IntegerRangeTest<UInt64>(int64: range).map {
        (.integers(column, in: $0, whenNil: comparison.whenNil), "computes integers in place")
      }
    case (.numbers(let range), .doubles(let column)) where !range.isOfDates:
      return FloatingRangeTest<Double>(range, at: 0).map {
        (.doubles(column, in: $0, whenNil: comparison.whenNil), "computes doubles in place")
      }
    case (.numbers(let range), .dates(let column)) where range.isOfDates:
      return FloatingRangeTest<Double>(range, at: 0).map {
        (.doubles(column, in: $0, whenNil: comparison.whenNil), "compares in place")
      }
    case (.text(let text), .folded(let field, let toUpper)) where text.isQuick:
      return (.folded(field, toUpper: toUpper, text.holds), "compares text in place")
    default: return nil
    }
  }

  /// The test of a key of a dictionary. A pattern needs a run, so values are made for it.
  private func member(_ key: String, _ read: @escaping FieldAccess.KeyReader) -> RowFilter? {
    switch comparison.test {
    case .pattern, .values: return nil
    case .always, .nilness, .numbers, .text, .oneOf: break
    }
    let test = SlotTest(comparison.test, of: comparison).answer
    let one: RowFilter.One = { row, run in
      RowSlot.with(read(row, key) ?? .null) { test($0, run) } ?? .failed
    }
    return RowFilter(one: one, many: RowFilter.rowByRow(one), runUse: .never)
  }

  private var isEquality: Bool {
    comparison.operator == .equal || comparison.operator == .notEqual
  }

  /// The test of a field of another layout, without a run.
  private func flat(_ comparison: DecidedComparison, _ field: FieldAccess) -> RowFilter? {
    let test =
      FieldFilter(comparison, field, isCount: false)?.filter()
      ?? TypedComparison(
        comparison: comparison,
        left: comparison.subject == .left ? TypedExpression(field: field) : nil,
        right: comparison.subject == .right ? TypedExpression(field: field) : nil
      ).filter()
    guard let test, test.filter.runUse == .never else { return nil }
    return test.filter
  }

  /// `ANY comments.likes > 7`
  private func elements(_ side: TypedExpression) -> PlannedFilter? {
    guard let quantifier = comparison.quantifier, case .itemField(let items, let key) = side,
      items.filter == nil, let test = flat(comparison.ofElement, key)
    else { return nil }
    return (
      .elements(of: items.array, ElementQuantifier(quantifier), test), "tests elements in place"
    )
  }

  /// `a > b`, `name == other`
  private func columns() -> PlannedFilter? {
    guard let left, let right else { return nil }
    if case .text(let first) = left, case .text(let second) = right {
      guard isEquality, !comparison.options.changesEquality else { return nil }
      return (
        .equal(first, second, isInverted: comparison.operator == .notEqual),
        "compares bytes in place"
      )
    }
    guard let answers = Ordering.answers(comparison.operator), let first = left.withoutGuard,
      let second = right.withoutGuard
    else { return nil }
    switch (first, second) {
    case (.integers(let first), .integers(let second)):
      return (.compare(first, second, answers), "compares two columns in place")
    case (.dates(let first), .dates(let second)):
      return (.compare(first, second, answers), "compares two columns in place")
    case (.integers, .doubles), (.doubles, .integers), (.doubles, .doubles):
      guard let first = first.exactDoubles, let second = second.exactDoubles else { return nil }
      return (.compare(first, second, answers), "compares two columns in place")
    default: return nil
    }
  }
}

extension TypedExpression {
  /// The numbers as doubles, if they are exact.
  fileprivate var exactDoubles: NumberColumn<Double>? {
    switch self {
    case .integers(let column):
      NumberColumn(WidenedColumn(integers: column, failsBetweenDoubles: true))
    case .doubles(let column): column
    default: nil
    }
  }
}

extension FilterValue {
  /// The number; nil if it is not finite.
  fileprivate var exactNumber: ExactNumber? {
    switch self {
    case .bool(let flag): ExactNumber(flag ? 1 : 0)
    case .int(let number): ExactNumber(number)
    case .wide(let number): ExactNumber(number)
    case .double(let number): number.isFinite ? ExactNumber(finite: number) : nil
    case .decimal(let number): number.isNaN ? nil : ExactNumber(finite: number)
    default: nil
    }
  }
}
