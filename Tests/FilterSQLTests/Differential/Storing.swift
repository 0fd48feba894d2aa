import FilterEngine
import Foundation
import TestSupport

@testable import FilterSQL

/// Random values as a database keeps them.
struct Storing {
  let dialect: SQLDialect

  func item(_ id: Int64, _ random: inout SeededGenerator) -> HostileTable.Stored {
    [
      .integer(id), integer(&random), notNull(&random) { integer(&$0) }, real(&random),
      random.chance(20) ? nil : .boolean(random.chance(50)), text(&random),
      notNull(&random) { text(&$0) }, text(&random), date(.unixSeconds, &random),
      notNull(&random) { date(dialect.storesNaN ? .timestamp : .unixMilliseconds, &$0) },
      date(.unixReal, &random),
      random.chance(30) ? nil : .bytes(random.pick([[], [0], [1, 2], [255, 0, 1]])),
      random.chance(30) ? nil : .uuid(Array(repeating: UInt8(random.below(3)), count: 16)),
      random.chance(30) ? nil : .integer(.random(in: 1...7, using: &random)),
      notNull(&random) { real(&$0) }, date(.text(.milliseconds), &random),
      date(.text(.day), &random), date(.julianDay, &random), decimal(&random),
      random.chance(15) ? nil : .text(documents.object(&random)),
      random.chance(15) ? nil : .text(documents.value(&random)),
      random.chance(15)
        ? nil : .text(HostileDocuments(dialect: dialect, isCanonical: true).object(&random)),
    ] + (dialect.storesNaN ? times(&random) : dynamic(&random))
  }

  private var documents: HostileDocuments { HostileDocuments(dialect: dialect) }

  /// A value each for columns without an affinity, and of those of numbers and of texts.
  private func dynamic(_ random: inout SeededGenerator) -> HostileTable.Stored {
    func anything(_ random: inout SeededGenerator) -> SQLValue? {
      switch random.below(4) {
      case 0: return integer(&random)
      case 1: return real(&random)
      case 2: return .bytes(random.pick([[], [0], [97], [255, 0, 1]]))
      default: return text(&random)
      }
    }
    let (first, second, third) = (anything(&random), anything(&random), anything(&random))
    // What the affinity of a column would convert is stored as what it becomes.
    func isNumber(_ value: SQLValue?) -> Bool {
      if case .text(let text)? = value { Double(text) != nil } else { false }
    }
    func isText(_ value: SQLValue?) -> Bool {
      switch value {
      case .integer, .real: false
      default: true
      }
    }
    return [
      first, isNumber(second) ? .integer(10) : second, isText(third) ? third : .text("10"),
      mark(&random),
    ]
  }

  /// A UUID as text, in upper, lower or mixed case.
  private func mark(_ random: inout SeededGenerator) -> SQLValue? {
    if random.chance(20) { return nil }
    let text = random.pick([
      "ABCDEFAB-CDEF-4ABC-8DEF-ABCDEFABCDEF", "ABCDEFAB-CDEF-4ABC-8DEF-ABCDEFABCDE0",
      "01010101-0101-0101-0101-010101010101", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    ])
    switch random.below(3) {
    case 0: return .text(text)
    case 1: return .text(text.lowercased())
    default:
      return .text(
        text.map { random.chance(50) ? String($0) : $0.lowercased() }.joined())
    }
  }

  private func times(_ random: inout SeededGenerator) -> HostileTable.Stored {
    [date(.timestampWithoutZone, &random), date(.calendarDay, &random)]
  }

  private func decimal(_ random: inout SeededGenerator) -> SQLValue? {
    if random.chance(15) { return nil }
    return .text(
      random.pick([
        "0", "1", "-1", "2", "2.5", "1.5", "0.1", "1.10", "-0.5", "0.5", "9007199254740993",
        "9223372036854775807", "12345678901234567890.12345678901234567",
        "99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001",
        "0.1000000000000000055511151231257827",
      ]))
  }

  func integer(_ random: inout SeededGenerator) -> SQLValue? {
    if random.chance(15) { return nil }
    return .integer(
      random.chance(50)
        ? .random(in: -2...5, using: &random) : random.pick(PropertyValues.integers))
  }

  private func real(_ random: inout SeededGenerator) -> SQLValue? {
    if random.chance(15) { return nil }
    let value =
      random.chance(30)
      ? Double(Int.random(in: -2...5, using: &random)) : random.pick(PropertyValues.doubles)
    guard !dialect.storesNaN else { return .real(value) }
    // SQLite keeps NULL in place of NaN, and 0 in place of -0.0, by which a division differs.
    return value.isNaN ? nil : .real(value == 0 ? 0 : value)
  }

  func text(_ random: inout SeededGenerator) -> SQLValue? {
    if random.chance(15) { return nil }
    let text = PropertyValues.text(&random)
    return .text(dialect.storesNUL ? text : text.replacing("\0", with: "\u{1}"))
  }

  func date(_ form: SQLDateForm, _ random: inout SeededGenerator) -> SQLValue? {
    if random.chance(15) { return nil }
    let seconds = random.pick(PropertyValues.dates) + 978_307_200
    let offset = random.chance(70) ? 0 : random.pick([0.5, -0.5, 0.001, 1, 0.000001])
    switch form {
    case .unixSeconds: return .integer(Int64((seconds + offset).rounded(.down)))
    case .unixMilliseconds: return .integer(Int64(((seconds + offset) * 1000).rounded(.down)))
    case .unixReal: return .real(seconds + offset)
    case .julianDay: return .real((seconds + offset) / 86_400 + 2_440_587.5)
    case .text(let format):
      let step = ((seconds + offset) * (format == .day ? 1 / 86_400.0 : 1000)).rounded(.down)
      return .text(format.text(Int64(step)))
    case .timestamp, .timestampWithoutZone:
      let step = Int64((seconds + offset - 946_684_800) * 1_000_000)
      return form == .timestamp ? .microseconds(step) : .localMicroseconds(step)
    case .calendarDay:
      return .days(Int64(((seconds + offset - 946_684_800) / 86_400).rounded(.down)))
    }
  }

  private func notNull(
    _ random: inout SeededGenerator, _ make: (inout SeededGenerator) -> SQLValue?
  ) -> SQLValue {
    while true {
      if let value = make(&random) { return value }
    }
  }
}
