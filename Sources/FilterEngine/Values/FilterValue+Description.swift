#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension FilterValue: CustomStringConvertible {
  /// The value as the language would write it, such as `{1, "two", nil}`.
  public var description: String {
    var text = ""
    write(to: &text, limit: .max)
    return text
  }

  /// The value as the language would write it, cut after 60 characters, for messages.
  var clipped: String {
    var text = ""
    write(to: &text, limit: 61)
    return text.unicodeScalars.count > 60 ? String(text.unicodeScalars.prefix(59)) + "…" : text
  }

  /// Writes until `text` has about `limit` bytes, so that a long list costs a message nothing.
  private func write(to text: inout String, limit: Int) {
    guard text.utf8.count < limit else { return }
    switch self {
    case .null: text += "nil"
    case .bool(let value): text += value ? "TRUE" : "FALSE"
    case .int(let value): text += String(value)
    case .wide(let value): text += value.description
    case .double(let value): text += value.description
    case .decimal(let value): text += "CAST(\"\(value)\", \"NSDecimalNumber\")"
    case .string(let value): Self.quote(value, to: &text, limit: limit)
    case .date(let value):
      let seconds = value.timeIntervalSinceReferenceDate
      text += TimeText(seconds).map { "#\($0)#" } ?? "CAST(\(seconds), \"NSDate\")"
    case .data(let value): text += value.count == 1 ? "<1 byte>" : "<\(value.count) bytes>"
    case .uuid(let value): text += "CAST(\"\(value.uuidString)\", \"NSUUID\")"
    case .list(let values): Self.write(values, to: &text, limit: limit)
    case .set(let values): Self.write(values.elements, to: &text, limit: limit)
    case .object(let object):
      text += "{"
      for (index, member) in object.members.enumerated() {
        guard text.utf8.count < limit else { return }
        if index > 0 { text += ", " }
        Self.quote(member.key, to: &text, limit: limit)
        text += ": "
        member.value.write(to: &text, limit: limit)
      }
      text += "}"
    case .item(let item): text += item.typeName
    }
  }

  private static func write(_ values: [FilterValue], to text: inout String, limit: Int) {
    text += "{"
    for (index, value) in values.enumerated() {
      guard text.utf8.count < limit else { return }
      if index > 0 { text += ", " }
      value.write(to: &text, limit: limit)
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
