/// A key path into a column of JSON documents; without keys, the document.
struct SQLJSONPath: Sendable {
  let column: SQLText
  let keys: [String]

  /// Whether every document is an object.
  let isObject: Bool

  /// Whether each object has a name once and without escapes, and numbers have the digits that doubles print.
  let isCanonical: Bool

  /// Whether a database reads the keys as they are. Its paths have no escapes.
  var isPlain: Bool {
    keys.allSatisfy { key in
      key.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && $0.value >= 0x20 }
    }
  }

  /// Whether a value on the way to the member may be something other than an object.
  var canFailOnTheWay: Bool { !placesOnTheWay.isEmpty }

  /// The numbers of keys after which a value may be something other than an object.
  var placesOnTheWay: Range<Int> { min(isObject ? 1 : 0, keys.count)..<keys.count }
}
