internal import EssentialFoundation
public import FilterSyntax

extension FilterValue {
  /// The value of a constant of a tree.
  ///
  /// The digits of an integer outside 64 bits are that integer, other digits a decimal number,
  /// which is NaN where they are none. A UUID that cannot be read stays a string. Of a constant that
  /// nests deeper than `FilterValue.maximumDepth` a value is made of which `isTooDeep` is true.
  public init(constant: AST.Constant) {
    self.init(constant: constant, level: 1)
  }

  // Recursive functions keep a small frame, so that deep values fit a small stack; scalars are converted apart.

  /// The value of a constant that `level` - 1 constants enclose.
  private init(constant: AST.Constant, level: Int) {
    guard let elements = constant.elements else {
      self.init(scalar: constant)
      return
    }
    // Ends here, because a constant that was made in code can have any depth.
    guard level <= FilterValue.maximumDepth else {
      self = .tooDeep
      return
    }
    var values: [FilterValue] = []
    values.reserveCapacity(elements.count)
    for element in elements { values.append(FilterValue(constant: element, level: level + 1)) }
    self.init(values, as: constant)
  }

  /// The collection that `constant` is, of the values of its elements.
  @inline(never)
  private init(_ values: [FilterValue], as constant: AST.Constant) {
    switch constant {
    case .set: self = .set(FilterSet(values))
    case .map(let members):
      self = .object(FilterObject(zip(members, values).lazy.map { (key: $0.key, value: $1) }))
    default: self = .list(values)
    }
  }

  @inline(never)
  private init(scalar constant: AST.Constant) {
    switch constant {
    case .null, .list, .set, .map: self = .null
    case .boolean(let value): self = .bool(value)
    case .integer(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .text(let value): self = .string(value)
    case .seconds(let value): self = .date(Date(timeIntervalSinceReferenceDate: value))
    case .bytes(let value): self = .data(Data(value))
    case .decimal(let digits): self = Self.number(of: digits)
    case .uuid(let text): self = UUID(uuidString: text).map { .uuid($0) } ?? .string(text)
    }
  }

  /// The value as a constant of a tree.
  ///
  /// A typed item becomes a map of its values, without those that are items themselves: what refers
  /// to itself would have no end. A value that is too deep, or larger than a tree may be, becomes a
  /// constant that every predicate refuses for the same reason.
  @inline(never)
  public var constant: AST.Constant {
    // Counted only if it can be too large; a long text counts as one node.
    var nodes = SyntaxLimits.maximumNodes
    guard measure.size <= nodes || isWithin(&nodes) else { return .tooLarge }
    return constant(level: 1, expandsItems: true)
  }

  /// The constant of a value that `level` - 1 collections enclose.
  private func constant(level: Int, expandsItems: Bool) -> AST.Constant {
    guard let elements = elements(expandsItems: expandsItems) else { return scalarConstant }
    guard !isTooDeep, level <= FilterValue.maximumDepth else { return .tooDeep }
    var constants: [AST.Constant] = []
    constants.reserveCapacity(elements.count)
    // Items inside an item are left out.
    let expandsItems = expandsItems && !isItem
    for element in elements {
      constants.append(element.constant(level: level + 1, expandsItems: expandsItems))
    }
    return collectionConstant(constants)
  }

  private var isItem: Bool { if case .item = self { true } else { false } }

  /// The elements of the value; nil where it is not a collection.
  @inline(never)
  private func elements(expandsItems: Bool) -> [FilterValue]? {
    if case .item(let item) = self, expandsItems {
      item.filterKeys.map { item.filterValue(forKey: $0) ?? .null }
    } else {
      children
    }
  }

  /// The collection that the value is, of the constants of its elements.
  @inline(never)
  private func collectionConstant(_ constants: [AST.Constant]) -> AST.Constant {
    switch self {
    case .set: .set(constants)
    case .object(let object): .map(zip(object.shape.keys, constants).map { ($0, $1) })
    case .item(let item): .map(zip(item.filterKeys, constants).map { ($0, $1) })
    default: .list(constants)
    }
  }

  @inline(never)
  private var scalarConstant: AST.Constant {
    switch self {
    case .null, .list, .set, .object, .item: .null
    case .bool(let value): .boolean(value)
    case .int(let value): .integer(value)
    case .wide(let value): .decimal(value.description)
    case .double(let value): .double(value)
    case .decimal(let value): .decimal(Self.digits(of: value))
    case .string(let value): .text(value)
    case .date(let value): .seconds(value.timeIntervalSinceReferenceDate)
    case .data(let value): .bytes(Array(value))
    case .uuid(let value): .uuid(value.uuidString)
    }
  }

  /// Whether the value consists of at most `nodes` values. Subtracts them from `nodes`.
  private func isWithin(_ nodes: inout Int) -> Bool {
    nodes -= 1
    guard nodes >= 0 else { return false }
    guard let elements = elements(expandsItems: false) else { return true }
    for element in elements where !element.isWithin(&nodes) { return false }
    return true
  }

  /// The digits of a decimal. A point distinguishes them from the digits of a wide integer.
  private static func digits(of value: Decimal) -> String {
    let digits = value.description
    let isWide = !value.isNaN && value.exponent >= 0 && Int64(digits) == nil
    return isWide ? digits + ".0" : digits
  }

  private static func number(of digits: String) -> FilterValue {
    if let integer = FilterValue(integerDigits: digits.utf8), case .wide = integer {
      return integer
    }
    return .decimal(Decimal(string: digits) ?? .nan)
  }
}

extension AST.Constant {
  /// The elements of the constant; nil where it is not a collection.
  fileprivate var elements: [AST.Constant]? {
    switch self {
    case .list(let values), .set(let values): values
    case .map(let members): members.map(\.value)
    default: nil
    }
  }

  /// The constant for a value that is nested too deep. It is itself deeper than any permitted value.
  fileprivate static let tooDeep = (0...FilterValue.maximumDepth).reduce(AST.Constant.null) {
    constant, _ in .list([constant])
  }

  /// The constant for a value that is larger than any permitted tree.
  fileprivate static var tooLarge: AST.Constant {
    .list(Array(repeating: .null, count: SyntaxLimits.maximumNodes + 1))
  }
}
