internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax

/// How a column writes its dates, in the signs of `strptime`: `%d.%m.%Y`.
///
/// A text is a date only if the whole of it fits and the day exists. Names of months and days are English. Without a
/// time it is midnight, without a zone UTC.
struct DatePattern: Hashable {
  private enum Part: Hashable {
    case literal(UInt8)
    /// Blanks, of which there may be none only if they are not required
    case blanks(areRequired: Bool)
    case field(Field)
  }

  private enum Field: Hashable {
    case year, shortYear, month, monthName, day, weekday, hour, halfHour, half, minute, second
    case fraction, zone
  }

  let text: String
  private var parts: [Part] = []

  private static let fields: [Unicode.Scalar: Field] = [
    "Y": .year, "y": .shortYear, "m": .month, "b": .monthName, "B": .monthName, "h": .monthName,
    "d": .day, "a": .weekday, "A": .weekday, "H": .hour, "I": .halfHour, "p": .half, "M": .minute,
    "S": .second, "f": .fraction, "z": .zone, "Z": .zone,
  ]

  /// The signs that stand for several others.
  private static let shorthands: [Unicode.Scalar: String] = [
    "F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "D": "%m/%d/%y", "n": " ", "t": " ",
  ]

  /// Reads a pattern; throws if it has an unknown sign or does not determine a day.
  init(_ text: String) throws(ToolError) {
    self.text = text
    try add(text)
    let fields = parts.compactMap { part in
      if case .field(let field) = part { field } else { nil }
    }
    let known = Set(fields)
    guard known.count == fields.count else { throw .message("'\(text)' has a sign twice") }
    for (name, sign, choices) in [
      ("year", "%Y", [.year, .shortYear]), ("month", "%m", [.month, .monthName]),
      ("day", "%d", [.day]),
    ] as [(String, String, Set<Field>)] {
      let found = known.intersection(choices).count
      guard found == 1 else {
        throw .message("'\(text)' has \(found == 0 ? "no" : "more than one") \(name), \(sign)")
      }
    }
    guard known.contains(.halfHour) == known.contains(.half),
      !known.contains(.hour) || !known.contains(.halfHour)
    else { throw .message("'\(text)' has hours of half a day: %I and %p go together, without %H") }
  }

  private mutating func add(_ text: String) throws(ToolError) {
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == " " { parts.append(.blanks(areRequired: true)) }
      if scalar == " " { continue }
      guard scalar == "%" else {
        parts += Array(String(scalar).utf8).map { .literal($0) }
        continue
      }
      let sign = rest.popFirst()
      if let field = sign.flatMap({ Self.fields[$0] }) {
        parts.append(.field(field))
      } else if let longer = sign.flatMap({ Self.shorthands[$0] }) {
        try add(longer)
      } else if sign == "e" {
        parts += [.blanks(areRequired: false), .field(.day)]
      } else if sign == "%" {
        parts.append(.literal(UInt8(ascii: "%")))
      } else {
        throw .message(
          "there is no %\(sign.map { String($0) } ?? "") in dates: write %Y %y %m %b %d %e %a %H %I %p %M %S %f %z, %F "
            + "for %Y-%m-%d or %T for %H:%M:%S")
      }
    }
  }

  /// The date of a text; nil for any other text.
  func date(_ text: String) -> Date? {
    var reader = Reader(rest: Array(text.utf8)[...])
    for part in parts where !reader.read(part) { return nil }
    return reader.rest.isEmpty ? reader.date : nil
  }

  /// The fields of a text, read from its start.
  private struct Reader {
    var rest: ArraySlice<UInt8>
    private var numbers: [Field: Int] = [:]
    private var fraction = ""
    private var zone = "Z"

    init(rest: ArraySlice<UInt8>) { self.rest = rest }

    /// Reads a part of the pattern; false if the text goes on otherwise.
    mutating func read(_ part: Part) -> Bool {
      switch part {
      case .literal(let byte): return take(byte)
      case .blanks(let areRequired):
        let count = rest.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
        rest = rest.dropFirst(count)
        return count > 0 || !areRequired
      case .field(.fraction):
        let digits = rest.prefix { $0.isDigit }
        fraction = "." + String(decoding: digits, as: UTF8.self)
        rest = rest.dropFirst(digits.count)
        return (1...9).contains(digits.count)
      case .field(.zone): return readZone()
      case .field(let field):
        let number =
          switch field {
          case .year: digits(4...4)
          case .shortYear: digits(2...2).map { $0 < 69 ? 2_000 + $0 : 1_900 + $0 }
          case .monthName: name(Self.months).map { $0 + 1 }
          case .weekday: name(Self.weekdays)
          case .half: name([["am"], ["pm"]])
          default: digits(1...2)
          }
        numbers[field] = number
        return number != nil
      }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
      guard rest.first == byte else { return false }
      rest = rest.dropFirst()
      return true
    }

    private mutating func digits(_ counts: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix(counts.upperBound).prefix { $0.isDigit }
      guard counts.contains(digits.count) else { return nil }
      rest = rest.dropFirst(digits.count)
      return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// The number of the name that the text starts with, in any case.
    private mutating func name(_ names: [[String]]) -> Int? {
      for (number, spellings) in names.enumerated() {
        for spelling in spellings {
          let start = rest.prefix(spelling.utf8.count)
          guard start.elementsEqual(spelling.utf8, by: { $0 | 0x20 == $1 }) else { continue }
          rest = rest.dropFirst(start.count)
          return number
        }
      }
      return nil
    }

    /// `Z`, `UTC`, `GMT`, `+01`, `+0100` or `+01:00`
    private mutating func readZone() -> Bool {
      if name([["z"], ["utc"], ["gmt"]]) != nil { return true }
      guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
        return false
      }
      rest = rest.dropFirst()
      guard let hours = digits(2...2) else { return false }
      let hasColon = take(UInt8(ascii: ":"))
      let minutes = digits(2...2)
      guard minutes != nil || !hasColon else { return false }
      let (hour, minute) = (DateText.padded(hours, 2), DateText.padded(minutes ?? 0, 2))
      zone = (sign == UInt8(ascii: "+") ? "+" : "-") + "\(hour):\(minute)"
      return true
    }

    /// The date of the fields; nil if there is no such day or time.
    var date: Date? {
      guard let year = numbers[.year] ?? numbers[.shortYear],
        let month = numbers[.month] ?? numbers[.monthName], let day = numbers[.day]
      else { return nil }
      var hour = numbers[.hour] ?? 0
      if let halfHour = numbers[.halfHour], let half = numbers[.half] {
        guard (1...12).contains(halfHour) else { return nil }
        hour = halfHour % 12 + half * 12
      }
      let calendarDay = ([(year, 4), (month, 2), (day, 2)] as [(Int, Int)])
        .map { DateText.padded($0, $1) }.joined(separator: "-")
      if let weekday = numbers[.weekday] {
        guard let midnight = Date(iso8601: calendarDay) else { return nil }
        // The first of January 1970 was a Thursday.
        let days = Int((midnight.timeIntervalSince1970 / 86_400).rounded(.down))
        guard ((days + 4) % 7 + 7) % 7 == weekday else { return nil }
      }
      let time = [hour, numbers[.minute] ?? 0, numbers[.second] ?? 0]
        .map { DateText.padded($0, 2) }.joined(separator: ":")
      return Date(iso8601: "\(calendarDay)T\(time)\(fraction)\(zone)")
    }

    /// The longer spelling first.
    private static let months = [
      ["january", "jan"], ["february", "feb"], ["march", "mar"], ["april", "apr"], ["may"],
      ["june", "jun"], ["july", "jul"], ["august", "aug"], ["september", "sept", "sep"],
      ["october", "oct"], ["november", "nov"], ["december", "dec"],
    ]
    private static let weekdays = [
      ["sunday", "sun"], ["monday", "mon"], ["tuesday", "tue"], ["wednesday", "wed"],
      ["thursday", "thu"], ["friday", "fri"], ["saturday", "sat"],
    ]
  }
}
