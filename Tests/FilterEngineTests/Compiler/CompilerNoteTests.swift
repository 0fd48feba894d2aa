import FilterEngine
import FilterSyntax
import Foundation
import Testing

private enum Status: String, CaseIterable, FilterValueConvertible {
  case open, closed
}

private struct Ticket: Filterable {
  var title = "a"
  var labels = ["a"]
  var status = Status.open
  var history: [Status] = [.open]

  static let filterFields = FilterFields<Ticket>(
    FilterField("title", \.title), FilterField("labels", \.labels),
    FilterField("status", \.status), FilterField("history", \.history))
}

/// What a predicate is noted for, and where.
@Suite struct CompilerNoteTests {
  /// The parts of a text in ‹› are those that are noted, in the order of the notes.
  private func check<Item>(
    _ marked: String, of item: Item.Type, strict: Bool = false, _ message: String
  ) throws where Item: Filterable {
    let text = marked.filter { $0 != "‹" && $0 != "›" }
    let notes = try FilterPredicate<Item>(
      text: text, options: FilterOptions(rules: strict ? .strict : .standard)
    ).notes
    let bytes = Array(text.utf8)
    var shown = text
    for note in notes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      #expect(note.message.hasPrefix(message), "\(text): \(note.message)")
      var parts = Array(shown.utf8)
      parts.insert(contentsOf: "›".utf8, at: note.range.upperBound)
      parts.insert(contentsOf: "‹".utf8, at: note.range.lowerBound)
      shown = String(decoding: parts, as: UTF8.self)
    }
    #expect(shown == marked)
    #expect(notes.allSatisfy { $0.range.upperBound <= bytes.count })
  }

  /// Options fold the members of a list, on either side.
  @Test(arguments: [
    "title ‹IN[c]› labels", "'a' ‹IN[d]› labels", "labels ‹CONTAINS[cd]› 'a'",
    "title ‹IN[c]› {'a', 'b'}",
    "NOT labels ‹CONTAINS[c]› title", "'a' ‹IN[c]› {'b'}",
    "title ‹IN [c]› labels OR labels ‹CONTAINS[c]› 'b'",
    "title IN[c] 'abc'", "title CONTAINS[c] 'a'", "title IN labels", "labels CONTAINS 'a'",
    "title ‹IN[l]› labels",
    "ANY labels ==[c] 'a'", "title ==[c] 'a'", "ANY labels IN[c] title",
    "ANY labels ‹IN[c]› labels",
  ])
  func optionsOfMembersAreNoted(_ text: String) throws {
    try check(text, of: Ticket.self, "")
    // Foundation ignores them, and so does a strict predicate.
    try check(text.filter { $0 != "‹" && $0 != "›" }, of: Ticket.self, strict: true, "")
  }

  /// A constant with which each call fails, as a pattern of MATCHES.
  @Test(arguments: [
    ("cidr(title, ‹'10.0.0/8'›)", "\"10.0.0/8\" is not a network"),
    ("NOT cidr(title, ‹''›)", "\"\" is not a network"),
    ("capture(title, ‹'['›, 1) == 'a'", "the regular expression"),
    ("year(added, ‹'Mars/X'›) == 1", ""), ("startOf(‹'eon'›, added) == added", "unknown unit"),
    ("add(added, 1, ‹'eon'›) > added", "unknown unit"),
    ("add(added, 1, 'day', ‹'Mars/X'›) > added", ""),
    ("cidr(title, '10.0.0.0/8')", ""), ("cidr(title, 'fd00::/8')", ""), ("cidr('x', title)", ""),
    ("cidr(title, title)", ""), ("capture(title, '[a]', 1) == '['", ""),
    ("year(added, 'Europe/Berlin') == 2026", ""), ("startOf('week', added) == added", ""),
    ("startOf(title, added) == added", ""), ("cidr(title, nil)", ""),
  ])
  func aConstantThatFailsIsMarked(_ text: String, _ message: String) throws {
    try check(text, of: FilterValue.self, "an error wherever it meets a value: " + message)
  }

  @Test(arguments: [
    "title LIKE ‹'%a'›", "title LIKE[c] ‹'a_'›", "NOT title LIKE ‹\"%\"›",
    "title LIKE ‹'%'› AND title LIKE ‹'_'›",
    "title LIKE '%*'", "title LIKE '_?'", "title LIKE 'a'", "title LIKE title", "'%' LIKE title",
    "title MATCHES '%'",
    "ANY labels LIKE ‹'_%'›", "title LIKE 'a*' OR title LIKE ‹'b%'›",
  ])
  func wildcardsOfSQLAreMarked(_ text: String) throws {
    try check(text, of: Ticket.self, "the wildcards of LIKE")
    try check(text, of: FilterValue.self, "the wildcards of LIKE")
  }

  /// An escape that the language does not know, wherever a text is.
  @Test(arguments: [
    (#"title MATCHES "‹\d›+""#, #"title MATCHES "\\d+""#),
    (#"title MATCHES '‹\w›+\s*\.'"#, #"title MATCHES '\\w+\\s*\\.'"#),
    (#"title LIKE "‹\*›""#, #"title LIKE "\\*""#),
    (#"title IN {"a", "‹\p›{L}"}"#, #"title IN {"a", "\\p{L}"}"#),
    (#"length("‹\é›") == 1"#, #"length("\\é") == 1"#),
    (#"title == "‹\x›g""#, #"title == "\\xg""#), (#"title == "‹\u›12""#, #"title == "\\u12""#),
    (#"title == "a\\b‹\c›""#, #"title == "a\\b\\c""#),
    (#"title MATCHES "\\d+""#, nil), (#"title == "\n\t\"\'\x41\u00e9\101\\""#, nil),
    (#"title == 'say "hi"'"#, nil), ("title == ''", nil),
  ])
  func anUnknownEscapeIsMarked(_ marked: String, _ fixed: String?) throws {
    let text = marked.filter { $0 != "‹" && $0 != "›" }
    for strict in [false, true] {
      try check(marked, of: Ticket.self, strict: strict, "\\")
      let notes = try FilterPredicate<Ticket>(
        text: text, options: FilterOptions(rules: strict ? .strict : .standard)
      ).notes
      #expect(notes.map(\.code) == (fixed == nil ? [] : ["unknown-escape"]))
      #expect(notes.first.flatMap { applying($0.fix, to: text) } == fixed)
    }
    if let fixed { #expect(try FilterPredicate<Ticket>(text: fixed).notes.isEmpty) }
  }

  @Test func anUnknownEscapeIsShownWithItsFix() throws {
    let text = #"title MATCHES "\d+""#
    #expect(
      try FilterPredicate<Ticket>(text: text).notes.first?.rendered(in: text) == #"""
        note: \d is not an escape, so its backslash is dropped; write \\d to keep it
         | title MATCHES "\d+"
         |                ^^
         fix: replace \d with \\d
        """#)
    // Texts that are arguments have no escapes, and a tree without a text has none.
    #expect(try FilterPredicate<Ticket>("title MATCHES \(#"\d+"#)").notes.isEmpty)
    let tree = try FilterPredicate<Ticket>(text: text).syntax
    #expect(try FilterPredicate<Ticket>(tree).notes.isEmpty)
    let many = "title == '" + String(repeating: "\\d", count: 100_000) + "'"
    #expect(try FilterPredicate<Ticket>(text: many).notes.map(\.code) == ["unknown-escape"])
  }

  /// A text in quotes where only a key can be meant.
  @Test(arguments: [
    ("‹'Unit Price'› > 3", "`Unit Price` > 3"), ("‹\"Unit Price\"› == 3", "`Unit Price` == 3"),
    ("‹'a`b'› < 3", "`a``b` < 3"),
    ("‹'Unit Name'› == 'x'", "`Unit Name` == 'x'"),
    ("‹'When'› > #2026-11-21#", "`When` > #2026-11-21#"),
    ("'Dune' ==[c] 'dune'", nil), ("'a' == 'a'", nil), ("'sea' BEGINSWITH 's'", nil),
    ("'5' == 5", nil), ("'a' == x", nil), ("'a' IN {'b'}", nil), ("x == 'a'", nil),
    ("'a' == nil", nil), ("`Unit Price` > 3", nil),
  ])
  func aQuotedKeyIsMarked(_ marked: String, _ fixed: String?) throws {
    let text = marked.filter { $0 != "‹" && $0 != "›" }
    let notes = try FilterPredicate<FilterValue>(text: text).notes.filter {
      $0.code == "quoted-key"
    }
    #expect(notes.first.flatMap { applying($0.fix, to: text) } == fixed)
    #expect(notes.isEmpty || notes[0].message.contains("in backquotes for the key"))
    guard fixed != nil else { return #expect(notes.isEmpty) }
    let strict = try FilterPredicate<FilterValue>(text: "'Unit Price' > 3", options: .strict).notes
    #expect(strict.contains { $0.code == "quoted-key" && $0.fix == nil })
  }

  /// A text or a key beside a version has another order.
  @Test(arguments: [
    ("version(v) < ‹'1.10'›", "version(v) < version(\"1.10\")"),
    ("‹v› >= version('1.10')", "version(v) >= version('1.10')"),
    ("version(v) == ‹w›", "version(v) == version(w)"),
    ("version(v) BETWEEN {‹a›, version('2')}", "version(v) BETWEEN {version(a), version('2')}"),
    ("version(v) IN {‹'1'›, '2'}", "version(v) IN {version(\"1\"), '2'}"),
    ("version(v) < version('1.10')", nil), ("version(v) == nil", nil), ("v < '1.10'", nil),
    ("version(v) IN list", nil), ("version(v) BEGINSWITH 'a'", nil), ("ANY vs < version('2')", nil),
  ])
  func aTextBesideAVersionIsMarked(_ marked: String, _ fixed: String?) throws {
    let text = marked.filter { $0 != "‹" && $0 != "›" }
    try check(marked, of: FilterValue.self, "")
    let notes = try FilterPredicate<FilterValue>(text: text).notes
    #expect(notes.map(\.code) == (fixed == nil ? [] : ["no-version"]))
    #expect(notes.first.flatMap { applying($0.fix, to: text) } == fixed)
  }

  /// Nothing is less than a version that a text cannot be.
  @Test(arguments: [
    "version(v) < ‹version('1.x')›", "‹version('>=1.2')› == version(v)",
    "version(v) IN {version('1.2'), ‹version('')›}", "version(v) < version('v1.2-rc.1+3')",
  ])
  func aTextThatIsNoVersionIsMarked(_ marked: String) throws {
    try check(marked, of: FilterValue.self, "")
  }

  /// A difference of keys that is compared with a text.
  @Test(arguments: [
    ("‹Multi-Arch› == 'same'", "`Multi-Arch` == 'same'"),
    ("‹a-b-c› LIKE 'x*'", "`a-b-c` LIKE 'x*'"),
    ("Multi - Arch == 'same'", nil), ("Multi-Arch == 3", nil), ("a-1 == 'x'", nil),
    ("`Multi-Arch` == 'same'", nil), ("a+b == 'x'", nil), ("(a)-b == 'x'", nil),
  ])
  func aKeyWithAHyphenIsMarked(_ marked: String, _ fixed: String?) throws {
    let text = marked.filter { $0 != "‹" && $0 != "›" }
    try check(marked, of: FilterValue.self, "")
    let notes = try FilterPredicate<FilterValue>(text: text).notes
    #expect(notes.map(\.code) == (fixed == nil ? [] : ["hyphen"]))
    #expect(notes.first.flatMap { applying($0.fix, to: text) } == fixed)
  }

  @Test func wildcardsOfSQLHaveAFix() throws {
    let text = "title LIKE '%a_' AND title LIKE \"%\\n\""
    let notes = try FilterPredicate<Ticket>(text: text).notes
    #expect(notes.map { $0.fix?.replacement } == ["'*a?'", nil])
  }

  private func applying(_ fix: SyntaxError.Fix?, to text: String) -> String? {
    guard let fix else { return nil }
    let bytes = Array(text.utf8)
    return String(
      decoding: bytes[..<fix.range.lowerBound] + Array(fix.replacement.utf8)
        + bytes[fix.range.upperBound...], as: UTF8.self)
  }

  /// A text beside an enumeration, on either side.
  @Test(arguments: [
    "status == ‹'opne'›", "‹'opne'› == status", "status != ‹'x'›", "status IN ‹{'open', 'x'}›",
    "‹'x'› IN history",
    "history CONTAINS ‹'x'›", "ANY history == ‹'x'›", "status ==[c] 'OPEN'", "status == ‹'OPEN'›",
    "status == 'open'", "'closed' == status", "status BEGINSWITH 'x'", "status LIKE 'x'",
    "status == title",
    "status == ‹'x'› OR ‹'y'› == status",
  ])
  func aTextBesideAnEnumerationIsMarked(_ text: String) throws {
    try check(text, of: Ticket.self, "'")
  }

  /// A date without its signs is a difference of numbers, on either side and in a list.
  @Test(arguments: [
    "when > ‹2026-11-20›", "‹2026-1-2› == when", "when BETWEEN {‹2026-11-20›, ‹2026-12-31›}",
    "when > 2026 - 13 - 1", "when > 10-9-8", "when > #2026-11-20#", "when > 2026-11",
    "when > ‹2026 - 11 - 20› OR n == 3-2-1",
  ])
  func aDateWithoutItsSignsIsMarked(_ text: String) throws {
    try check(text, of: FilterValue.self, "2026 - ")
  }

  @Test func aDateWithoutItsSignsHasAFix() throws {
    let note = try #require(
      try FilterPredicate<FilterValue>(text: "when > 2026-1-20").notes.first)
    #expect(note.code == "date-arithmetic" && note.fix?.replacement == "#2026-01-20#")
    #expect(note.message == "2026 - 1 - 20 is the number 2005; write #2026-01-20# for the date")
  }

  /// A constant that fails is noted where it fails, once.
  @Test(arguments: [
    ("‹'a' + 1› == 2", "always an error: "), ("title == 'a' OR ‹1 / 0› == 1", "always an error: "),
    ("title == 'a' AND sqrt(‹'a' + 1›) == 1", "always an error: "),
    ("‹5 BEGINSWITH 'a'›", "always an error: "),
    ("‹'a' MATCHES '('›", "always an error: "),
    ("title MATCHES ‹'('›", "an error wherever it meets a text: "),
    ("title MATCHES ‹'a('› OR title MATCHES ‹'('›", "an error wherever it meets a text: "),
    ("year(when, ‹'Europe/Nowhere'›) == 1", "an error wherever it meets a value: there is no "),
    ("startOf(‹'days'›, when, 'UTC') == when", "an error wherever it meets a value: unknown unit"),
    ("cidr(title, ‹'10.0.0/8'›)", "an error wherever it meets a value: "),
    ("capture(title, ‹'('›, 0) == 'a'", "an error wherever it meets a value: "),
    ("capture(title, '(', nil) == 'a'", ""), ("year(when, 'UTC') == 1", ""),
    ("‹year(#2026-11-21#, 'Europe/Nowhere')› == 1", "always an error: "),
    ("title MATCHES 'a'", ""), ("NOT ‹1 / 0› == 1", "always an error: "), ("1 + 1 == 2", ""),
    ("{‹1 / 0›} == title", "always an error: "),
    ("TERNARY(TRUEPREDICATE, 1, ‹1 / 0›) == 1", "always an error: "),
  ])
  func aConstantErrorIsMarked(_ marked: String, _ message: String) throws {
    let text = marked.filter { $0 != "‹" && $0 != "›" }
    let predicate = try FilterPredicate<FilterValue>(text: text)
    for note in predicate.notes { #expect(note.message.hasPrefix(message), "\(note.message)") }
    let places = predicate.notes.map {
      String(decoding: Array(text.utf8)[$0.range.lowerBound..<$0.range.upperBound], as: UTF8.self)
    }
    let expected = marked.components(separatedBy: "‹").dropFirst().map {
      String($0.prefix { $0 != "›" })
    }
    #expect(places.sorted() == expected.sorted())
  }

  /// Names that no library has fail in evaluation of a strict predicate.
  @Test(arguments: [
    "FUNCTION(title, ‹'nope'›) == 1", "labels.‹@nope›.x == 1", "title.‹@nope› == 1",
    "FUNCTION(title, ‹'nope:'›, FUNCTION(title, ‹'other'›)) == 1",
  ])
  func anUnknownNameIsMarkedInAStrictPredicate(_ text: String) throws {
    try check(text, of: FilterValue.self, strict: true, "always an error: ")
    let plain = text.filter { $0 != "‹" && $0 != "›" }
    let error = #expect(throws: SyntaxError.self) { try FilterPredicate<FilterValue>(text: plain) }
    let first = text.split(separator: "‹")[1].prefix { $0 != "›" }
    let range = error?.range ?? .none
    if text.contains("other") { return }
    #expect(
      String(decoding: Array(plain.utf8)[range.lowerBound..<range.upperBound], as: UTF8.self)
        == first)
  }
}
