// Tables as text, which is read once. A literal of a dictionary or of structs is code that is compiled for each element.

extension String {
  /// The words between blanks and line feeds.
  @inline(never)
  package var words: [String] { split { $0 == " " || $0 == "\n" }.map(String.init) }
}

extension [String: String] {
  /// The entries of a text, with commas between them. A blank is between a key, which is one word, and its value.
  @inline(never)
  package init(table text: String) {
    self = [:]
    for entry in text.split(separator: ",") {
      let words = String(entry).words
      self[words[0]] = words.dropFirst().joined(separator: " ")
    }
  }
}
