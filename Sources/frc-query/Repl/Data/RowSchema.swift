internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The key paths of rows, with the kinds of their values and examples.
struct RowSchema: Sendable {
  /// What is known of one key path.
  struct Entry: Sendable {
    var kinds: [FilterKind] = []
    var elementKinds: [FilterKind] = []
    /// How many rows have it, with nil or without
    var count = 0
    var example: FilterValue?
  }

  /// Objects that are used as dictionaries have no end of keys.
  static let maximumCount = 1_000

  private(set) var paths: [String] = []
  private(set) var entries: [String: Entry] = [:]
  private(set) var rowCount = 0

  /// Whether there are more key paths.
  private(set) var isCut = false

  /// Takes a row in.
  mutating func add(_ row: FilterValue) {
    rowCount += 1
    if case .object = row {
      addMembers(of: row, prefix: "", isFirst: true)
    } else {
      note("SELF", row, isFirst: true)
      addMembers(of: row, prefix: "", isFirst: true)
    }
  }

  private mutating func addMembers(of value: FilterValue, prefix: String, isFirst: Bool) {
    switch value {
    case .object(let object):
      for (key, member) in object.members {
        let path = prefix + Self.spelled(key)
        note(path, member, isFirst: isFirst)
        addMembers(of: member, prefix: path + ".", isFirst: isFirst)
      }
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        addMembers(of: element, prefix: prefix, isFirst: isFirst && index == 0)
      }
    default: break
    }
  }

  private mutating func note(_ path: String, _ value: FilterValue, isFirst: Bool) {
    if entries[path] == nil {
      guard paths.count < Self.maximumCount else {
        isCut = true
        return
      }
      paths.append(path)
    }
    var entry = entries[path] ?? Entry()
    if isFirst { entry.count += 1 }
    if !entry.kinds.contains(value.kind) { entry.kinds.append(value.kind) }
    if case .list(let elements) = value {
      for element in elements where !entry.elementKinds.contains(element.kind) {
        entry.elementKinds.append(element.kind)
      }
    }
    if entry.example == nil, value.kind != .null { entry.example = value }
    entries[path] = entry
  }

  /// Takes in what is known of other rows.
  mutating func add(_ other: RowSchema) {
    rowCount += other.rowCount
    isCut = isCut || other.isCut
    for path in other.paths {
      guard let more = other.entries[path] else { continue }
      if entries[path] == nil {
        guard paths.count < Self.maximumCount else {
          isCut = true
          continue
        }
        paths.append(path)
      }
      var entry = entries[path] ?? Entry()
      entry.count += more.count
      entry.kinds += more.kinds.filter { !entry.kinds.contains($0) }
      entry.elementKinds += more.elementKinds.filter { !entry.elementKinds.contains($0) }
      entry.example = entry.example ?? more.example
      entries[path] = entry
    }
  }

  /// A key as a filter names it.
  static func spelled(_ key: String) -> String {
    let isWord =
      key.utf8.allSatisfy {
        $0.isDigit || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "_")
      } && key.utf8.first.map { !$0.isDigit } ?? false
    if isWord, Keyword(word: key) == nil { return key }
    let quoted =
      "`"
      + key.split(separator: "`", omittingEmptySubsequences: false)
      .joined(separator: "``") + "`"
    return (try? FilterExpression<FilterValue>(text: quoted))?.syntax.description ?? quoted
  }
}

extension OpenData {
  /// The key paths of the first `limit` rows, or of all.
  func schema(limit: Int? = nil) throws(ReplError) -> RowSchema {
    var schema = RowSchema()
    if let limit {
      for row in rows.prefix(limit) { schema.add(store.value(of: row)) }
      return schema
    }
    // Whole texts on all processors where they are shown as they are.
    let texts = store.texts
    if texts.count == 1, texts[0].text.count == count {
      try RowWork.run(texts[0].text) {
        let reader = JSONReader()
        let text = texts[0].text
        return { rows in
          var part = RowSchema()
          for row in rows {
            part.add(text.withBytes(text.range(of: row)) { (try? reader.read($0)) ?? .null })
          }
          return part
        }
      } take: { _, part throws(ReplError) in
        schema.add(part)
      }
      return schema
    }
    for row in rows {
      try Interrupt.check()
      schema.add(store.value(of: row))
    }
    return schema
  }
}
