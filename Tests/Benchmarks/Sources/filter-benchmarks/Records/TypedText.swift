/// A filter as people type it: ordinary comparisons of an `Instance`, joined by AND and OR.
struct TypedText {
  private static let comparisons = [
    "age > 30", "instanceType BEGINSWITH 't1'", "region == 'eu-north-1'", "cost <= 12.5",
    "ANY tags == 'blue'", "owner.team IN {3, 5, 8}", "name CONTAINS[cd] 'web'",
    "owner.name != 'Ann'", "id BETWEEN {100, 2000}", "NOT name LIKE 'db-*'",
  ]

  /// The whole text, which parses.
  let text: String

  /// The number of its bytes.
  var count: Int { text.utf8.count }

  /// A text of as many comparisons as fit into a number of bytes.
  init(bytes: Int) {
    var text = Self.comparisons[0]
    var index = 1
    while true {
      let next = Self.comparisons[index % Self.comparisons.count]
      let longer = text + (index.isMultiple(of: 3) ? " OR " : " AND ") + next
      guard longer.utf8.count <= bytes else { break }
      text = longer
      index += 1
    }
    self.text = text
  }
}
