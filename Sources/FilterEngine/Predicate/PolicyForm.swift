import FilterSyntax

/// Reads the JSON form of a policy.
///
/// Everything that it does not know is an error, so that a mistake is never a permission.
package struct PolicyForm {
  /// The version of the form.
  static let version: Int64 = 1

  /// A mistake in the form.
  package struct Mistake: Error, CustomStringConvertible {
    /// The place, such as `keys[2].operators[0]`; empty for the whole.
    package let path: String
    package let message: String

    package var description: String { path.isEmpty ? message : "\(path): \(message)" }
  }

  private let libraries: FilterLibraries

  /// A reader of policies for filters that use these libraries.
  package init(_ libraries: FilterLibraries) { self.libraries = libraries }

  /// The policy that a value describes: an object, or a list of keys alone.
  package func policy(_ value: FilterValue) throws(Mistake) -> FilterPolicy {
    if case .list = value { return try keys(value, at: "") }
    let form = try FormMembers(value, at: "", known: Self.members)
    guard let version = form["version"] else {
      throw Mistake(path: "version", message: "missing; write \"version\": \(Self.version)")
    }
    guard case .int(let number) = version, number == Self.version else {
      throw Mistake(
        path: "version", message: "\(version.json) is not the version \(Self.version)")
    }
    guard let list = form["keys"] else {
      throw Mistake(path: "keys", message: "missing; it lists the keys that a filter may read")
    }
    var policy = try keys(list, at: "keys")
    policy.functions = try names(form, "functions") ?? policy.functions
    policy.operators = try names(form, "operators") ?? policy.operators
    policy.collectionOperators =
      try names(form, "collectionOperators") ?? policy.collectionOperators
    policy.casts = try names(form, "casts") ?? policy.casts
    policy.variables = try names(form, "variables") ?? policy.variables
    try checkNames(policy, form, at: "")
    policy.allowsAssignments = try form.flag("allowsAssignments") ?? policy.allowsAssignments
    policy.allowsRegularExpressions =
      try form.flag("allowsRegularExpressions") ?? policy.allowsRegularExpressions
    policy.maximumLength = try form.count("maximumLength") ?? policy.maximumLength
    policy.maximumNodes = try form.count("maximumNodes") ?? policy.maximumNodes
    policy.maximumDepth = try form.count("maximumDepth") ?? policy.maximumDepth
    if form["maximumCost"] == .null {
      policy.maximumCost = nil
    } else if let cost = try form.count("maximumCost") {
      policy.maximumCost = cost
    }
    policy.matchCost = try form.count("matchCost") ?? policy.matchCost
    if let sizes = try form.object("sizes", known: ["values", "bytes"]) {
      policy.sizes.values = try sizes.count("values") ?? policy.sizes.values
      policy.sizes.bytes = try sizes.count("bytes") ?? policy.sizes.bytes
    }
    if let costs = try form.object("libraryCosts", known: nil) {
      for name in costs.names { policy.libraryCosts[name] = try costs.count(name) }
    }
    policy.limits = try limits(form)
    policy.always = try always(form)
    return policy
  }

  static let members = [
    "version", "keys", "functions", "operators", "collectionOperators", "casts", "variables",
    "allowsAssignments", "allowsRegularExpressions", "maximumLength", "maximumNodes",
    "maximumDepth", "maximumCost", "matchCost", "sizes", "libraryCosts", "limits", "always",
  ]

  // MARK: - Keys

  /// The words of kinds.
  static let kinds: [(word: String, kind: FilterKind)] = [
    ("text", .string), ("number", .number), ("boolean", .boolean), ("date", .date),
    ("data", .data), ("uuid", .uuid), ("list", .list), ("object", .object),
  ]

  private func keys(_ value: FilterValue, at path: String) throws(Mistake) -> FilterPolicy {
    var texts: [String] = []
    var known: [[Exact]] = []
    var rules: [KeyRule] = []
    for (index, element) in try value.elements(at: path).enumerated() {
      let place = "\(path)[\(index)]"
      let (text, keys, rule) = try key(element, at: place)
      for (other, text) in zip(known, texts) where keys.starts(with: other) {
        let isSame = keys.count == other.count
        throw Mistake(
          path: place,
          message: isSame ? "'\(text)' is listed twice" : "'\(text)' permits all that is below it")
      }
      for (other, text) in zip(known, texts) where other.starts(with: keys) {
        throw Mistake(path: place, message: "it permits '\(text)' too, which is listed before")
      }
      texts.append(text)
      known.append(keys)
      if let rule { rules.append(rule) }
    }
    do throws(SyntaxError) {
      var policy = try FilterPolicy(keyPaths: texts)
      policy.keyRules = rules
      return policy
    } catch {
      throw Mistake(path: path, message: error.message)
    }
  }

  private func key(
    _ element: FilterValue, at path: String
  ) throws(Mistake) -> (text: String, keys: [Exact], rule: KeyRule?) {
    if case .string(let text) = element { return (text, try keys(of: text, at: path), nil) }
    let form = try FormMembers(element, at: path, known: ["key", "kind", "operators"])
    guard case .string(let text)? = form["key"] else {
      throw Mistake(path: form.place("key"), message: "a key path is expected")
    }
    let keys = try keys(of: text, at: form.place("key"))
    let operators = try names(form, "operators")
    let kind = try kind(form)
    if operators ?? .all == .all, kind == nil { return (text, keys, nil) }
    var policy = FilterPolicy(.all)
    policy.operators = operators ?? .all
    try checkNames(policy, form, at: path)
    return (text, keys, KeyRule(path: keys, kind: kind, operators: policy.operators))
  }

  private func keys(of text: String, at path: String) throws(Mistake) -> [Exact] {
    do throws(SyntaxError) {
      return try KeyTree.keys(of: text).map { Exact(wrappedValue: $0.name) }
    } catch {
      throw Mistake(path: path, message: "'\(text)' is not a key path: \(error.message)")
    }
  }

  private func kind(_ form: FormMembers) throws(Mistake) -> FilterKind? {
    guard let value = form["kind"] else { return nil }
    if case .string(let word) = value, let kind = Self.kinds.first(where: { $0.word == word }) {
      return kind.kind
    }
    let words = Self.kinds.map(\.word).joined(separator: ", ")
    throw Mistake(path: form.place("kind"), message: "\(value.json) is not one of \(words)")
  }

  // MARK: - Names

  private func names(
    _ form: FormMembers, _ name: String
  ) throws(Mistake) -> FilterPolicy.Names? {
    guard let value = form[name] else { return nil }
    if value == .string("*") { return .all }
    let place = form.place(name)
    var names: Set<String> = []
    for (index, element) in try value.elements(at: place).enumerated() {
      guard case .string(let name) = element, !name.isEmpty else {
        throw Mistake(path: "\(place)[\(index)]", message: "a name is expected")
      }
      guard names.insert(name).inserted else {
        throw Mistake(path: "\(place)[\(index)]", message: "'\(name)' is listed twice")
      }
    }
    return .only(names)
  }

  /// Throws if a name is in no library.
  private func checkNames(
    _ policy: FilterPolicy, _ form: FormMembers, at path: String
  ) throws(Mistake) {
    do throws(SyntaxError) {
      try PolicyCheck(policy: policy, text: "").checkNames(libraries.index)
    } catch {
      guard case .unknownPermission(let feature, let name, _) = error.kind else {
        throw Mistake(path: path, message: error.message)
      }
      let member =
        switch feature {
        case .function: "functions"
        case .operator: "operators"
        case .collectionOperator: "collectionOperators"
        case .cast: "casts"
        case .variable: "variables"
        }
      var place = form.place(member)
      if case .list(let list)? = form[member] {
        place += list.elements.firstIndex(of: .string(name)).map { "[\($0)]" } ?? ""
      }
      throw Mistake(path: place, message: error.message)
    }
  }

  // MARK: - Limits and filters

  static let limits = ["seconds", "steps", "elements", "bytes", "textBytes", "depth"]

  private func limits(_ form: FormMembers) throws(Mistake) -> EvaluationLimits? {
    guard let members = try form.object("limits", known: Self.limits) else { return nil }
    var limits = EvaluationLimits.standard
    if let value = members["seconds"] {
      let seconds: Double? =
        switch value {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
      guard let seconds, seconds >= 0, seconds.isFinite else {
        throw Mistake(
          path: members.place("seconds"), message: "a number that is not negative is expected")
      }
      // More seconds than this are no limit, and fit no duration.
      limits.time = .seconds(min(seconds, 1e12))
    }
    limits.steps = try members.count("steps") ?? limits.steps
    limits.elements = try members.count("elements") ?? limits.elements
    limits.bytes = try members.count("bytes") ?? limits.bytes
    limits.textBytes = try members.count("textBytes") ?? limits.textBytes
    limits.depth = try members.count("depth") ?? limits.depth
    return limits
  }

  private func always(_ form: FormMembers) throws(Mistake) -> [AST.Predicate] {
    guard let value = form["always"] else { return [] }
    let place = form.place("always")
    guard case .string(let text) = value else {
      throw Mistake(path: place, message: "the text of a filter is expected")
    }
    do throws(SyntaxError) {
      let options = FilterOptions(libraries: libraries)
      return [try FilterPredicate<FilterValue>(text: text, options: options).syntax]
    } catch {
      throw Mistake(path: place, message: error.message)
    }
  }
}

/// The members of an object of the form.
private struct FormMembers {
  private let path: String
  private let object: FilterObject

  /// The members of a value; any of them if `known` is nil.
  init(_ value: FilterValue, at path: String, known: [String]?) throws(PolicyForm.Mistake) {
    guard case .object(let object) = value else {
      let expected = path.isEmpty ? "an object or a list of keys" : "an object"
      throw PolicyForm.Mistake(path: path, message: "\(expected) is expected")
    }
    (self.path, self.object) = (path, object)
    guard let known, let name = names.first(where: { !known.contains($0) }) else { return }
    let near = EditDistance.nearest(to: name, in: known).map { ", did you mean '\($0)'?" } ?? ""
    throw PolicyForm.Mistake(path: place(name), message: "there is no such member\(near)")
  }

  var names: [String] { object.shape.keys }

  subscript(name: String) -> FilterValue? { object[name] }

  func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  func object(_ name: String, known: [String]?) throws(PolicyForm.Mistake) -> FormMembers? {
    guard let value = self[name] else { return nil }
    return try FormMembers(value, at: place(name), known: known)
  }

  func flag(_ name: String) throws(PolicyForm.Mistake) -> Bool? {
    guard let value = self[name] else { return nil }
    guard case .bool(let flag) = value else {
      throw PolicyForm.Mistake(path: place(name), message: "true or false is expected")
    }
    return flag
  }

  func count(_ name: String) throws(PolicyForm.Mistake) -> Int? {
    guard let value = self[name] else { return nil }
    guard case .int(let number) = value, number >= 0, let count = Int(exactly: number) else {
      throw PolicyForm.Mistake(
        path: place(name), message: "an integer that is not negative is expected")
    }
    return count
  }
}

extension FilterValue {
  /// The elements of a list of the form.
  fileprivate func elements(at path: String) throws(PolicyForm.Mistake) -> [FilterValue] {
    guard case .list(let list) = self else {
      throw PolicyForm.Mistake(path: path, message: "a list is expected")
    }
    return Array(list.elements)
  }
}
