import EssentialFoundation
import FilterSyntax

/// The driver of a comparison with a field in memory. It makes the test that reads the field in place.
struct FieldFilter {
  let comparison: DecidedComparison
  let field: FieldAccess
  let offset: Int

  /// Whether the number of the field's elements is compared.
  let isCount: Bool

  /// The test of the field, or of each of its elements.
  let test: ComparisonTest

  /// The quantifier of the elements; nil if the field is not a list.
  let quantifier: ElementQuantifier?

  /// Nil if the field is computed, or is a list that is compared as a whole.
  init?(_ comparison: DecidedComparison, _ field: FieldAccess, isCount: Bool) {
    guard let offset = field.offset else { return nil }
    if field.type.storage.wrapper == .array, !isCount {
      guard let elements = comparison.elements else { return nil }
      quantifier = ElementQuantifier(elements.quantifier)
      test = elements.test
    } else {
      guard comparison.quantifier == nil else { return nil }
      quantifier = nil
      test = comparison.test
    }
    self.comparison = comparison
    self.field = field
    self.offset = offset
    self.isCount = isCount
  }

  /// The test in place, and a description of it; nil if values must be compared.
  func filter() -> (filter: RowFilter, method: Plan.Method)? {
    if isCount { return count().map { ($0, "counts elements in place") } }
    switch test {
    case .always, .nilness: return nilness().map { ($0, "looks for nil in place") }
    case .numbers, .text, .oneOf, .pattern, .values: break
    }
    return switch field.type.storage.base {
    case .bool: integers(UInt8.self).map { ($0, "compares in place") }
    case .int8: integers(Int8.self).map { ($0, "compares in place") }
    case .int16: integers(Int16.self).map { ($0, "compares in place") }
    case .int32: integers(Int32.self).map { ($0, "compares in place") }
    case .int64: integers(Int64.self).map { ($0, "compares in place") }
    case .uint8: integers(UInt8.self).map { ($0, "compares in place") }
    case .uint16: integers(UInt16.self).map { ($0, "compares in place") }
    case .uint32: integers(UInt32.self).map { ($0, "compares in place") }
    case .uint64: integers(UInt64.self).map { ($0, "compares in place") }
    case .float: floating(Float.self, isDate: false).map { ($0, "compares in place") }
    case .double: floating(Double.self, isDate: false).map { ($0, "compares in place") }
    case .date: floating(Date.self, isDate: true).map { ($0, "compares in place") }
    case .string: strings()
    case .finite(let cases): finite(cases).map { ($0, "looks up an answer made for each case") }
    case .uuid, .decimal, .opaque: nil
    }
  }

  /// `field == nil`, and comparisons that are always false because the constant is `nil`.
  private func nilness() -> RowFilter? {
    guard quantifier == nil else { return nil }
    let whenNil = comparison.whenNil
    var otherwise = false
    if case .nilness = test { otherwise = !whenNil }
    let storage = field.type.storage
    if storage.wrapper == .none {
      return switch storage.base {
      // The filter value of a type that is not optional can be `nil`, too.
      case .opaque: nil
      case .finite(let cases): finite(cases)
      default: .constant(otherwise)
      }
    }
    guard whenNil != otherwise else { return .constant(otherwise) }
    return switch storage.base {
    case .bool: .test(NilTest<Bool>(offset: offset, whenNil: whenNil))
    case .int8, .uint8: .test(NilTest<UInt8>(offset: offset, whenNil: whenNil))
    case .int16, .uint16: .test(NilTest<UInt16>(offset: offset, whenNil: whenNil))
    case .int32, .uint32, .float: .test(NilTest<UInt32>(offset: offset, whenNil: whenNil))
    case .int64, .uint64, .double, .date: .test(NilTest<UInt64>(offset: offset, whenNil: whenNil))
    case .string where StringWords.isKnown:
      .test(NilStringTest(offset: offset, whenNil: whenNil))
    default: nil
    }
  }

  /// A one-byte field. The comparison is evaluated for each of its cases in advance.
  private func finite(_ cases: [(byte: UInt8, value: FilterValue)]) -> RowFilter? {
    guard comparison.isPure, let constant = comparison.constant else { return nil }
    let run = EvaluationContext(now: .distantPast, variables: [], places: 1)
    var bytes: [UInt8] = []
    for (byte, value) in cases {
      let (left, right) =
        comparison.subject == .left ? (value, constant) : (constant, value)
      run.beginRow()
      guard let holds = try? comparison.body(left, right, run) else { return nil }
      if holds { bytes.append(byte) }
    }
    return .test(FiniteTest(offset: offset, matching: bytes))
  }
}
