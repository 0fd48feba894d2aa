internal import EssentialFoundation
internal import FilterSyntax

extension FilterValue: CustomStringConvertible {
  /// The value in the notation of the language, such as `{1, "two", nil}`.
  public var description: String {
    var text = ""
    write(to: &text, limit: .max)
    return text
  }

  /// The value in the notation of the language, truncated after 60 characters, for messages.
  var clipped: String {
    var text = ""
    // 61 scalars take at most 244 bytes.
    write(to: &text, limit: 4 * 61)
    return text.unicodeScalars.count > 60 ? String(text.unicodeScalars.prefix(59)) + "…" : text
  }

  /// Writes until `text` has about `limit` bytes, so that a message does not print a long list.
  ///
  /// Recursive functions keep a small frame, so that deep values fit a small stack; scalars are written apart.
  private func write(to text: inout String, limit: Int) {
    guard text.utf8.count < limit else { return }
    switch self {
    case .list(let list): Self.write(list.elements, to: &text, limit: limit)
    case .set(let set): Self.write(set.elements, to: &text, limit: limit)
    case .object(let object): Self.write(object, to: &text, limit: limit)
    default: writeScalar(to: &text, limit: limit)
    }
  }

  @inline(never)
  private func writeScalar(to text: inout String, limit: Int) {
    switch self {
    case .null, .list, .set, .object: text += "nil"
    case .bool(let value): text += value ? "TRUE" : "FALSE"
    case .int(let value): text += String(value)
    case .wide(let value): text += value.description
    case .double(let value): text += value.description
    case .decimal(let value): text += "CAST(\"\(value)\", \"NSDecimalNumber\")"
    case .string(let value): Self.quote(value, to: &text, limit: limit)
    case .date(let value):
      let seconds = value.timeIntervalSinceReferenceDate
      text += DateText.rounded(seconds).map { "#\($0)#" } ?? "CAST(\(seconds), \"NSDate\")"
    case .data(let value): text += value.count == 1 ? "<1 byte>" : "<\(value.count) bytes>"
    case .uuid(let value): text += "CAST(\"\(value.uuidString)\", \"NSUUID\")"
    case .item(let item): text += item.typeName
    }
  }

  @inline(never)
  private static func write(_ values: [FilterValue], to text: inout String, limit: Int) {
    text += "{"
    for index in values.indices {
      guard text.utf8.count < limit else { return }
      if index > 0 { text += ", " }
      values[index].write(to: &text, limit: limit)
    }
    text += "}"
  }

  @inline(never)
  private static func write(_ object: FilterObject, to text: inout String, limit: Int) {
    text += "{"
    for index in object.values.indices {
      guard text.utf8.count < limit else { return }
      if index > 0 { text += ", " }
      quote(object.shape.keys[index], to: &text, limit: limit)
      text += ": "
      object.values[index].write(to: &text, limit: limit)
    }
    text += "}"
  }

  private static func quote(_ string: String, to text: inout String, limit: Int) {
    text += "\""
    for scalar in string.unicodeScalars {
      guard text.utf8.count < limit else { return }
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
