internal import ArgumentParser
internal import FilterJSON

/// How the rows of an input are written.
enum InputFormat: String, CaseIterable, ExpressibleByArgument {
  case json
  case jsonl
  case csv
  case tsv

  /// What cells are between, nil for JSON.
  var separator: UInt8? {
    switch self {
    case .csv: UInt8(ascii: ",")
    case .tsv: UInt8(ascii: "\t")
    case .json, .jsonl: nil
    }
  }

  /// The format that the name of a file ends with, nil for any other end.
  init?(path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    switch path[path.index(after: dot)...].lowercased() {
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonl
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    default: return nil
    }
  }

  /// The format that was asked for; without one, the name of the file or its content decides.
  init(of source: ByteSource, asked format: InputFormat?) throws(ToolError) {
    if let format = format ?? InputFormat(path: source.name) {
      self = format
    } else {
      try self.init(of: source)
    }
  }

  /// The format that the beginning of a text has.
  ///
  /// A first line that is a JSON value of its own begins JSON Lines, unless it is an array with
  /// nothing behind it, and so does one with a mistake in it; a bracket or brace that is only not
  /// closed there begins a document; a tab makes TSV, anything else is CSV.
  init(of source: ByteSource) throws(ToolError) {
    let limit = 16 << 20
    while !source.rest.trimmedJSON.contains(UInt8(ascii: "\n")), source.rest.count < limit,
      try source.fill()
    {}
    let text = source.rest.trimmedJSON
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    guard let first = line.first else {
      self = .jsonl
      return
    }
    let (isValue, isOpen) = Self.look(at: line)
    switch first {
    case UInt8(ascii: "["):
      if isValue {
        while text.count == line.count || source.rest.trimmedJSON.dropFirst(line.count).isBlank {
          guard source.rest.count < limit, try source.fill() else { break }
        }
      }
      self = isValue && !source.rest.trimmedJSON.dropFirst(line.count).isBlank ? .jsonl : .json
    case UInt8(ascii: "{"): self = isOpen ? .json : .jsonl
    default:
      self = isValue ? .jsonl : line.contains(UInt8(ascii: "\t")) ? .tsv : .csv
    }
  }

  /// Whether a line is a JSON value, and whether it only lacks the end of one.
  private static func look(at line: ArraySlice<UInt8>) -> (isValue: Bool, isOpen: Bool) {
    do throws(JSONError) {
      _ = try JSONReader().read(line)
      return (true, false)
    } catch {
      return (false, error.reason == .unexpectedEnd)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The byte order mark that some editors put at the head of a file.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text without a byte order mark and white space before it.
  var trimmedJSON: ArraySlice<UInt8> {
    let text = starts(with: Self.byteOrderMark) ? dropFirst(3) : self
    return text.drop { $0.isJSONSpace }
  }

  /// Whether there is nothing but white space.
  var isBlank: Bool { allSatisfy { $0.isJSONSpace } }

  /// The text without white space around it.
  var trimmed: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { !$0.isJSONSpace }) else { return [] }
    return self[...last].drop { $0.isJSONSpace }
  }
}

extension UInt8 {
  var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
