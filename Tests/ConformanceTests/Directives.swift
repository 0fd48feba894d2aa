import FilterEngine
import FilterJSON

/// What stands between the comment of an example and its filter.
struct Directives {
  var reading: ConformanceCase.Reading?
  var isValue = false
  var isLossy = false
  var arguments: [FilterValue] = []
  var item = FilterValue.null
  var variables: [String: FilterValue] = [:]
  var text: String?

  private var seen: Set<String> = []

  /// Takes a line; false where it is the filter.
  mutating func add(_ line: String, of block: Block, at offset: Int) throws -> Bool {
    guard let name = Self.names.first(where: { line == $0 || line.hasPrefix($0 + ": ") }) else {
      return false
    }
    let content = line.dropFirst(name.count + 2)
    guard text == nil else { throw block.error("the filter stands before \(name)", at: offset) }
    guard seen.insert(name).inserted else { throw block.error("\(name) stands twice", at: offset) }
    let wanted = !Self.words.contains(name)
    guard content.isEmpty != wanted else {
      throw block.error("\(name) has \(wanted ? "a" : "no") value", at: offset)
    }
    guard wanted else {
      addWord(name)
      return true
    }
    let value = try JSONReader(tagged: true).read(String(content))
    guard add(value, for: name) else {
      throw block.error("the value of \(name) is of another kind", at: offset)
    }
    return true
  }

  private static let words = ["strict", "strict only", "value", "lossy"]
  private static let names = words + ["args", "item", "variables", "text", "text-repeat"]

  private mutating func addWord(_ word: String) {
    switch word {
    case "strict", "strict only": reading = .strict
    case "value": isValue = true
    default: isLossy = true
    }
  }

  private mutating func add(_ value: FilterValue, for name: String) -> Bool {
    switch (name, value) {
    case ("args", .list(let list)): arguments = list.elements
    case ("item", _): item = value
    case ("variables", .object(let object)):
      variables = Dictionary(uniqueKeysWithValues: object.members.map { ($0.key, $0.value) })
    case ("text", .string(let string)): text = string
    case ("text-repeat", .object(let object)):
      guard case .string(let before)? = object["before"], case .string(let unit)? = object["unit"],
        case .int(let count)? = object["count"], case .string(let after)? = object["after"]
      else { return false }
      text = before + String(repeating: unit, count: Int(count)) + after
    default: return false
    }
    return true
  }
}
