import FilterEngine

/// A record with a text of 200 bytes.
struct Document {
  var id: Int
  var text: String
}

extension Document: Filterable {
  static let filterFields = FilterFields<Document>(
    FilterField("id", \.id),
    FilterField("text", \.text))
}

extension Document {
  private static let words = [
    "the", "filter", "reads", "each", "record", "where", "it", "lies", "and", "copies", "nothing",
    "17", "9", "2026", "x9",
  ]

  /// `count` records, the same in every run; about one in eight has `99` in its text.
  static func random(_ count: Int) -> [Document] {
    var random = SplitMix(seed: 3)
    return (0..<count).map { id in
      var text = ""
      while text.utf8.count < 200 { text += words[random.below(words.count)] + " " }
      var bytes = Array(text.utf8.prefix(200))
      if random.below(8) == 0 {
        let place = random.below(bytes.count - 1)
        bytes[place] = UInt8(ascii: "9")
        bytes[place + 1] = UInt8(ascii: "9")
      }
      return Document(id: id, text: String(decoding: bytes, as: UTF8.self))
    }
  }
}
