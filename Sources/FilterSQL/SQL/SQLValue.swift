internal import FilterSyntax

/// A bound value of a statement. It is never part of the text.
public enum SQLValue: Hashable, Sendable {
  /// A 64-bit integer.
  case integer(Int64)

  /// A double, never NaN.
  case real(Double)

  /// A boolean: 0 or 1 in a database without booleans.
  case boolean(Bool)

  /// A text, bound with its length. It can contain NUL.
  case text(String)

  /// Bytes.
  case bytes([UInt8])

  /// The 16 bytes of a UUID: bytes in a database without UUIDs.
  case uuid([UInt8])

  /// A point in time in microseconds since 2000-01-01T00:00:00Z, as PostgreSQL stores it.
  case microseconds(Int64)

  /// A timestamp without time zone in microseconds since 2000-01-01T00:00:00, as PostgreSQL stores it.
  case localMicroseconds(Int64)

  /// A date in days since 2000-01-01, as PostgreSQL stores it.
  case days(Int64)

  /// Integers as one array.
  case integers([Int64])

  /// Doubles as one array, none of them NaN.
  case reals([Double])

  /// Texts as one array.
  case texts([String])

  /// UUIDs as one array, 16 bytes each.
  case uuids([[UInt8]])

  /// A JSON array of texts and integers, as text.
  case jsonArray(String)

  /// A part of the predicate that the database asks the engine about: its index in ``SQLTranslation/tests``.
  case test(Int)
}

extension SQLValue: CustomStringConvertible {
  /// The value for people, on one line and safe for a terminal.
  ///
  /// Numbers, texts without control characters and points in time are literals of SQL.
  public var description: String {
    switch self {
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .boolean(let value): value ? "TRUE" : "FALSE"
    case .text(let text): Self.quoted(text: text)
    case .bytes(let bytes): "<\(bytes.count) bytes>"
    case .uuid(let bytes): "UUID of \(bytes.count) bytes"
    case .microseconds(let value): Self.time(value, zone: "+00")
    case .localMicroseconds(let value): Self.time(value, zone: "")
    case .days(let value): Self.quoted(Self.day(value))
    case .integers(let values): "{" + values.map(String.init).joined(separator: ", ") + "}"
    case .reals(let values): "{" + values.map { String($0) }.joined(separator: ", ") + "}"
    case .texts(let texts): "{" + texts.map(Self.quoted(text:)).joined(separator: ", ") + "}"
    case .uuids(let values): "{\(values.count) UUIDs}"
    case .jsonArray(let text): Self.quoted(text: text)
    case .test(let index): "test \(index)"
    }
  }

  private static func quoted(text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar {
      case "'": "''"
      case "\"", "\\": String(scalar)
      default: scalar.escaped(asASCII: false)
      }
    }
    return "'" + scalars.joined() + "'"
  }

  // MARK: - Points in time

  /// `'2026-11-22 19:20:00.5+00'`, of microseconds since 2000.
  private static func time(_ microseconds: Int64, zone: String) -> String {
    let (seconds, fraction) = Int(microseconds).dividedDown(by: 1_000_000)
    let (days, second) = seconds.dividedDown(by: 86_400)
    let digits = DateText.padded(fraction, 6).reversed().drop { $0 == "0" }.reversed()
    let clock = DateText.clock(second) + (digits.isEmpty ? "" : "." + String(digits))
    let day = day(Int64(days))
    return quoted((day.text + " " + clock + zone, day.era))
  }

  /// The day so many days after 2000-01-01, and the era after it: PostgreSQL has no year 0, but the year 1 BC.
  private static func day(_ days: Int64) -> (text: String, era: String) {
    let days = Int(days) - 366
    let text = CalendarDay(daysSinceReference: days).text
    // 0001-01-01
    guard days < -730_485 else { return (text, "") }
    // The calendar repeats every 400 years; the first day of PostgreSQL is in 4713 BC.
    let later = CalendarDay(daysSinceReference: days + 12 * 146_097).text
    let year = 4801 - (Int(later.prefix(4)) ?? 0)
    return (DateText.padded(year, 4) + later.dropFirst(4), " BC")
  }

  private static func quoted(_ time: (text: String, era: String)) -> String {
    "'" + time.text + time.era + "'"
  }
}
