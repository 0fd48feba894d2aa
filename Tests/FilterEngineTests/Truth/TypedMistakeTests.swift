import FilterEngine
import FilterSyntax
import Foundation
import Testing

private enum Status: String, CaseIterable, FilterValueConvertible {
  case open, closed
  case onHold = "on hold"
}

private struct Ticket: Filterable {
  var title = "a"
  var created = Date(timeIntervalSinceReferenceDate: 0)
  var closed: Date?
  var id = UUID(
    uuid: (0x85, 0x7E, 0x8C, 0x3E, 0x8D, 0x1D, 0x4F, 0x5A, 0x9C, 0x0B, 17, 17, 17, 17, 17, 17))
  var price = Decimal(sign: .plus, exponent: -2, significand: 110)
  var discount: Decimal? = Decimal(string: "0.1")
  var status = Status.open
  var history: [Status] = [.open]
  var done = false

  static let filterFields = FilterFields<Ticket>(
    FilterField("title", \.title), FilterField("created", \.created),
    FilterField("closed", \.closed), FilterField("id", \.id), FilterField("price", \.price),
    FilterField("discount", \.discount), FilterField("status", \.status),
    FilterField("history", \.history), FilterField("done", \.done))
}

private enum Digit: String, CaseIterable, FilterValueConvertible {
  case zero, one, two, three, four, five, six, seven, eight, nine
}

private enum Month: String, CaseIterable, FilterValueConvertible {
  case january, february, march, april, may, june, july, august, september, october, november
  case december
}

private struct Coded: Filterable {
  var digit = Digit.zero
  var month = Month.january

  static let filterFields = FilterFields<Coded>(
    FilterField("digit", \.digit), FilterField("month", \.month))
}

/// What users of typed items get wrong is caught when the predicate is made, with the form that is meant.
@Suite struct TypedMistakeTests {
  private func error(_ text: String, strict: Bool = false) throws -> SyntaxError {
    try #require(
      #expect(throws: SyntaxError.self) {
        try FilterPredicate<Ticket>(
          text: text, options: FilterOptions(rules: strict ? .strict : .standard))
      })
  }

  private func matches(_ text: String, _ arguments: [FilterValue] = []) throws -> Bool {
    let predicate = try FilterPredicate<Ticket>(text: text, arguments: arguments)
    let value = try FilterPredicate<FilterValue>(text: text, arguments: arguments)
    let ticket = Ticket()
    let answer = try predicate.matches(ticket)
    #expect(try value.matches(ticket.filterValue) == answer)
    #expect(try [ticket, ticket].filter(predicate).count == (answer ? 2 : 0))
    return answer
  }

  @Test func aTextBesideADateIsMeantAsADate() throws {
    #expect(
      try error("created > '2024-01-01'").description == """
        error: date > string can never be answered
         | created > '2024-01-01'
         | ^^^^^^^^^^^^^^^^^^^^^^
         fix: replace '2024-01-01' with #2024-01-01#
        """)
    #expect(
      try error("'2024-01-01 10:30' < closed").fix?.replacement == "#2024-01-01T10:30#")
    #expect(
      try error("created > '2001-01-02'", strict: true).fix?.replacement
        == "CAST(86400.000000, \"NSDate\")")
    #expect(try error("created > 'today'").fix == nil)
    // Without quotes it is a difference of numbers.
    #expect(try error("created >= 2024-01-01").fix?.replacement == "#2024-01-01#")
    #expect(try error("NOT 2024-12-31 > closed").fix?.replacement == "#2024-12-31#")
    #expect(try error("created >= 2024-13-01").fix == nil && error("created > 5 - 1").fix == nil)
    #expect(throws: SyntaxError.self) {
      try FilterPredicate<Ticket>(text: "created > %@", arguments: ["2024-01-01"])
    }
  }

  /// Quotes are replaced where they are written. An argument is not part of the text.
  @Test func onlyAWrittenTextIsReplaced() throws {
    for text in ["created == '2026-01-01'", "\"2026-01-01\" == created"] {
      let fix = try #require(try error(text).fix)
      #expect(fix.replacement == "#2026-01-01#" && fix.range.count == "'2026-01-01'".utf8.count)
    }
    for text in ["created == %@", "%@ == created"] {
      let error = #expect(throws: SyntaxError.self) {
        try FilterPredicate<Ticket>(text: text, arguments: ["2026-01-01"])
      }
      #expect(error != nil && error?.fix == nil)
    }
  }

  @Test func aTextBesideAUUIDIsMeantAsAUUID() throws {
    let text = "id == '857e8c3e-8d1d-4f5a-9c0b-111111111111'"
    let error = try error(text)
    let fix = try #require(error.fix)
    #expect(fix.replacement == "CAST('857e8c3e-8d1d-4f5a-9c0b-111111111111', \"NSUUID\")")
    #expect(try self.error("id == '857e'").fix == nil)
    #expect(try matches("id == " + fix.replacement))
  }

  @Test(arguments: [
    ("created + 60 == #2001-01-01T00:01:00Z#", true), ("created < now() - 86400", true),
    ("#2001-01-01T01:00:00Z# - created == 3600", true), ("created - 1.5 < created", true),
    ("60 + created > created", true), ("created - 60 > created", false),
  ])
  func secondsMoveADate(_ text: String, _ expected: Bool) throws {
    #expect(try matches(text) == expected)
  }

  @Test(arguments: [
    "created + created > created", "5 - created > 3", "created * 2 > 3", "created + 'a' > created",
    "created + 60 == 3", "created - created == created",
  ])
  func whatNoDateCanDoIsRefused(_ text: String) {
    #expect(throws: SyntaxError.self) { try FilterPredicate<Ticket>(text: text) }
  }

  @Test func datesDoNotMoveInAStrictPredicate() throws {
    #expect(try error("created + 60 > created", strict: true).code == "operand-kind")
    let strict = try FilterPredicate<FilterValue>(text: "created + 60 > created", options: .strict)
    #expect(throws: EvaluationError.self) { try strict.matches(Ticket().filterValue) }
  }

  @Test(arguments: [
    ("price == 1.10", true), ("1.1 == price", true), ("price != 1.1", false),
    ("price > 1.1", false),
    ("price >= 1.1", true), ("price IN {2, 1.1}", true), ("price BETWEEN {1.1, 1.1}", true),
    ("discount == 0.1", true), ("discount < 0.1", false), ("price == 1.1 + 0", false),
    ("price == 1.5", false), ("price == 11 / 10.0", false),
  ])
  func aWrittenNumberBesideADecimalIsADecimal(_ text: String, _ expected: Bool) throws {
    #expect(try matches(text) == expected)
  }

  @Test func anArgumentBesideADecimalIsADecimal() throws {
    #expect(try matches("price == %@ AND %@ >= price", [.double(1.1), .double(1.1)]))
    #expect(try matches("price IN %@", [.list([.double(1.1)])]))
    let strict = try FilterPredicate<Ticket>(text: "price == 1.10", options: .strict)
    #expect(try !strict.matches(Ticket()))
  }

  @Test(arguments: [
    (
      "status == 'opne'",
      "'opne' is not one of the cases 'open', 'closed', 'on hold', did you mean 'open'?"
    ),
    ("'xyz' != status", "'xyz' is not one of the cases 'open', 'closed', 'on hold'"),
    (
      "status IN {'open', 'clsed'}",
      "'clsed' is not one of the cases 'open', 'closed', 'on hold', did you mean 'closed'?"
    ),
    (
      "ANY history == 'Open'",
      "'Open' is not one of the cases 'open', 'closed', 'on hold', did you mean 'open'?"
    ),
    ("status == 'open'", nil), ("status ==[c] 'OPEN'", nil), ("status BEGINSWITH 'op'", nil),
    ("title == 'opne'", nil), ("history CONTAINS 'closed'", nil),
  ])
  func aTextThatIsNoCaseIsNoted(_ text: String, _ note: String?) throws {
    let predicate = try FilterPredicate<Ticket>(text: text)
    #expect(predicate.notes.map(\.message) == (note.map { [$0] } ?? []))
  }

  /// Three dots follow ten cases only where there are more.
  @Test(arguments: [
    (
      "digit == 'Q'",
      """
      'Q' is not one of the cases 'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'
      """
    ),
    (
      "month == 'Q'",
      """
      'Q' is not one of the cases 'january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', \
      'september', 'october' …
      """
    ),
  ])
  func atMostTenCasesAreNoted(_ text: String, _ note: String) throws {
    #expect(try FilterPredicate<Coded>(text: text).notes.map(\.message) == [note])
  }

  @Test(arguments: [
    ("titel == 'x'", "title"), ("FUNCTION(title, 'nope') == 1", nil),
    ("history.@cuont > 1", "@count"),
  ])
  func aMisspeltNameHasAFix(_ text: String, _ fix: String?) throws {
    #expect(try error(text).fix?.replacement == fix)
  }

  /// Kinds that never agree are refused for typed items; over values the answers are Foundation's.
  @Test(
    arguments: [
      ("done == 'false'", [], false), ("price == %@", ["1.10"], false), ("title != 5", [], true),
    ] as [(String, [FilterValue], Bool)])
  func kindsThatNeverAgreeAreCompared(
    _ text: String, _ arguments: [FilterValue], _ expected: Bool
  ) throws {
    #expect(throws: SyntaxError.self) {
      try FilterPredicate<Ticket>(text: text, arguments: arguments)
    }
    let predicate = try FilterPredicate<FilterValue>(text: text, arguments: arguments)
    #expect(try predicate.matches(Ticket().filterValue) == expected)
  }

  // MARK: - Field tables

  @Test func aNameThatIsThereTwiceStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = FilterFields<String>(FilterField("count", \.count), FilterField("count", \.utf8.count))
    }
  }

  @Test func anEmptyNameStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = FilterFields<String>(FilterField("", \.count))
    }
  }

  @Test func anyOtherNameIsReached() throws {
    struct Odd: Filterable {
      var value = 3
      static let filterFields = FilterFields<Odd>(
        FilterField("a.b", \.value), FilterField("@count", \.value), FilterField("a`b", \.value),
        FilterField("size", \.value), FilterField(" ", \.value))
    }
    for key in ["`a.b`", "`@count`", "`a``b`", "#size", "` `"] {
      #expect(try FilterPredicate<Odd>(text: "\(key) == 3").matches(Odd()), "\(key)")
    }
  }
}
