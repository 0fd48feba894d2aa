public import FilterSyntax

/// The reason why data, or a predicate of Foundation, is not the tree of a predicate.
public enum FilterTreeError: Error, Sendable {
  /// The data has another form than that of a tree, at a place such as `args[1].args[0]`; empty for the whole.
  case malformed(String, at: String)

  /// The tree is that of a text that is refused. The range of the error is in the text of the tree.
  case refused(SyntaxError)

  /// An expression of Foundation, such as `StringContainsRegex`, has no equal in the language, with the reason.
  case untranslatable(String, String)
}

extension FilterTreeError: CustomStringConvertible {
  /// The message, with the place.
  public var description: String {
    switch self {
    case .malformed(let message, ""): message
    case .malformed(let message, let place): "\(place): \(message)"
    case .refused(let error): error.message
    case .untranslatable(let expression, let reason): "\(expression): \(reason)"
    }
  }
}

extension FilterPredicate {
  /// The tree of the predicate as data, for programs that build, draw or store filters without the language.
  ///
  /// ```json
  /// {"version": 1, "predicate": {"op": "and", "args": [
  ///   {"op": ">=", "args": [{"property": "age"}, 18]},
  ///   {"op": "BEGINSWITH", "args": [{"property": ["home", "city"]}, "O"], "options": "cd"}]}}
  /// ```
  ///
  /// `Grammar/tree.schema.json` describes the form. Encoding the value writes it as JSON. The filters that a policy joins
  /// are not part of it.
  ///
  /// - Throws: `SyntaxError` for a tree that nests deeper than a value can.
  /// - Complexity: O(n) in the number of nodes.
  public func treeData() throws(SyntaxError) -> FilterValue {
    // A node takes two levels of a value: an object and the list of its operands.
    let tree = asked
    let height = tree.measure().height
    guard 2 * height + Self.levelsAroundTree <= FilterValue.maximumDepth else {
      throw SyntaxError(.tooDeep(limit: FilterValue.maximumDepth / 2), at: tree.range, in: "")
    }
    let written = Self.withRoom(isSmall: Compiler.isOrdinary(tree)) { TreeWriter.data(of: tree) }
    let data = FilterValue.object(
      FilterObject([("version", 1), ("predicate", written ?? .null)]))
    guard written != nil, !data.isTooDeep else {
      throw SyntaxError(.valueTooDeep(limit: FilterValue.maximumDepth), at: tree.range, in: "")
    }
    return data
  }

  /// The levels of a document around the first node.
  private static var levelsAroundTree: Int { 4 }

  /// The levels of a value that any stack has space to read.
  private static var ordinaryLevels: Int { 32 }

  /// Runs `body`, on a stack with space for every tree unless it is about a small one; nil if there is none.
  private static func withRoom<Outcome>(isSmall: Bool, _ body: () -> Outcome) -> Outcome? {
    guard !isSmall else { return body() }
    var outcome: Outcome?
    return LargeStack.run { outcome = body() } ? outcome : nil
  }

  /// A predicate of a tree as data, in the form of `treeData()`.
  ///
  /// The tree is checked as its text is: by the libraries, rules, limits and policy of the options. It can say nothing that no
  /// text says.
  ///
  /// ```swift
  /// let stored = try FilterPredicate<Person>("age >= 18").treeData()
  /// let again = try FilterPredicate<Person>(treeData: stored)
  /// print(again)  // age >= 18
  /// ```
  ///
  /// - Throws: `FilterTreeError` for data of another form, such as a member that has no meaning, and for a tree that is
  ///   refused.
  /// - Complexity: O(n) in the size of the data.
  public init(
    treeData data: FilterValue, options: FilterOptions = .standard
  ) throws(FilterTreeError) {
    guard !data.isTooDeep else { throw .malformed("the tree is too deep", at: "") }
    let document = try TreeNodeMembers(data, [])
    try document.allow("version", "predicate")
    guard case .int(1) = try document.value("version") else {
      throw document.error("has another version than 1")
    }
    let root = try document.value("predicate")
    let read = Self.withRoom(isSmall: data.measure.depth <= Self.ordinaryLevels) {
      Result { () throws(FilterTreeError) in
        var reader = TreeReader()
        return try reader.predicate(root)
      }
    }
    guard let tree = try read?.get() else { throw .malformed("the tree is too deep", at: "") }
    let (text, arguments) = tree.template
    do throws(SyntaxError) {
      try self.init(
        text: text, arguments: arguments.map { FilterValue(constant: $0) }, options: options)
    } catch {
      throw .refused(error)
    }
    guard asked == program.terms?.policy?.asked(of: tree) ?? tree else {
      throw .malformed("no text has this tree", at: "")
    }
  }
}
