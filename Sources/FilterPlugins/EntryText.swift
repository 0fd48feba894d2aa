internal import FilterEngine
internal import FilterSyntax

/// The texts of an entry.
///
/// Unsafe because they are C strings of the plug-in.
enum EntryText {
  static func name(_ text: UnsafePointer<CChar>?) throws(EntryError) -> String {
    let name = try required(text, "name")
    guard let control = name.unicodeScalars.first(where: { !TerminalText.isSafe($0) }) else {
      return name
    }
    let number = String(control.value, radix: 16, uppercase: true)
    let digits = String(repeating: "0", count: max(0, 4 - number.count)) + number
    throw EntryError("the name has a control character, U+\(digits)")
  }

  static func documentation(
    _ summary: UnsafePointer<CChar>?, _ example: UnsafePointer<CChar>?
  ) throws(EntryError) -> FilterDocumentation {
    FilterDocumentation(
      try required(summary, "summary"), example: try required(example, "example"))
  }

  private static func required(
    _ text: UnsafePointer<CChar>?, _ what: String
  ) throws(EntryError) -> String {
    guard let text, text.pointee != 0 else { throw EntryError("the \(what) is missing") }
    guard let text = String(validatingCString: text) else {
      throw EntryError("the \(what) is not valid UTF-8")
    }
    // Other line breaks are shown as escapes.
    guard !text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) else {
      throw EntryError("the \(what) is longer than a line")
    }
    return text
  }
}
