/// A key path into a column of JSON documents; without keys, the document.
struct SQLJSONPath: Sendable {
  let column: SQLText
  let keys: [String]

  /// Whether every document is an object.
  let isObject: Bool

  /// Whether no name stands twice or has an escape, and numbers have the digits that doubles print.
  let isCanonical: Bool

  /// Whether a database reads the keys as they are. Its paths have no escapes.
  var isPlain: Bool {
    keys.allSatisfy { key in
      key.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && $0.value >= 0x20 }
    }
  }

  /// Whether a value that is no object may be on the way to the member.
  var canFailOnTheWay: Bool { !placesOnTheWay.isEmpty }

  /// The numbers of keys after which there may be a value that is no object.
  var placesOnTheWay: Range<Int> { min(isObject ? 1 : 0, keys.count)..<keys.count }
}
