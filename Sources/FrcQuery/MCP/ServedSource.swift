internal import FilterSyntax

/// An input that clients know by a name.
struct ServedSource: Sendable {
  let name: String
  let file: String

  /// Reads `NAME=FILE`, or a file alone, whose name is its base name without endings.
  init(_ argument: String) throws(ToolError) {
    let parts = argument.parts(at: "=")
    let isNamed = parts.count > 1 && Self.isPlain(parts[0])
    let path = argument.parts(at: "?")[0]
    let base = path.parts(at: "/").last?.parts(at: ".").first { !$0.isEmpty }
    name = isNamed ? parts[0] : base ?? ""
    file = isNamed ? parts[1...].joined(separator: "=") : argument
    guard Self.isPlain(name) else {
      throw .message("'\(argument.shown)' has no name: write NAME=FILE")
    }
    guard !file.isEmpty, file != "-" else {
      throw .message("'\(argument.shown)' names no file: standard input has the requests")
    }
  }

  /// Reads all of them, which have different names.
  static func list(_ arguments: [String]) throws(ToolError) -> [ServedSource] {
    var sources: [ServedSource] = []
    for argument in arguments {
      let source = try ServedSource(argument)
      guard !sources.contains(where: { $0.name == source.name }) else {
        throw .message("two sources are called '\(source.name)': write NAME=FILE")
      }
      sources.append(source)
    }
    return sources
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
