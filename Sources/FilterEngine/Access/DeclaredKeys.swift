internal import FilterSyntax

/// The keys and kinds of values that have no field table, by declaration or from a sample.
struct DeclaredKeys: Sendable {
  /// The kinds of the values, without `nil`. More than one is an unknown kind.
  private var kinds: Set<FilterKind> = []

  /// The kinds of the elements of lists and sets.
  private var elementKinds: Set<FilterKind> = []

  /// The texts that the values or the elements of lists can be; nil for any.
  private var caseTexts: [String]?

  /// The keys of the values, or of the elements of lists, in the order of their first appearance.
  private var children = NamedTable<DeclaredKeys>()

  /// No keys.
  init() {}

  /// Keys by their paths, such as `owner.name`. The kind nil is unknown.
  ///
  /// - Throws: The error of a key path that cannot be read.
  init(_ keys: [String: FilterKind?]) throws(SyntaxError) {
    for path in keys.keys.sorted() {
      let names = try KeyTree.keys(of: path).map(\.name)
      add(names[...], kinds: (keys[path] ?? nil).map { [$0] } ?? [])
    }
  }

  /// Adds a path, with the kinds of its values without `nil`, those of the elements of its lists, and the texts that
  /// either can be.
  mutating func add(
    _ path: ArraySlice<String>, kinds: [FilterKind], elementKinds: [FilterKind] = [],
    caseTexts: [String]? = nil
  ) {
    guard let first = path.first else {
      self.kinds.formUnion(kinds)
      self.elementKinds.formUnion(elementKinds)
      self.caseTexts = caseTexts
      return
    }
    change(first) {
      $0.add(
        path.dropFirst(), kinds: kinds, elementKinds: elementKinds, caseTexts: caseTexts)
    }
  }

  /// Adds the keys that a policy names, which may be missing in a sample.
  mutating func add(_ tree: KeyTree) {
    for name in tree.names {
      if let child = tree.children[name] { change(name) { $0.add(child) } }
    }
  }

  /// Adds the keys of a value.
  ///
  /// - Complexity: O(n) in the size of the value.
  mutating func add(_ value: FilterValue) {
    guard value.kind != .null else { return }
    kinds.insert(value.kind)
    for element in value.elements ?? [] where element.kind != .null {
      elementKinds.insert(element.kind)
    }
    addMembers(of: value)
  }

  private mutating func addMembers(of value: FilterValue) {
    switch value {
    case .object(let object):
      for (key, value) in object.members { change(key) { $0.add(value) } }
    case .item(let item):
      for key in item.filterKeys { change(key) { $0.add(item.filterValue(forKey: key) ?? .null) } }
    // A key of lists in a list is read of the elements of each.
    case .list, .set: for element in value.elements ?? [] { addMembers(of: element) }
    default: break
    }
  }

  private mutating func change(_ name: String, _ body: (inout DeclaredKeys) -> Void) {
    children.change(name, from: DeclaredKeys(), body)
  }

  /// A layout with these keys, for checks of a text and never for evaluation.
  var layout: RowLayout { RowLayout(declaring: fields) }

  private var fields: [FieldAccess] {
    zip(children.names, children.entries).map { FieldAccess(declaring: $1.type, named: $0) }
  }

  private var type: FieldType {
    let members = children.names.isEmpty ? nil : ItemType(declaring: FieldTable("object", fields))
    // Keys without a kind belong to objects.
    let kind = kinds.isEmpty && !children.names.isEmpty ? .object : kinds.single
    let isCollection = kind == .list || kind == .set
    let elementKind =
      elementKinds.isEmpty && !children.names.isEmpty ? .object : elementKinds.single
    let element = FieldType(declaring: elementKind, members: members)
    return FieldType(
      declaring: kind, members: members, element: isCollection ? element : nil,
      caseTexts: caseTexts)
  }
}

extension Set<FilterKind> {
  /// The only element; nil if there are none or several.
  fileprivate var single: FilterKind? { count == 1 ? first : nil }
}

extension FieldAccess {
  /// A key of a type, whose values are never read.
  fileprivate convenience init(declaring type: FieldType, named name: String) {
    self.init(name: name, type: type, offset: nil, read: { _ in .null })
  }
}

extension RowLayout {
  fileprivate init(declaring fields: [FieldAccess], typeName: String = "object") {
    self = ItemType(declaring: FieldTable(typeName, fields)).rowLayout
  }

  /// The layout without the keys that a policy hides, for checks of a text and never for evaluation.
  ///
  /// If no keys are known, the result has those that the tree names.
  func keeping(_ tree: KeyTree) -> RowLayout {
    if tree.isWhole { return self }
    switch storage {
    case .fields(let table):
      return RowLayout(declaring: table.keeping(tree), typeName: typeName)
    case .dynamic: return RowLayout(declaring: tree.fields(of: nil), typeName: typeName)
    case .scalar, .slots: return self
    }
  }
}

extension FieldTable {
  fileprivate func keeping(_ tree: KeyTree) -> [FieldAccess] {
    fields.compactMap { field in
      guard let kept = tree.children[field.name] else { return nil }
      if kept.isWhole { return field }
      return FieldAccess(declaring: field.type.keeping(kept), named: field.name)
    }
  }
}

extension FieldType {
  fileprivate func keeping(_ tree: KeyTree) -> FieldType {
    let fields =
      if let members {
        members.rowLayout.table.keeping(tree)
      } else {
        tree.fields(of: values.type ?? element?.values.type)
      }
    let members = ItemType(declaring: FieldTable("object", fields))
    return FieldType(
      declaring: kind, members: members,
      element: element.map { FieldType(declaring: $0.kind, members: members) })
  }
}

extension KeyTree {
  /// A field of each key, whose values have a type, or else an unknown one.
  fileprivate func fields(of type: FieldType?) -> [FieldAccess] {
    names.compactMap { name in
      guard let child = children[name] else { return nil }
      let type = type ?? (child.isWhole ? .unknown : FieldType(declaring: nil))
      return FieldAccess(declaring: child.isWhole ? type : type.keeping(child), named: name)
    }
  }
}
