/// The order of rows: a sequence of words for each row, smaller words first.
enum SortWords {
  /// One word for each row.
  case single([UInt64])

  /// As many words as a text needs.
  case texts(SortedTexts)

  /// The order of one row relative to another, by the words from `depth` on: negative, 0 or positive.
  func order(_ left: Int, _ right: Int, from depth: Int) -> Int {
    switch self {
    case .single(let words):
      words[left] == words[right] ? 0 : words[left] < words[right] ? -1 : 1
    case .texts(let texts): texts.order(left, right, from: depth)
    }
  }
}
