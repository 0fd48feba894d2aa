internal import FilterEngine

/// Finds the key paths of one row after another. Reads the keys of each shape of objects once.
final class RowSchemaReader {
  /// A key path.
  private final class Node {
    var entry: RowSchema.Entry
    private var children: [String: Node] = [:]

    // The last row that has the key path
    private var lastRow = 0
    private var lastRowWithValue = 0

    // The members of the last shape
    private var shape: FilterObject.Shape?
    private var members: [Node?] = []

    init(_ names: [String], _ path: String) {
      entry = RowSchema.Entry(names: names, path: path)
    }

    /// The nodes of the members of objects of a shape; nil for members beyond the limit.
    func members(of shape: FilterObject.Shape, _ make: (String) -> Node?) -> [Node?] {
      if shape === self.shape { return members }
      members = shape.keys.map { key in
        if let child = children[key] { return child }
        guard let child = make(key) else { return nil }
        children[key] = child
        return child
      }
      self.shape = shape
      return members
    }

    func note(_ value: FilterValue, row: Int, withValues: Bool) {
      if row != lastRow { entry.count += 1 }
      lastRow = row
      let kind = value.kind
      if kind != .null {
        if row != lastRowWithValue { entry.valueCount += 1 }
        lastRowWithValue = row
        if withValues { count(value) }
      }
      if !entry.kinds.contains(kind) { entry.kinds.append(kind) }
      if entry.example == nil, kind != .null { entry.example = value }
      guard case .list(let elements) = value else { return }
      for element in elements where !entry.elementKinds.contains(element.kind) {
        entry.elementKinds.append(element.kind)
      }
    }

    /// Counts a value, or each element of a list; objects have keys instead.
    private func count(_ value: FilterValue) {
      guard value.kind != .list else {
        if case .list(let elements) = value { for element in elements { count(scalar: element) } }
        return
      }
      count(scalar: value)
    }

    private func count(scalar value: FilterValue) {
      switch value.kind {
      case .null, .object, .list, .set, .data: return
      default: break
      }
      if let number = entry.values[value] {
        entry.values[value] = number + 1
      } else if entry.values.count < RowSchemaReader.maximumValues {
        entry.values[value] = 1
        if entry.examples.count < RowSchemaReader.maximumExamples { entry.examples.append(value) }
      }
    }
  }

  /// The distinct values of a key path that are counted; later ones are not.
  private static let maximumValues = 1_000

  private static let maximumExamples = 3

  /// Whether the values of key paths are counted.
  private let withValues: Bool

  init(withValues: Bool = false) { self.withValues = withValues }

  private let root = Node([], "SELF")
  private var nodes: [Node] = []

  /// The number of the current row, counted from 1.
  private var row = 0
  private var isCut = false

  /// The key paths found since the last call.
  func take() -> RowSchema {
    let found = ([root] + nodes).filter { !$0.entry.kinds.isEmpty }
    defer {
      for node in found {
        node.entry = RowSchema.Entry(names: node.entry.names, path: node.entry.path)
      }
    }
    return RowSchema(found.map(\.entry), isCut: isCut)
  }

  func add(_ value: FilterValue) {
    row += 1
    if value.kind != .object { root.note(value, row: row, withValues: withValues) }
    addMembers(of: value, to: root)
  }

  // Values nest no deeper than the reader of JSON goes.
  private func addMembers(of value: FilterValue, to node: Node) {
    switch value {
    case .object(let object):
      let members = node.members(of: object.shape) { key in
        guard nodes.count < RowSchema.maximumCount else {
          isCut = true
          return nil
        }
        let prefix = node === root ? "" : node.entry.path + "."
        let child = Node(node.entry.names + [key], prefix + RowSchema.spelled(key))
        nodes.append(child)
        return child
      }
      for (place, member) in members.enumerated() {
        guard let member else { continue }
        let value = object.values[place]
        member.note(value, row: row, withValues: withValues)
        addMembers(of: value, to: member)
      }
    case .list(let elements):
      for element in elements { addMembers(of: element, to: node) }
    default: break
    }
  }
}
