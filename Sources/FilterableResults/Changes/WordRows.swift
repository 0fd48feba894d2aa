internal import FilterEngine

/// Rows that one stored property tells apart, by its words.
///
/// Unsafe where the property is a string: the words are those of items that are alive and unchanged.
struct WordRows: ComparedRows {
  let old: [ValueWords]
  let new: [ValueWords]
  let column: FieldColumn
  let hasher: KeyHasher

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  @inline(__always)
  func areSame(_ old: Int, _ new: Int) -> Bool { column.areEqual(self.old[old], self.new[new]) }

  func areSame(old: Int, old other: Int) -> Bool { column.areEqual(self.old[old], self.old[other]) }

  func hash(old: Int) -> UInt64 { column.hash(self.old[old], hasher) }

  func hash(new: Int) -> UInt64 { column.hash(self.new[new], hasher) }

  func touch(old: Int) -> UInt64 { self.old[old].low }
}
