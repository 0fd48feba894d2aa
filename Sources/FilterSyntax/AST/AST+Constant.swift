extension AST {
  /// A value in a tree.
  ///
  /// Text is compared byte for byte, doubles by their bits.
  @nonexhaustive
  public indirect enum Constant: Sendable {
    /// `nil`
    case null
    /// `TRUE`
    case boolean(Bool)
    /// `5`
    case integer(Int64)
    /// `5.0`
    case double(Double)
    /// `"text"`
    case text(String)
    /// `#2026-11-21#`, in seconds since 2001-01-01T00:00:00Z
    case seconds(Double)
    /// Bytes, only from an argument
    case bytes([UInt8])
    /// An integer outside 64 bits as its digits, or a decimal number, only from an argument
    case decimal(String)
    /// A UUID in its upper-case text, only from an argument
    case uuid(String)
    /// A list, only from an argument: `{1, 2}` is an `Aggregate`
    case list([Constant])
    /// A set, only from an argument
    case set([Constant])
    /// Keys and values in order, only from an argument
    case map([(key: String, value: Constant)])
  }
}

extension AST.Constant {
  /// Whether it is an integer outside 64 bits, for which there is a literal.
  var isWideInteger: Bool {
    guard case .decimal(let text) = self else { return false }
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    return !digits.isEmpty && digits.allSatisfy(\.isDigit) && Int64(text) == nil
  }
}

extension AST.Constant: Hashable {
  /// Whether both are of one kind and have the same bits.
  public static func == (lhs: AST.Constant, rhs: AST.Constant) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.seconds(let a), .seconds(let b)): a.bitPattern == b.bitPattern
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.bytes(let a), .bytes(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.set(let a), .set(let b)): a == b
    case (.map(let a), .map(let b)):
      a.elementsEqual(b) { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value }
    default: false
    }
  }

  /// Feeds the bits to `hasher`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value), .seconds(let value): hasher.combine(value.bitPattern)
    case .text(let value): Exact(wrappedValue: value).hash(into: &hasher)
    case .bytes(let value): hasher.combine(value)
    case .decimal(let value), .uuid(let value): hasher.combine(value)
    case .list(let values), .set(let values): hasher.combine(values)
    case .map(let members):
      for member in members {
        Exact(wrappedValue: member.key).hash(into: &hasher)
        hasher.combine(member.value)
      }
    }
  }
}

extension AST.Predicate {
  /// The predicate as text that reads back to the same tree, with `%@` for each constant that has no
  /// literal, and those constants in order.
  package var template: (text: String, arguments: [AST.Constant]) {
    var arguments: [AST.Constant] = []
    let tree = replacing { expression, _ in
      guard case .literal(let node) = expression, !node.value.hasLiteral else { return nil }
      arguments.append(node.value)
      return .argument(AST.Argument(arguments.count - 1, conversion: "%@"))
    }
    return (tree.sourceText, arguments)
  }
}

extension AST.Constant {
  /// Whether the text of a filter can hold the constant.
  fileprivate var hasLiteral: Bool {
    switch self {
    case .null, .boolean, .integer, .text: true
    case .double(let value): value.isFinite
    case .decimal: isWideInteger
    case .seconds, .bytes, .uuid, .list, .set, .map: false
    }
  }
}
