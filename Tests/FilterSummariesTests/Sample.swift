import FilterEngine
import FoundationEssentials
import TestSupport

/// A random value with what a recount has to know of it.
struct Sample {
  let value: FilterValue

  /// The number in parts of 1 / `Sample.parts`; nil for any other value, and for NaN.
  var number: Int?

  /// The precedence of the spelling among those of equal numbers.
  var rank = 0

  /// The slot of the value; nil if it has none here.
  var slot: RowSlot?

  /// All fractions of the samples are multiples of one part, and sums of them are exact doubles.
  static let parts = 1_024_000

  /// The kind by which it is summed and ordered: a Boolean is a number.
  var kind: FilterKind { number == nil ? value.kind : .number }

  var isNotANumber: Bool { number == nil && value.kind == .number }

  /// Whether both are one value.
  func equals(_ other: Sample) -> Bool {
    if let number, let other = other.number { return number == other }
    return isNotANumber ? other.isNotANumber : other.number == nil && value == other.value
  }

  /// Whether it names the value that both are.
  func names(_ other: Sample) -> Bool {
    (rank, "\(value)") < (other.rank, "\(other.value)")
  }

  /// A value of any kind but a collection.
  static func random(_ dice: inout SeededGenerator) -> Sample {
    switch dice.below(12) {
    case 0: return Sample(value: .null, slot: RowSlot(.null))
    case 1:
      let flag = dice.chance(50)
      return Sample(
        value: .bool(flag), number: flag ? parts : 0, rank: 3, slot: RowSlot(flag ? .true : .false))
    case 2: return Sample(value: .string(dice.pick(["", "a", "b", "longer than the others"])))
    case 3: return Sample(value: .date(Date(timeIntervalSinceReferenceDate: Double(dice.below(3)))))
    case 4:
      let tenths = dice.below(41) - 20
      return Sample(value: .decimal(Decimal(tenths) / 10), number: tenths * parts / 10, rank: 2)
    case 5: return Sample(double: dice.pick([.nan, 0, -0.0]))
    case 6, 7: return Sample(double: Double(dice.below(5) - 2))
    case 8: return Sample(double: Double(dice.below(4096) - 2048) / 1024)
    default:
      let number = dice.below(5) - 2
      return Sample(
        value: .int(Int64(number)), number: number * parts,
        slot: RowSlot(.integer, bits: UInt64(bitPattern: Int64(number))))
    }
  }

  private init(
    value: FilterValue, number: Int? = nil, rank: Int = 0, slot: RowSlot? = nil
  ) {
    (self.value, self.number, self.rank, self.slot) = (value, number, rank, slot)
  }

  private init(double: Double) {
    self.init(
      value: .double(double), number: double.isNaN ? nil : Int(double * Double(Self.parts)),
      rank: 1, slot: RowSlot(.double, bits: double.bitPattern))
  }
}

extension [Sample] {
  /// Each value once, in the least of its spellings.
  var distinct: [Sample] {
    reduce(into: []) { found, sample in
      guard let index = found.firstIndex(where: sample.equals) else { return found.append(sample) }
      if sample.names(found[index]) { found[index] = sample }
    }
  }

  /// The sum and the average, by exact fractions.
  var total: (sum: FilterValue, average: FilterValue) {
    guard !isEmpty else { return (.int(0), .null) }
    if contains(where: \.isNotANumber) { return (.double(.nan), .double(.nan)) }
    let total = reduce(0) { $0 + ($1.number ?? 0) }
    let average = FilterValue.double(Double(total) / Double(Sample.parts * count))
    if contains(where: { $0.rank == 1 }) {
      return (.double(Double(total) / Double(Sample.parts)), average)
    }
    if contains(where: { $0.rank == 2 }) {
      return (.decimal(Decimal(total * 10 / Sample.parts) / 10), average)
    }
    return (.int(Int64(total / Sample.parts)), average)
  }

  /// The least or the greatest value of a kind.
  func extreme(of kind: FilterKind, isGreatest: Bool) -> FilterValue {
    filter { $0.kind == kind && !$0.isNotANumber }.reduce(nil as Sample?) { best, sample in
      guard let best else { return sample }
      if sample.equals(best) { return sample.names(best) ? sample : best }
      return sample.isBelow(best) != isGreatest ? sample : best
    }?.value ?? .null
  }

  /// The values of a kind in order, each under the least spelling of those that equal it.
  func ranked(of kind: FilterKind) -> [Sample] {
    let values = filter { $0.kind == kind && !$0.isNotANumber }
      .sorted { $0.isBelow($1) }
    return values.map { value in values.filter(value.equals).distinct[0] }
  }

  /// The median of the values of a kind.
  func median(of kind: FilterKind) -> FilterValue {
    let values = ranked(of: kind)
    guard !values.isEmpty else { return .null }
    let (first, last) = (values[(values.count - 1) / 2], values[values.count / 2])
    if first.equals(last) { return first.value }
    if let number = first.number, let other = last.number {
      return .double(Double(number + other) / Double(2 * Sample.parts))
    }
    guard case .date(let date) = first.value, case .date(let other) = last.value else {
      return first.value
    }
    return .date(date + other.timeIntervalSince(date) / 2)
  }

  /// The first of the values of a kind that so many percent of them are not above.
  func percentile(_ percent: Int, of kind: FilterKind) -> FilterValue {
    let values = ranked(of: kind)
    return values.first { value in
      values.count { !value.isBelow($0) } * 100 >= percent * values.count
    }?.value ?? .null
  }
}

extension Sample {
  /// Whether it is below another value of its kind.
  fileprivate func isBelow(_ other: Sample) -> Bool {
    if let number, let other = other.number { return number < other }
    return switch (value, other.value) {
    case (.string(let left), .string(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    default: false
    }
  }
}
