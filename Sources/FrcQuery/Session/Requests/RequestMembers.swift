internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// The members of a request, or of an object in one, read as what they have to be.
struct RequestMembers {
  /// The member whose elements are rows.
  static let itemsKey = "items"

  private let object: FilterObject

  /// The rows of `items` if they were read one by one; the member is an empty list then.
  var items: [OpenRow]?

  init(_ object: FilterObject) { self.object = object }

  init(_ value: FilterValue, _ name: String) throws(ToolError) {
    guard case .object(let object) = value else {
      throw .request("\(name) must be an object", .invalidRequest)
    }
    self.object = object
  }

  /// Refuses members that have no meaning.
  func allow(_ names: [String], of owner: String) throws(ToolError) {
    for key in object.shape.keys where !names.contains(key) {
      let nearest =
        OtherNames.member(key, among: names) ?? EditDistance.nearest(to: key, in: names)
      throw .unknown("\(owner) has no member", key, nearest: nearest)
    }
  }

  /// The value of a member, nil if it is missing.
  subscript(key: String) -> FilterValue? { object[key] }

  /// The value of a member, nil if it is missing or null.
  private func given(_ key: String) -> FilterValue? {
    let value = object[key]
    if case .null = value { return nil }
    return value
  }

  /// Whether a member is there and not null.
  func isGiven(_ key: String) -> Bool { given(key) != nil }

  /// The value of a member that must be there, which may be null.
  func value(_ key: String) throws(ToolError) -> FilterValue {
    guard let value = object[key] else { throw .missing("'\(key)'") }
    return value
  }

  /// A text that must be there.
  func text(_ key: String) throws(ToolError) -> String {
    guard case .string(let text) = try value(key) else {
      throw .request("'\(key)' must be a text")
    }
    return text
  }

  /// A text, nil if it is missing or null.
  func optionalText(_ key: String) throws(ToolError) -> String? {
    given(key) == nil ? nil : try text(key)
  }

  /// A flag, nil if it is missing or null.
  func flag(_ key: String) throws(ToolError) -> Bool? {
    switch given(key) {
    case nil: return nil
    case .bool(let flag): return flag
    default: throw .request("'\(key)' must be true or false")
    }
  }

  /// The form of an input, in the members `input`, `delimiter`, `header`, `rows` and `types`.
  func inputForm(_ libraries: FilterLibraries) throws(ToolError) -> InputForm {
    try InputForm(
      format: try optionalText("input").map(RowFormat.named),
      delimiter: try optionalText("delimiter"), hasHeader: try flag("header") ?? true,
      rows: try optionalText("rows"), types: [try optionalText("types")].compactMap { $0 },
      libraries)
  }

  /// A list that must be there.
  func list(_ key: String) throws(ToolError) -> [FilterValue] {
    guard case .list(let list) = try value(key) else {
      throw .request("'\(key)' must be a list")
    }
    return list.elements
  }

  /// A list, empty if it is missing or null.
  func optionalList(_ key: String) throws(ToolError) -> [FilterValue] {
    given(key) == nil ? [] : try list(key)
  }

  /// A whole number that must be there.
  func number(_ key: String) throws(ToolError) -> Int {
    guard case .int(let number) = try value(key) else {
      throw .request("'\(key)' must be a whole number")
    }
    return Int(number)
  }

  /// A whole number, nil if it is missing or null.
  func optionalNumber(_ key: String) throws(ToolError) -> Int? {
    given(key) == nil ? nil : try number(key)
  }

  /// A whole number that is not negative, nil if it is missing or null.
  func optionalCount(_ key: String) throws(ToolError) -> Int? {
    guard let number = try optionalNumber(key) else { return nil }
    guard number >= 0 else { throw .request("'\(key)' must not be negative") }
    return number
  }

  /// The position of a stored row, which must be given.
  func position(_ key: String) throws(ToolError) -> StorePosition {
    guard case .list(let numbers) = try value(key), numbers.count == 2,
      case .int(let section) = numbers[0], case .int(let offset) = numbers[1]
    else { throw .request("'\(key)' must be [section, item]") }
    return StorePosition(section: Int(section), offset: Int(offset))
  }
}

// MARK: - Filters

extension RequestMembers {
  /// The members of a filter.
  static let filterNames = ["name", "group", "filter", "args", "variables", "strict"]

  /// `args`, none if it is missing or null.
  var arguments: [FilterValue] {
    get throws(ToolError) { try optionalList("args") }
  }

  /// `variables`, none if it is missing or null.
  var bindings: [String: FilterValue] {
    get throws(ToolError) {
      guard let value = given("variables") else { return [:] }
      guard case .object(let object) = value else {
        throw .request("'variables' must be an object")
      }
      return Dictionary(object.members.map { ($0.key, $0.value) }) { $1 }
    }
  }

  /// The options of a filter with the rules that `strict` says, which is false if it is missing or null.
  func options(
    _ libraries: FilterLibraries, _ limits: EvaluationLimits?, _ policy: SessionPolicy?
  ) throws(ToolError) -> FilterOptions {
    FilterOptions(
      libraries: libraries, rules: try flag("strict") ?? false ? .strict : .standard,
      limits: limits, policy: policy?.texts)
  }

  /// The same members with what a policy leaves of the rows among them.
  func permitted(by policy: SessionPolicy) throws(ToolError) -> RequestMembers {
    var members = object.members.map { (key: $0.key, value: $0.value) }
    for index in members.indices {
      switch (members[index].key, members[index].value) {
      case ("item", let row):
        guard let row = try policy.permitted(row) else {
          throw .refused(.rowOutsidePolicy, "the policy leaves no part of 'item'")
        }
        members[index].value = row
      case ("items", .list(let rows)):
        members[index].value = .list(FilterList(try policy.permitted(rows.elements)))
      case ("sections", .list(let sections)):
        var values: [FilterValue] = []
        for section in sections.elements {
          guard case .object(let object) = section else {
            values.append(section)
            continue
          }
          values.append(.object(try RequestMembers(object).permitted(by: policy).object))
        }
        members[index].value = .list(FilterList(values))
      default: break
      }
    }
    return RequestMembers(FilterObject(members))
  }

  /// `item`, or null if it is missing.
  var item: FilterValue { object["item"] ?? .null }

  /// The predicate of `filter`, `args` and `strict`. An error can propose one of the key paths of rows.
  func predicate(
    _ libraries: FilterLibraries, _ limits: EvaluationLimits, _ policy: SessionPolicy? = nil,
    paths: @autoclosure () -> [[String]] = []
  ) throws(ToolError) -> FilterPredicate<FilterValue> {
    let text = try text("filter")
    let arguments = try arguments
    let options = try options(libraries, limits, policy)
    do throws(SyntaxError) {
      // As the language has it: other programs may send more arguments than a text takes.
      return try FilterPredicate(
        FilterText(runTime: text), arguments: arguments, options: options, refusesUnused: false)
    } catch {
      throw .refused(error.proposingKey(of: paths()))
    }
  }
}
