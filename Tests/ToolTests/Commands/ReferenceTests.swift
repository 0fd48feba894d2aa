import FilterEngine
import Testing
import ToolTestSupport

@testable import FrcQuery

/// What `frc-query functions` knows of the language, and how it is found.
struct ReferenceTests {
  private static let all = Reference.entries(of: .standard)

  private static let few = [
    ReferenceEntry(group: "ones", spellings: ["AB", "&&"], summary: "S.", example: "E"),
    ReferenceEntry(
      group: "twos", spellings: ["sum:by:"], summary: "T.", example: "F", isExtension: true),
    ReferenceEntry(group: "ones", spellings: ["[c]"], summary: "U.", example: "G"),
    ReferenceEntry(group: "twos", spellings: ["@max", "[d]"], summary: "V.", example: "H"),
    ReferenceEntry(group: "ones", spellings: ["[d]"], summary: "W.", example: "I"),
  ]

  @Test func theOverviewHasALineForEachByGroup() {
    #expect(
      Reference.overview(Self.few, width: 80) == """
        ONES
          AB       S.
          [c]      U.
          [d]      W.

        TWOS
          sum:by:  T.
          @max     V.

        """)
    #expect(Reference.overview([], width: 80) == "")
  }

  /// A long name has its summary after it, and a line that is too wide is cut.
  @Test func noLineIsWiderThanThePage() {
    let long = ReferenceEntry(
      group: "ones", spellings: ["stringByAppending:"], summary: "A sum.", example: "")
    let name = String(repeating: "n", count: 30)
    let longer = ReferenceEntry(group: "ones", spellings: [name], summary: "A sum.", example: "")
    #expect(
      Reference.overview([long, longer], width: 38) == """
        ONES
          stringByAppending:    A sum.
          \(name)  A s…

        """)
    for width in [20, 40, 80] {
      let lines = Reference.overview(Self.all, width: width).split(separator: "\n")
      #expect(lines.allSatisfy { TextWidth.of(String($0)) <= width })
      #expect(lines.count == Self.all.count + Set(Self.all.map(\.group)).count)
    }
  }

  /// A word of a summary, whole or begun, in any case, finds what has no such name.
  @Test(arguments: [
    ("regex", ["MATCHES"]), ("Regular expression", ["MATCHES"]),
    ("round", ["floor:", "ceiling:", "trunc:", "round:"]), ("logarithm", ["log:", "ln:"]),
    ("median of dates", []), ("zzz", []), ("a", []), ("of", []), ("", []), ("..", []),
  ])
  func aWordOfASummaryFindsEntries(_ text: String, _ expected: [String]) {
    #expect(Reference.mentioning(text, in: Self.all).map(\.name) == expected)
  }

  @Test func aWordFindsNamesToo() {
    let names = Reference.mentioning("date", in: Self.all).map(\.name)
    for name in ["+", "#2026-11-21#", "NSDate", "<"] {
      #expect(names.contains(name), "\(name)")
    }
  }

  @Test func wordsAreListedAndNamesAreTold() throws {
    let listed = try Tool.run("functions", "ROUNDED")
    #expect(
      listed.text == """
        FUNCTIONS
          floor:    The number rounded down to an integer.
          ceiling:  The number rounded up to an integer.
          trunc:    The number rounded towards zero, without its fraction.
          round:    The number rounded to so many decimal places, halves away from zero.

        """)
    #expect(try Tool.run("functions", "regex").text == Tool.run("functions", "MATCHES").text)
    let matches = try Tool.run("functions", "MATCHES").text
    #expect(matches.contains(#"MATCHES "[a-s]+ \\d+""#) && matches.contains("whole string"))
    #expect(try Tool.run("functions").lines.allSatisfy { TextWidth.of($0) <= 80 })
    let unknown = try Tool.run("functions", "zzzz")
    #expect(unknown.status == 2 && unknown.errors == "frc-query: nothing is named 'zzzz'\n")
  }

  @Test func theDetailsSayWhatIsNotInFoundation() {
    #expect(Self.few[0].details == "AB, &&  (ones)\n  S.\n  E\n")
    #expect(Self.few[1].details == "sum:by:  (twos, not in Foundation)\n  T.\n  F\n")
  }

  @Test(arguments: [
    ("ab", ["AB"]), ("AB", ["AB"]), ("&&", ["AB"]), ("sumby", ["sum:by:"]),
    ("SUM:BY:", ["sum:by:"]),
    ("max", ["@max"]), ("@MAX", ["@max"]), ("c", ["[c]"]), ("[c]", ["[c]"]),
    ("[cd]", ["[c]", "[d]"]),
    ("[dc]", ["[d]", "[c]"]), ("[cx]", []), ("[]", []), ("cd", []), ("[cd", []), ("cd]", []),
    ("sum", []), ("", []), (":", []), ("b", []),
  ])
  func aNameIsFoundInAnySpelling(_ name: String, _ expected: [String]) {
    let entries = Self.few.filter { $0.name != "@max" || name.lowercased().contains("max") }
    #expect(Reference.named(name, in: entries).map(\.name) == expected)
  }

  @Test(arguments: [
    ("su", "; there are sum:by:"), ("A", "; there are AB, @max"), ("xab", ", did you mean 'AB'?"),
    ("sumbi", ", did you mean 'sumby'?"), ("nothing like it", ""), ("&", "; there are AB"),
  ])
  func whatElseMayBeMeantIsTold(_ name: String, _ expected: String) {
    #expect(Reference.hint(name, in: Self.few) == expected)
  }

  @Test func eachPartOfALibraryHasItsGroup() throws {
    let groups = [
      "BEGINSWITH": "operators", "AND": "operators", "sqrt:": "functions",
      "@sum": "functions, collection operators",
    ]
    for (name, group) in groups {
      let found = Reference.named(name, in: Self.all)
      #expect(found.map(\.group).joined(separator: ", ") == group, "\(name)")
    }
    #expect(Set(Self.all.map(\.group)).count >= 5)
    for entry in Self.all {
      #expect(!entry.summary.isEmpty && !entry.example.isEmpty && !entry.name.isEmpty)
      #expect(Reference.named(entry.name, in: Self.all).contains(entry), "\(entry.name)")
    }
    let library = FilterLibraries.standard.libraries[0]
    let ofLibrary =
      library.functions.map { ($0.selector, $0.isExtension) }
      + library.collectionOperators.map { ("@" + $0.name, $0.isExtension) }
    for (name, isExtension) in ofLibrary {
      #expect(Self.all.first { $0.name == name }?.isExtension == isExtension, "\(name)")
    }
  }
}
