extension SQLValue {
  /// Values of one kind as an array; nil if databases have no array of the kind.
  init?(array values: [SQLValue]) {
    switch values.first {
    case .integer:
      self = .integers(
        values.compactMap { if case .integer(let value) = $0 { value } else { nil } })
    case .real:
      self = .reals(values.compactMap { if case .real(let value) = $0 { value } else { nil } })
    case .text:
      self = .texts(values.compactMap { if case .text(let value) = $0 { value } else { nil } })
    case .uuid:
      self = .uuids(values.compactMap { if case .uuid(let value) = $0 { value } else { nil } })
    default: return nil
    }
  }

  /// Numbers and texts as a JSON array; nil if SQLite reads other values from it.
  init?(json values: [SQLValue]) {
    var parts: [String] = []
    for value in values {
      switch value {
      case .integer(let integer): parts.append(String(integer))
      case .real(let double):
        // SQLite reads fractions to 15 digits.
        guard let integer = Int64(exactly: double) else { return nil }
        parts.append(String(integer))
      case .text(let text):
        // Functions of SQLite end a text at NUL.
        guard !text.utf8.contains(0) else { return nil }
        parts.append(Self.quoted(text))
      default: return nil
      }
    }
    self = .jsonArray("[" + parts.joined(separator: ",") + "]")
  }

  /// A text as a string of JSON.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\0"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
