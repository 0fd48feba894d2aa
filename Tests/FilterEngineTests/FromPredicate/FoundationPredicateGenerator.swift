import Foundation
import TestSupport

@testable import FilterEngine

/// An expression whose type does not depend on that of its parts, so that random ones have few types.
struct Erased<Output>: StandardPredicateExpression {
  let base: any StandardPredicateExpression<Output>

  init(_ base: any StandardPredicateExpression<Output>) { self.base = base }

  func evaluate(_ bindings: PredicateBindings) throws -> Output { try base.evaluate(bindings) }

  init(from decoder: any Decoder) throws { throw CocoaError(.featureUnsupported) }

  func encode(to encoder: any Encoder) throws { throw CocoaError(.featureUnsupported) }
}

extension Erased: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression { try translator.node(base) }
}

/// Makes predicates of the expressions that have an equal in the language.
///
/// No number overflows and nothing is divided by zero, as the program would stop. Parts of closures have no value that may
/// be missing: an error of one element is decided by the order in which elements are visited.
struct FoundationPredicateGenerator {
  private typealias P = PredicateExpressions
  private typealias Item = FoundationSample

  private var random: SeededGenerator
  private let item: PredicateExpressions.Variable<FoundationSample>

  /// The element, where the test of a closure is made.
  private var room: PredicateExpressions.Variable<FoundationSample.Home>?

  /// A predicate that the numbers of `random` determine.
  static func predicate(_ random: SeededGenerator) -> Predicate<FoundationSample> {
    Predicate { item in
      var generator = FoundationPredicateGenerator(random: random, item: item)
      return generator.test(3)
    }
  }

  private init(random: SeededGenerator, item: PredicateExpressions.Variable<FoundationSample>) {
    (self.random, self.item) = (random, item)
  }

  // MARK: - Tests

  private mutating func test(_ depth: Int) -> Erased<Bool> {
    if depth > 0, random.chance(60) {
      let first = test(depth - 1)
      switch random.below(7) {
      case 0, 1: return Erased(P.build_Conjunction(lhs: first, rhs: test(depth - 1)))
      case 2, 3: return Erased(P.build_Disjunction(lhs: first, rhs: test(depth - 1)))
      case 4: return Erased(P.build_Negation(first))
      case 5: return Erased(P.build_Conditional(first, test(depth - 1), test(depth - 1)))
      default: return Erased(P.build_Equal(lhs: first, rhs: test(depth - 1)))
      }
    }
    switch random.below(20) {
    case 0, 1: return compared(int(2), int(2))
    case 2: return ordered(int(2), int(2))
    case 3: return compared(double(2), double(2))
    case 4: return ordered(double(2), double(2))
    case 5: return compared(text(), text())
    case 6: return searched()
    case 7: return optionals()
    case 8: return optionalTest()
    case 9: return contained()
    case 10: return inRange()
    case 11, 12: return aboutRooms()
    case 13: return scalars()
    case 14: return Erased(P.Value(random.chance(50)))
    case 15: return emptiness()
    default: return flag()
    }
  }

  private mutating func compared<Value: Equatable>(
    _ left: Erased<Value>, _ right: Erased<Value>
  ) -> Erased<Bool> {
    random.chance(50)
      ? Erased(P.build_Equal(lhs: left, rhs: right))
      : Erased(P.build_NotEqual(lhs: left, rhs: right))
  }

  private mutating func ordered<Value: Comparable>(
    _ left: Erased<Value>, _ right: Erased<Value>
  ) -> Erased<Bool> {
    let operation = random.pick([
      P.ComparisonOperator.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    ])
    return Erased(P.build_Comparison(lhs: left, rhs: right, op: operation))
  }

  private mutating func flag() -> Erased<Bool> {
    if let room { return Erased(P.build_KeyPath(root: room, keyPath: \.isOpen)) }
    return random.chance(50)
      ? Erased(P.build_KeyPath(root: item, keyPath: \.isActive)) : Erased(office(\.isOpen))
  }

  private mutating func searched() -> Erased<Bool> {
    let (text, part) = (text(), text())
    return switch random.below(3) {
    case 0: Erased(P.build_starts(text, with: part))
    case 1: Erased(P.build_contains(text, P.build_KeyPath(root: item, keyPath: \.letter)))
    default: Erased(P.CollectionContainsCollection(base: text, other: part))
    }
  }

  private mutating func scalars() -> Erased<Bool> {
    switch random.below(6) {
    case 0:
      return compared(
        Erased(P.build_KeyPath(root: item, keyPath: \.mood)),
        constant(random.pick([Item.Mood.good, .bad, .K])))
    case 1:
      return ordered(
        Erased(P.build_KeyPath(root: item, keyPath: \.start)),
        constant(Date(timeIntervalSinceReferenceDate: Double(random.below(5)))))
    case 2:
      return ordered(
        Erased(P.build_KeyPath(root: item, keyPath: \.price)),
        constant(Decimal(random.below(9) - 4) / 2))
    case 3:
      return ordered(
        Erased(P.build_KeyPath(root: item, keyPath: \.share)),
        constant(Float(random.pick(Item.doubles))))
    case 4:
      return ordered(
        Erased(P.build_KeyPath(root: item, keyPath: \.small)), constant(Int8(random.below(5))))
    default:
      return ordered(
        Erased(P.build_KeyPath(root: item, keyPath: \.count)), constant(UInt(random.below(5))))
    }
  }

  private mutating func optionals() -> Erased<Bool> {
    switch random.below(5) {
    case 0: return compared(optionalInt(), optionalInt())
    case 1: return compared(optionalDouble(), optionalDouble())
    case 2:
      return compared(
        Erased(P.build_KeyPath(root: item, keyPath: \.nickname)),
        random.chance(30) ? Erased(P.build_NilLiteral()) : constant(random.pick(Item.texts)))
    case 3:
      return compared(
        Erased(P.build_KeyPath(root: item, keyPath: \.isKnown)),
        random.chance(30) ? Erased(P.build_NilLiteral()) : constant(random.chance(50)))
    default:
      let city = P.build_flatMap(P.build_KeyPath(root: item, keyPath: \.home)) {
        P.build_KeyPath(root: $0, keyPath: \.city)
      }
      return compared(Erased(city), constant(random.pick(Item.texts)))
    }
  }

  /// A test of a value that may be missing.
  private mutating func optionalTest() -> Erased<Bool> {
    let optional: Erased<Bool?>
    if random.chance(50) {
      let bound = constant(random.below(5)) as Erased<Int>
      let isEqual = random.chance(50)
      optional = Erased(
        P.build_flatMap(optionalInt()) { value in
          isEqual
            ? Erased(P.build_Equal(lhs: value, rhs: bound))
            : Erased(P.build_Comparison(lhs: value, rhs: bound, op: .lessThan))
        })
    } else {
      optional = Erased(
        P.build_flatMap(P.build_KeyPath(root: item, keyPath: \.home)) { home in
          P.build_KeyPath(root: home, keyPath: \.isOpen)
        })
    }
    if random.chance(50) {
      return Erased(P.build_NilCoalesce(lhs: optional, rhs: test(0)))
    }
    return compared(
      optional, random.chance(20) ? Erased(P.build_NilLiteral()) : constant(random.chance(50)))
  }

  private mutating func contained() -> Erased<Bool> {
    switch random.below(6) {
    case 0: return Erased(P.build_contains(P.build_KeyPath(root: item, keyPath: \.tags), text()))
    case 1:
      let texts = (0..<random.below(3)).map { _ in random.pick(Item.texts) }
      return Erased(P.build_contains(P.build_Arg(texts), text()))
    case 2:
      return Erased(P.build_contains(P.build_KeyPath(root: item, keyPath: \.numbers), int(1)))
    case 3:
      return Erased(P.build_contains(P.build_KeyPath(root: item, keyPath: \.chosen), int(1)))
    case 4:
      return Erased(P.build_contains(P.build_KeyPath(root: item, keyPath: \.weights), double(1)))
    default:
      let doubles = (0..<random.below(3)).map { _ in random.pick(Item.doubles) }
      return Erased(P.build_contains(P.build_Arg(doubles), double(1)))
    }
  }

  private mutating func inRange() -> Erased<Bool> {
    let low = random.below(5) - 3
    let high = low + random.below(4)
    let element = int(1)
    switch random.below(4) {
    case 0:
      return Erased(
        P.build_contains(
          P.build_ClosedRange(lower: P.build_Arg(low), upper: P.build_Arg(high)), element))
    case 1:
      return Erased(
        P.build_contains(P.build_Range(lower: P.build_Arg(low), upper: int(0)), element))
    case 2: return Erased(P.build_contains(P.build_Arg(low..<high), element))
    default:
      return Erased(P.build_contains(P.build_Arg(Double(low)...Double(high)), double(1)))
    }
  }

  private mutating func emptiness() -> Erased<Bool> {
    switch random.below(3) {
    case 0: Erased(P.build_KeyPath(root: text(), keyPath: \.isEmpty))
    case 1:
      Erased(
        P.build_KeyPath(root: P.build_KeyPath(root: item, keyPath: \.tags), keyPath: \.isEmpty))
    default:
      Erased(
        P.build_KeyPath(root: P.build_KeyPath(root: item, keyPath: \.chosen), keyPath: \.isEmpty))
    }
  }

  private mutating func aboutRooms() -> Erased<Bool> {
    guard room == nil else { return flag() }
    let rooms = P.build_KeyPath(root: item, keyPath: \.rooms)
    switch random.below(3) {
    case 0: return Erased(P.build_contains(rooms, where: { inside($0) }))
    case 1: return Erased(P.build_allSatisfy(rooms, { inside($0) }))
    default:
      let found = P.build_filter(rooms) { inside($0) }
      return ordered(
        Erased(P.build_KeyPath(root: found, keyPath: \.count)), constant(random.below(3)))
    }
  }

  private mutating func inside(
    _ room: PredicateExpressions.Variable<FoundationSample.Home>
  ) -> Erased<Bool> {
    self.room = room
    defer { self.room = nil }
    return test(1)
  }

  // MARK: - Values

  private func constant<Value: Codable & Sendable>(_ value: Value) -> Erased<Value> {
    Erased(P.Value(value))
  }

  private func office<Value>(
    _ keyPath: any KeyPath<FoundationSample.Home, Value> & Sendable
  ) -> any StandardPredicateExpression<Value> {
    P.build_KeyPath(root: P.build_KeyPath(root: item, keyPath: \.office), keyPath: keyPath)
  }

  private mutating func text() -> Erased<String> {
    if let room, random.chance(50) { return Erased(P.build_KeyPath(root: room, keyPath: \.city)) }
    switch random.below(4) {
    case 0: return constant(random.pick(Item.texts))
    case 1: return Erased(office(\.city))
    case 2 where room == nil:
      return Erased(
        P.build_NilCoalesce(
          lhs: P.build_KeyPath(root: item, keyPath: \.nickname),
          rhs: constant(random.pick(Item.texts))))
    default: return Erased(P.build_KeyPath(root: item, keyPath: \.name))
    }
  }

  private mutating func int(_ depth: Int) -> Erased<Int> {
    if depth > 0, random.chance(30) {
      let first = int(depth - 1)
      switch random.below(6) {
      case 0: return Erased(P.build_UnaryMinus(first))
      case 1:
        return Erased(P.build_Division(lhs: first, rhs: P.build_Arg(random.pick([-2, 2, 3]))))
      case 2:
        return Erased(P.build_Remainder(lhs: first, rhs: P.build_Arg(random.pick([-2, 2, 3]))))
      default:
        let operation = random.pick([P.ArithmeticOperator.add, .subtract, .multiply])
        return Erased(P.build_Arithmetic(lhs: first, rhs: int(depth - 1), op: operation))
      }
    }
    if let room, random.chance(50) { return Erased(P.build_KeyPath(root: room, keyPath: \.rooms)) }
    // What follows may be missing.
    switch random.below(room == nil ? 9 : 4) {
    case 0: return constant(random.below(7) - 3)
    case 1: return Erased(office(\.rooms))
    case 2:
      return Erased(
        P.build_KeyPath(root: P.build_KeyPath(root: item, keyPath: \.tags), keyPath: \.count))
    case 4:
      return Erased(
        P.build_NilCoalesce(lhs: optionalInt(), rhs: P.build_Arg(random.below(5))))
    case 5: return Erased(P.build_ForcedUnwrap(optionalInt()))
    case 6:
      return Erased(
        P.build_subscript(
          P.build_KeyPath(root: item, keyPath: \.numbers), P.build_Arg(random.below(3))))
    case 7:
      return Erased(
        P.build_subscript(
          P.build_KeyPath(root: item, keyPath: \.totals), P.build_Arg(random.pick(["a", "b"])),
          default: P.build_Arg(random.below(5))))
    default: return Erased(P.build_KeyPath(root: item, keyPath: \.age))
    }
  }

  private mutating func optionalInt() -> Erased<Int?> {
    let numbers = P.build_KeyPath(root: item, keyPath: \.numbers)
    switch random.below(7) {
    case 0: return Erased(P.build_max(numbers))
    case 1: return Erased(P.build_min(numbers))
    case 2: return Erased(P.build_KeyPath(root: numbers, keyPath: \.first))
    case 3: return Erased(P.build_KeyPath(root: numbers, keyPath: \.last))
    case 4:
      return Erased(
        P.build_subscript(
          P.build_KeyPath(root: item, keyPath: \.totals), P.build_Arg(random.pick(["a", "b"]))))
    case 5:
      let score = P.build_KeyPath(root: item, keyPath: \.score)
      return Erased(
        P.build_flatMap(score) { P.build_Arithmetic(lhs: $0, rhs: P.build_Arg(1), op: .add) })
    default: return Erased(P.build_KeyPath(root: item, keyPath: \.score))
    }
  }

  private mutating func double(_ depth: Int) -> Erased<Double> {
    if depth > 0, random.chance(30) {
      let first = double(depth - 1)
      switch random.below(3) {
      case 0: return Erased(P.build_UnaryMinus(first))
      case 1: return Erased(P.build_Division(lhs: first, rhs: double(depth - 1)))
      default:
        let operation = random.pick([P.ArithmeticOperator.add, .subtract, .multiply])
        return Erased(P.build_Arithmetic(lhs: first, rhs: double(depth - 1), op: operation))
      }
    }
    switch random.below(4) {
    case 0: return constant(random.pick(Item.doubles))
    case 1 where room == nil:
      return Erased(
        P.build_NilCoalesce(
          lhs: optionalDouble(), rhs: P.build_Arg(random.pick(Item.doubles))))
    default: return Erased(P.build_KeyPath(root: item, keyPath: \.weight))
    }
  }

  private mutating func optionalDouble() -> Erased<Double?> {
    if let room { return Erased(P.build_KeyPath(root: room, keyPath: \.height)) }
    switch random.below(3) {
    case 0:
      return Erased(
        P.build_flatMap(P.build_KeyPath(root: item, keyPath: \.home)) {
          P.build_KeyPath(root: $0, keyPath: \.height)
        })
    case 1: return constant(random.chance(20) ? nil : random.pick(Item.doubles))
    default: return Erased(P.build_KeyPath(root: item, keyPath: \.height))
    }
  }
}
