internal import FilterEngine

/// The synopsis of a command, in roff.
struct Synopsis {
  let text: String

  /// The command `name` with its arguments; all options are one word.
  init(_ command: FilterValue, name: String) {
    var words = ["\\fB" + Roff.escaped(name) + "\\fR"]
    let arguments = command["arguments"]?.elements ?? []
    if arguments.contains(where: { $0["kind"]?.text != "positional" }) {
      words.append("[\\fIoptions\\fR]")
    }
    for argument in arguments where argument["kind"]?.text == "positional" {
      var word = Self.value(argument)
      if argument["isRepeating"]?.isTrue ?? false { word += " ..." }
      words.append(argument["isOptional"]?.isTrue ?? false ? "[\(word)]" : word)
    }
    text = words.joined(separator: " ")
  }

  /// `-i, --input input`, `predicate`
  static func tag(_ argument: FilterValue) -> String {
    guard argument["kind"]?.text != "positional" else { return value(argument) }
    let names = (argument["names"]?.elements ?? []).map { name in
      let dashes = name["kind"]?.text == "long" ? "--" : "-"
      return "\\fB" + Roff.escaped(dashes + (name["name"]?.text ?? "")) + "\\fR"
    }
    // The short name first, as people write it.
    let sorted = names.sorted { $0.count < $1.count }.joined(separator: ", ")
    return argument["kind"]?.text == "option" ? sorted + " " + value(argument) : sorted
  }

  private static func value(_ argument: FilterValue) -> String {
    "\\fI" + Roff.escaped(argument["valueName"]?.text ?? "") + "\\fR"
  }
}

extension FilterValue {
  /// The member of an object.
  subscript(key: String) -> FilterValue? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  var elements: [FilterValue]? { if case .list(let list) = self { list.elements } else { nil } }

  var isTrue: Bool { if case .bool(true) = self { true } else { false } }
}
