/// A row of the model: members with values as they are written, nil where a member is missing.
struct ModelRow: Equatable {
  /// `3`, `3.0`, nil
  var id: String?
  /// `1`, `1.0`, `"x"`, nil
  var n: String?
  var city: String?
  var isReversed = false

  private var members: [(String, String)] {
    var members: [(String, String)] = []
    if let id { members.append(("id", id)) }
    if let n { members.append(("n", n)) }
    if let city { members.append(("city", "\"\(city)\"")) }
    return members
  }

  /// The row as it is sent.
  var json: String {
    let members = isReversed ? members.reversed() : members
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  /// Equal for equal content: the order of members does not count, the kind of a number does.
  var content: String {
    "{" + members.sorted { $0.0 < $1.0 }.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  /// A number, whatever its kind.
  var number: Double? { n.flatMap(Double.init) }

  /// The verdict of an order of the number: false without a value, nil for a text, for which the order fails.
  func compare(_ holds: (Double) -> Bool) -> Bool? { n == nil ? false : number.map(holds) }

  func value(_ key: String) -> ModelValue {
    switch key {
    case "id": ModelValue(id)
    case "n": ModelValue(n)
    case "city": ModelValue(city.map { "\"\($0)\"" })
    default: .missing
    }
  }

  /// Whether the language calls both equal.
  func isEqual(to other: ModelRow) -> Bool {
    ["id", "n", "city"].allSatisfy { value($0) == other.value($0) }
  }
}

/// A value in the order of sort keys: missing, numbers, texts.
enum ModelValue: Hashable, Comparable {
  case missing
  case number(Double)
  case text(String)

  init(_ json: String?) {
    guard let json else {
      self = .missing
      return
    }
    self = Double(json).map { .number($0) } ?? .text(json)
  }
}
