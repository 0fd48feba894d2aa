/// The layout of items, as the compiler knows it.
struct RowLayout: Sendable {
  enum Storage: Sendable {
    /// Keys with known offsets and kinds.
    case fields(FieldTable)

    /// The item is one value, which filters name `SELF`.
    case scalar(FieldAccess)

    /// The item is a `FilterValue`. Its keys are not known before it is read.
    case dynamic

    /// The item is a line. Slots hold the values of the key paths that a predicate reads.
    case slots
  }

  let typeName: String
  let storage: Storage

  /// The type of the items, if their keys are known.
  var itemType: ItemType?

  init(typeName: String, storage: Storage) {
    self.typeName = typeName
    self.storage = storage
  }

  init(typeName: String, fields: [FieldAccess]) {
    self.init(typeName: typeName, storage: .fields(FieldTable(typeName, fields)))
  }

  /// Whether keys and kinds are known when a predicate is made.
  var isTyped: Bool {
    switch storage {
    case .fields, .scalar: true
    case .dynamic, .slots: false
    }
  }

  /// The layout of lines whose values are in slots.
  static let slots = RowLayout(typeName: "a line", storage: .slots)

  /// Whether values are in slots.
  var isOfSlots: Bool {
    if case .slots = storage { true } else { false }
  }

  /// The fields of the items; empty if their keys are not known.
  var table: FieldTable {
    if case .fields(let table) = storage { table } else { FieldTable(typeName, []) }
  }

  /// The keys in the order of the table.
  var keys: [String] {
    if case .fields(let table) = storage { table.keys } else { [] }
  }

  /// The field of `key`, or nil.
  func field(_ key: String) -> FieldAccess? {
    if case .fields(let table) = storage { table[key] } else { nil }
  }
}

/// The fields of a type by their keys.
///
/// A class, because making a predicate copies it many times.
final class FieldTable: Sendable {
  let typeName: String

  /// The fields in the order in which they were declared.
  let fields: [FieldAccess]

  /// The index of each key in `fields`.
  let indices: [ByteKey: Int]

  init(_ typeName: String, _ fields: [FieldAccess]) {
    self.typeName = typeName
    self.fields = fields
    indices = Dictionary(
      fields.enumerated().map { (ByteKey($0.element.name), $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The field of `key`, or nil.
  subscript(key: String) -> FieldAccess? { indices[ByteKey(key)].map { fields[$0] } }

  /// The keys in the order in which they were declared.
  var keys: [String] { fields.map(\.name) }

  /// The value of `key` in `item`, or nil if the table does not have the key.
  func value<Item>(ofKey key: String, in item: Item) -> FilterValue? {
    guard let field = self[key] else { return nil }
    return withUnsafePointer(to: item) { field.read(Row($0)) }
  }
}

extension RowLayout {
  /// The field that reads a property of the items or of structs in them, with the keys that lead to it; nil
  /// where the table has none.
  func field(at keyPath: AnyKeyPath) -> (keys: [String], access: FieldAccess)? {
    field(at: keyPath, in: nil)
  }

  private func field(
    at keyPath: AnyKeyPath, in outer: (path: AnyKeyPath, keys: [String], access: FieldAccess)?
  ) -> (keys: [String], access: FieldAccess)? {
    guard case .fields(let table) = storage else { return nil }
    for field in table.fields {
      guard let own = field.readers.keyPath,
        let path = outer.map({ $0.path.appending(path: own) }) ?? own,
        let access = outer.map({ $0.access.nesting(field) }) ?? field
      else { continue }
      let keys = (outer?.keys ?? []) + [field.name]
      if path == keyPath { return (keys, access) }
      guard field.type.isInPlace, access.offset != nil, let members = field.type.members,
        !members.isClass,
        let found = members.rowLayout.field(at: keyPath, in: (path, keys, access))
      else { continue }
      return found
    }
    return nil
  }
}
