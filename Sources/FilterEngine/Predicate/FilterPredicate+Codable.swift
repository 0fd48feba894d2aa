import FilterSyntax

extension CodingUserInfoKey {
  /// The key of a decoder's `FilterLibraries` for the predicates that it makes. Without a value the standard
  /// library is used.
  public static var filterLibraries: CodingUserInfoKey? {
    CodingUserInfoKey(rawValue: "FilterEngine.filterLibraries")
  }

  /// The key of a decoder's ``FilterPolicy`` for the predicates that it makes, which cannot be decoded without one.
  ///
  /// ``FilterPolicy/unrestricted`` is the policy for data that the application itself has written.
  public static var filterPolicy: CodingUserInfoKey? {
    CodingUserInfoKey(rawValue: "FilterEngine.filterPolicy")
  }
}

/// An argument: a constant that names its kind, as `encode(to:)` writes it, or plain data.
private struct CodedArgument: Decodable {
  let value: FilterValue

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let names = (try? decoder.container(keyedBy: Name.self))?.allKeys ?? []
    let isConstant = names.count == 1 && AST.Constant.isKind(names[0].stringValue)
    value =
      isConstant
      ? FilterValue(constant: try AST.Constant(from: decoder)) : try FilterValue(from: decoder)
  }
}

/// A predicate is coded as its source text with arguments: `{"text": "age >= %@", "arguments": [18]}`.
///
/// JSON that is written by hand or by another program can have plain JSON as arguments, in the form of
/// ``FilterValue``: dates are `{"$date": 0}`. Encoded arguments name their kinds, so that decoding gives the
/// same bits.
extension FilterPredicate: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, arguments, strict, lenient
  }

  /// Decodes a text and its arguments, and makes a predicate of them, which keeps the decoder's `filterPolicy`.
  ///
  /// - Throws: `SyntaxError` for a text that is not a filter of `Item`, `DecodingError` for other data, and for a decoder
  ///   without a policy.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = try container.decode(String.self, forKey: .text)
    let arguments = try container.decodeIfPresent([CodedArgument].self, forKey: .arguments) ?? []
    let libraries =
      CodingUserInfoKey.filterLibraries.flatMap { decoder.userInfo[$0] } as? FilterLibraries
      ?? .standard
    let isStrict = try container.decodeIfPresent(Bool.self, forKey: .strict) ?? false
    let isLenient = try container.decodeIfPresent(Bool.self, forKey: .lenient) ?? false
    guard !(isStrict && isLenient) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a filter is strict or lenient, not both"))
    }
    let values = arguments.map(\.value)
    let held = CodingUserInfoKey.filterPolicy.flatMap { decoder.userInfo[$0] }
    guard let policy = held as? FilterPolicy else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: held == nil
            ? "a filter is decoded under a policy: set userInfo[.filterPolicy] of the decoder to a FilterPolicy, "
              + "or to .unrestricted for data of your own"
            : "the value for filterPolicy is not a FilterPolicy"))
    }
    try self.init(
      text: text, arguments: values,
      options: FilterOptions(
        libraries: libraries, rules: isStrict ? .strict : isLenient ? .lenient : .standard,
        policy: policy))
  }

  /// Writes the source text, with an argument for each constant that has no literal.
  public func encode(to encoder: any Encoder) throws {
    let (text, arguments) = asked.template
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
    if rules == .strict { try container.encode(true, forKey: .strict) }
    if rules == .lenient { try container.encode(true, forKey: .lenient) }
  }
}

/// Predicates are equal if their trees are equal, even if their texts differ.
extension FilterPredicate: Hashable {
  /// Whether both have the same tree and the same strictness.
  public static func == (left: FilterPredicate, right: FilterPredicate) -> Bool {
    (left.rules == .strict) == (right.rules == .strict) && left.syntax == right.syntax
  }

  /// Feeds the tree to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rules == .strict)
    hasher.combine(syntax)
  }
}

extension FilterPredicate: CustomStringConvertible {
  /// The canonical text, without the filters that a policy joins.
  public var description: String { asked.description }
}
