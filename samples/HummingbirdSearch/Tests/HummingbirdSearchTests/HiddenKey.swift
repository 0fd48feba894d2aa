/// A key that agents may not read, and the forms of a filter that would read it.
struct HiddenKey: Sendable, CustomStringConvertible {
  /// The key that leads to it, nil for a key of a ticket.
  let way: String?
  let name: String

  static let all = [
    HiddenKey(way: nil, name: "internalNotes"), HiddenKey(way: nil, name: "customerRevenue"),
    HiddenKey(way: "owner", name: "email"), HiddenKey(way: "comments", name: "isInternal"),
  ]

  var description: String { way.map { "\($0).\(name)" } ?? name }

  /// A key that does not exist, as long as this one.
  var absent: HiddenKey {
    HiddenKey(way: way, name: String(repeating: "q", count: name.utf8.count))
  }

  /// Filters that would read it.
  var filters: [String] {
    let forms =
      switch way {
      case nil: Self.forms(of: "SELF") + Self.ticketForms
      case "comments": Self.forms(of: "comments") + Self.elementForms
      default: Self.forms(of: "owner")
      }
    return forms.map { $0.replacing("KEY", with: name) }
  }

  /// Sort keys that would read it.
  var sortKeys: [String] {
    let path = description
    return [
      path, "-\(path)", "title,\(path)", "\(path).length", "`\(path)`", "\(path).@count",
      "SELF.\(path)", "(\(path))", "\(way ?? "SELF").@max.\(name)",
    ]
  }

  /// Forms that read a key of any value.
  private static func forms(of base: String) -> [String] {
    let whole = [
      // Comparisons
      "B.KEY == 1", "B.KEY != nil", "B.KEY CONTAINS[cd] 'a'", "B.KEY MATCHES '.*'",
      "B.KEY BETWEEN {1, 2}", "B.KEY IN {1, 2}", "1 IN B.KEY", "NOT B.KEY > 1",
      "priority == 1 OR (title != '' AND B.KEY > 1)", "ANY B.KEY == 1", "ALL B.KEY == 1",
      "B.KEY", "B.KEY == B.KEY", "title == B.KEY", "B.`KEY` == 1", "B.#KEY == 1",
      // Parentheses, indices and keys in brackets
      "(B).KEY == 1", "((B)).KEY.length == 1", "B['KEY'] == 1", "(B)['KEY'] == 1",
      "(B)[0].KEY == 1", "B[FIRST].KEY == 1", "B[KEY] == 1", "(B)[title].KEY == 1",
      "B.KEY[0] == 1", "{B.KEY, 1}[0] == 1",
      // TERNARY
      "TERNARY(priority == 1, B, B).KEY == 1", "TERNARY(B.KEY > 1, 1, 2) == 1",
      "TERNARY(priority == 1, B.KEY, 2) == 1",
      // Functions, casts and messages
      "length(B.KEY) > 1", "sum({B.KEY, 1}) > 1", "noindex(B).KEY == 1",
      "FUNCTION(B, 'valueForKey:', 'KEY') == 1", "FUNCTION(B, 'objectForKey:', 'KEY') == 1",
      "FUNCTION(B.KEY, 'uppercaseString') == 'A'", "objectFrom:withIndex:(B, 'KEY') == 1",
      "CAST(B.KEY, 'NSString') == 'a'", "CAST(B, 'NSString') CONTAINS 'KEY'",
      // Variables
      "($x := B) != nil AND $x.KEY == 1", "($x := B.KEY) != nil", "$x.KEY == 1", "B.$KEY == 1",
      // Lists and collections
      "ANY {B}.KEY == 1", "ANY {{B}, {B}}.KEY == 1", "B.@sum.KEY > 1", "B.@max.KEY > 1",
      "B.KEY.@count > 1", "B.@unionOfObjects.KEY == {}", "B.@distinctUnionOfObjects.KEY == {}",
      // Subqueries
      "SUBQUERY({B}, $x, $x.KEY == 1).@count > 0", "SUBQUERY(B, $x, $x.KEY == 1).@count > 0",
      "SUBQUERY(comments, $x, B.KEY == 1).@count > 0", "SUBQUERY(B.KEY, $x, $x == 1).@count > 0",
      "SUBQUERY(B, $x, $x['KEY'] == 1).@count > 0", "SUBQUERY(B, $x, TRUE).KEY == 1",
      // Arithmetic
      "B.KEY + 1 > 2", "-B.KEY < 0", "10 / B.KEY > 1", "B.KEY UNION {1} == {1}",
      // Values printed and compared whole
      "FUNCTION(B, 'description') == 'KEY'", "B.description CONTAINS 'KEY'", "B == 'KEY'",
      "B == B.KEY", "B.stringValue == 'KEY'",
    ]
    return whole.map { $0.replacing("B", with: base, where: isBase) }
  }

  /// `B` alone, and not a letter of a word.
  private static func isBase(_ before: Character?, _ after: Character?) -> Bool {
    !(before?.isLetter ?? false) && !(after?.isLetter ?? false)
  }

  private static let ticketForms = [
    "KEY == 1", "KEY == 'a'", "(KEY) > 1", "`KEY` == 1", "#KEY == 1", "KEY[0] == 1", "KEY",
    "length(KEY) > 1", "TERNARY(KEY == 1, 1, 2) == 1", "SUBQUERY(KEY, $x, $x == 1).@count > 0",
    "SUBQUERY(comments, $c, $c.likes > KEY).@count > 0", "ANY KEY == 1", "KEY.@count > 1",
    "($x := KEY) == 1", "{KEY} == {1}", "owner.KEY == 1", "comments.KEY == 1",
  ]

  private static let elementForms = [
    "SUBQUERY(comments, $x, SUBQUERY(comments, $y, $x.KEY == 1).@count > 0).@count > 0",
    "comments[0].KEY == 1", "comments[LAST].KEY == 1", "NONE comments.KEY == 1",
    "SUBQUERY(comments, $x, $x.likes > 1)[0].KEY == 1",
  ]
}

extension String {
  /// The text with a letter replaced wherever the characters around it permit it.
  fileprivate func replacing(
    _ letter: Character, with text: String, where permits: (Character?, Character?) -> Bool
  ) -> String {
    let characters = Array(self)
    return characters.indices.map { index in
      let before = index > 0 ? characters[index - 1] : nil
      let after = index + 1 < characters.count ? characters[index + 1] : nil
      let isHit = characters[index] == letter && permits(before, after)
      return isHit ? text : String(characters[index])
    }.joined()
  }
}
