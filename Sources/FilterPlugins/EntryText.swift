internal import FilterEngine

/// The texts of an entry.
///
/// Unsafe because they end where the plug-in put a zero.
enum EntryText {
  static func name(_ text: UnsafePointer<CChar>?) throws(EntryError) -> String {
    try required(text, "name")
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
    guard !text.contains(where: \.isNewline) else {
      throw EntryError("the \(what) is longer than a line")
    }
    return text
  }
}
