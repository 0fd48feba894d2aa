/// A question of an editor about a text: the parameters of `GET /filter`.
struct FilterQuestion: Sendable {
  /// The text of the editor.
  let text: String

  /// The offset of the cursor, in UTF-8 bytes.
  let cursor: Int

  /// The parameters of a query as it is in the URL: `text=prio&cursor=4`.
  ///
  /// The cursor counts UTF-16 units, as `selectionStart` of a text field does. A cursor inside a Unicode scalar counts
  /// as its start, a cursor beyond the end as the end, which is also that of a query without a cursor.
  ///
  /// - Throws: `request` for a query without a text, with a cursor that is not a number from 0 up, or with other
  ///   parameters.
  init(query: String) throws(SearchFailure) {
    var text: String?
    var cursor = Int.max
    for (name, value) in try QueryParameters(query).parameters {
      switch name {
      case "text": text = value
      case "cursor":
        guard let number = Int(value), number >= 0 else {
          throw .request("bad-cursor", "the cursor is a number from 0 up", parameter: name)
        }
        cursor = number
      default: throw .unknownParameter(name, known: ["text", "cursor"])
      }
    }
    guard let text else {
      throw .request(
        "missing-parameter", "the text is missing, as in ?text=prio", parameter: "text")
    }
    self.text = text
    self.cursor = text.utf8Offset(ofUTF16: cursor)
  }
}

extension String {
  /// The number of UTF-8 bytes before a number of UTF-16 units; a part of a Unicode scalar is left out.
  fileprivate func utf8Offset(ofUTF16 offset: Int) -> Int {
    guard let index = utf16.index(startIndex, offsetBy: offset, limitedBy: endIndex) else {
      return utf8.count
    }
    let start = index.samePosition(in: unicodeScalars) ?? utf16.index(before: index)
    return utf8.distance(from: startIndex, to: start)
  }
}
