import FilterEngine

/// A form of the language, and the loop by hand that counts the same items.
struct TypedForm<Item: Filterable> {
  let text: FilterText

  /// What the table calls it.
  let label: String

  let target: Target?

  /// What the table calls the loop.
  let peer: String

  let loop: ([Item]) -> Int

  init(
    _ text: FilterText, label: String? = nil, _ target: Target?,
    beside peer: String = "for … where",
    loop: @escaping ([Item]) -> Int
  ) {
    self.text = text
    self.label = label ?? text.text
    self.target = target
    self.peer = peer
    self.loop = loop
  }
}

/// The loop of most forms, always inlined, so that `condition` is part of it.
@inline(__always)
func count<Item>(_ items: [Item], where condition: (Item) -> Bool) -> Int {
  var count = 0
  for item in items where condition(item) { count += 1 }
  return count
}
