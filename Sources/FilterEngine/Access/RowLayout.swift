/// What the compiler knows of the items that it compiles for.
struct RowLayout: Sendable {
  enum Storage: Sendable {
    /// Keys with known places and kinds.
    case fields([FieldAccess], slots: [Exactly: Int])

    /// The item is one value, reached as `SELF`.
    case scalar(FieldAccess)

    /// The item is a `FilterValue`; nothing is known before it is read.
    case dynamic

    /// The item is a line whose values lie in slots, those of the key paths that a predicate reads.
    case slots
  }

  let typeName: String
  let storage: Storage

  /// Reads the item as a whole, where its keys are known.
  var whole: (@Sendable (Row) -> FilterValue)?

  /// The type of the items, where their keys are known.
  var itemType: (any Filterable.Type)?

  init(typeName: String, storage: Storage) {
    self.typeName = typeName
    self.storage = storage
  }

  init(typeName: String, fields: [FieldAccess]) {
    let slots = Dictionary(
      fields.enumerated().map { (Exactly($0.element.name), $0.offset) },
      uniquingKeysWith: { first, _ in first })
    self.init(typeName: typeName, storage: .fields(fields, slots: slots))
  }

  /// Whether keys and kinds are known when a predicate is made.
  var isTyped: Bool {
    switch storage {
    case .fields, .scalar: true
    case .dynamic, .slots: false
    }
  }

  /// The layout of lines whose values lie in slots.
  static let slots = RowLayout(typeName: "a line", storage: .slots)

  /// Whether values lie in slots.
  var isOfSlots: Bool {
    if case .slots = storage { true } else { false }
  }

  /// The keys in the order of the table.
  var keys: [String] {
    if case .fields(let fields, _) = storage { fields.map(\.name) } else { [] }
  }

  /// The field of `key`, or nil.
  func field(_ key: String) -> FieldAccess? {
    guard case .fields(let fields, let slots) = storage else { return nil }
    return slots[Exactly(key)].map { fields[$0] }
  }

  /// The value of `key` in `item`, or nil where there is no such key.
  func value<Item>(ofKey key: String, in item: Item) -> FilterValue? {
    guard let field = field(key) else { return nil }
    return withUnsafePointer(to: item) { field.read(Row($0)) }
  }
}
