/// Entries by name, in the order in which the names were added. Names are compared byte for byte.
///
/// It has a dictionary of places, since a dictionary of entries would be compiled for each kind of entry.
struct NamedTable<Entry: Sendable>: Sendable {
  private var places: [ByteKey: Int] = [:]
  private(set) var names: [String] = []
  private(set) var entries: [Entry] = []

  /// The entry of a name; nil if there is none.
  @inline(never)
  subscript(name: String) -> Entry? { places[ByteKey(name)].map { entries[$0] } }

  @inline(never)
  mutating func set(_ name: String, _ entry: Entry) { entries[place(of: name, entry)] = entry }

  /// Changes the entry of a name, which is `new` if there is none.
  @inline(never)
  mutating func change(
    _ name: String, from new: @autoclosure () -> Entry, _ body: (inout Entry) -> Void
  ) { body(&entries[place(of: name, new())]) }

  private mutating func place(of name: String, _ new: @autoclosure () -> Entry) -> Int {
    if let place = places[ByteKey(name)] { return place }
    places[ByteKey(name)] = entries.count
    names.append(name)
    entries.append(new())
    return entries.count - 1
  }
}
