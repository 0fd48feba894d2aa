internal import CSimdJSON
package import FilterEngine

/// The rows of a JSON document: the elements of its array, or its one value.
///
/// The whole document is checked first. Rows are made one at a time.
package final class JSONRows {
  /// The text of the document.
  package let text: [UInt8]

  private let reader = JSONReader()
  private var next = 0
  private var end = 0
  private var current = 0

  /// Reads `text`.
  ///
  /// - Throws: An error with its position if the text is not JSON.
  package init(_ text: [UInt8]) throws(JSONError) {
    self.text = text
    try text.withBytes { bytes throws(JSONError) in try reader.tokens.read(bytes) }
    end = reader.tokens[0].end(at: 0)
    if reader.tokens[0].part == FRC_JSON_ARRAY {
      next = 1
      end -= 1
    }
  }

  /// Returns the next row; nil after the last one.
  package func nextRow() throws(JSONError) -> FilterValue? {
    guard next < end else { return nil }
    current = next
    next = reader.tokens[current].end(at: current)
    return try text.withBytes { bytes throws(JSONError) in
      try reader.builder.value(at: current, in: bytes)
    }
  }

  /// The range of the last row in `text`.
  package var range: Range<Int> { reader.tokens[current].range }

  /// Returns the range in `text` of the value at `path` in the last row; nil if the path leads through anything but
  /// objects.
  package func range(ofPath path: [String]) -> Range<Int>? {
    text.withUnsafeBytes { reader.range(ofPath: path, from: current, in: $0) }
  }
}

extension JSONReader {
  /// Returns the only value of `text`. If it is an object with a list under `key`, calls `body` with each element, and
  /// returns the object with an empty list.
  ///
  /// - Throws: An error with its position if the text is not JSON.
  /// - Complexity: O(n) in the length of the text.
  package func read(
    _ text: UnsafeRawBufferPointer, elementsOf key: String, _ body: (FilterValue) -> Void
  ) throws(JSONError) -> FilterValue {
    try tokens.read(text)
    guard let list = member(key, of: 0, in: text), tokens[list].part == FRC_JSON_ARRAY else {
      return try builder.value(at: 0, in: text)
    }
    var members: [(key: String, value: FilterValue)] = []
    var index = 1
    while tokens[index].part == FRC_JSON_KEY {
      let name = String(decoding: tokens.utf8(of: tokens[index], in: text), as: UTF8.self)
      let value = index + 1
      index = tokens[value].end(at: value)
      guard value == list else {
        members.append((name, try builder.value(at: value, in: text)))
        continue
      }
      var element = value + 1
      while element < index - 1 {
        body(try builder.value(at: element, in: text))
        element = tokens[element].end(at: element)
      }
      members.append((name, .list(FilterList([]))))
    }
    return .object(FilterObject(members))
  }

  /// Returns the range of the value at `path` in `text`, which must be the last text that was read; nil if the path
  /// leads through anything but objects.
  package func range(ofPath path: [String], in text: UnsafeRawBufferPointer) -> Range<Int>? {
    tokens.count == 0 ? nil : range(ofPath: path, from: 0, in: text)
  }

  /// Calls `body` with each member of an object and the range of its value. Keys that repeat are included; a value that
  /// is not an object has no members. `text` must be the last text that was read.
  ///
  /// - Complexity: O(n) in the length of the text.
  package func members(
    in text: UnsafeRawBufferPointer, _ body: (_ key: String, _ value: Range<Int>) -> Void
  ) {
    guard tokens.count > 0, tokens[0].part == FRC_JSON_OBJECT else { return }
    var index = 1
    while tokens[index].part == FRC_JSON_KEY {
      let key = String(decoding: tokens.utf8(of: tokens[index], in: text), as: UTF8.self)
      body(key, tokens[index + 1].range)
      index = tokens[index + 1].end(at: index + 1)
    }
  }

  func range(
    ofPath path: [String], from first: Int, in text: UnsafeRawBufferPointer
  ) -> Range<Int>? {
    var value = first
    for key in path {
      guard let member = member(key, of: value, in: text) else { return nil }
      value = member
    }
    return tokens[value].range
  }

  /// The number of the last member of an object with a key; nil without one.
  private func member(_ key: String, of value: Int, in text: UnsafeRawBufferPointer) -> Int? {
    guard tokens[value].part == FRC_JSON_OBJECT else { return nil }
    var index = value + 1
    var found: Int?
    while tokens[index].part == FRC_JSON_KEY {
      if tokens.utf8(of: tokens[index], in: text).elementsEqual(key.utf8) { found = index + 1 }
      index = tokens[index + 1].end(at: index + 1)
    }
    return found
  }
}

/// A step of a path to several values.
package enum JSONStep: Sendable, Equatable {
  case key(String)
  /// To each element of a list
  case elements
  /// To the value of each member of an object
  case members
}

extension JSONReader {
  /// Calls `body` with the range of each value at a path in `text`, in their order, which must be the last text that was
  /// read. After a last step to members it gets the key, unless the value is an object with a member `nameMember`.
  ///
  /// - Returns: Whether the path leads to a value; an empty list is one.
  /// - Complexity: O(n) in the length of the text, and for each step to a key.
  package func visitValues(
    at path: [JSONStep], in text: UnsafeRawBufferPointer, nameMember: String,
    _ body: (_ key: String?, _ value: Range<Int>) -> Void
  ) -> Bool {
    func visit(_ path: ArraySlice<JSONStep>, from value: Int, _ key: String?) -> Bool {
      guard let step = path.first else {
        let hasName = key != nil && member(nameMember, of: value, in: text) != nil
        body(hasName ? nil : key, tokens[value].range)
        return true
      }
      let rest = path.dropFirst()
      switch step {
      case .key(let name):
        return member(name, of: value, in: text).map { visit(rest, from: $0, nil) } ?? false
      case .elements:
        guard tokens[value].part == FRC_JSON_ARRAY else { return false }
        let end = tokens[value].end(at: value) - 1
        var element = value + 1
        var isFound = element == end
        while element < end {
          if visit(rest, from: element, nil) { isFound = true }
          element = tokens[element].end(at: element)
        }
        return isFound
      case .members:
        guard tokens[value].part == FRC_JSON_OBJECT else { return false }
        var index = value + 1
        var isFound = tokens[index].part != FRC_JSON_KEY
        while tokens[index].part == FRC_JSON_KEY {
          let name = String(decoding: tokens.utf8(of: tokens[index], in: text), as: UTF8.self)
          if visit(rest, from: index + 1, name) { isFound = true }
          index = tokens[index + 1].end(at: index + 1)
        }
        return isFound
      }
    }
    return tokens.count > 0 && visit(path[...], from: 0, nil)
  }
}

extension JSONReader {
  /// Returns the JSON of the value at `path` in a text, without white space between tokens; nil if the path leads
  /// through anything but objects, or the text is not JSON.
  package func spelling(ofPath path: [String], in text: some Collection<UInt8>) -> [UInt8]? {
    let bytes = ContiguousArray(text)
    guard (try? check(bytes)) != nil,
      let range = bytes.withUnsafeBytes({ self.range(ofPath: path, in: $0) })
    else { return nil }
    return JSONText.minified(bytes[range])
  }

  /// Reads a text, and replaces each member of an object by its JSON as the text spells it, without white space between
  /// tokens. Strings and null stay values. A value that is not an object is replaced itself. Returns nil if the text is
  /// not JSON.
  package func spelledMembers(of text: some Collection<UInt8>) -> FilterValue? {
    let bytes = ContiguousArray(text)
    guard let whole = try? read(bytes) else { return nil }
    func spelled(_ value: FilterValue, _ range: Range<Int>) -> FilterValue {
      switch value {
      case .null, .string: value
      default: .string(String(decoding: JSONText.minified(bytes[range]), as: UTF8.self))
      }
    }
    guard case .object(let object) = whole else { return spelled(whole, 0..<bytes.count) }
    var values = object.values
    bytes.withUnsafeBytes { text in
      members(in: text) { key, range in
        // If a key repeats, its last value counts.
        if let slot = object.shape.slot(of: key) {
          values[slot] = spelled(object.values[slot], range)
        }
      }
    }
    return .object(FilterObject(shape: object.shape, values: values))
  }
}

extension Collection<UInt8> {
  /// Calls `body` with the bytes. They are copied only if they are not contiguous.
  ///
  /// The methods of the standard library do not keep the type of a thrown error.
  func withBytes<Value>(
    _ body: (UnsafeRawBufferPointer) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    func result(_ bytes: UnsafeRawBufferPointer) -> Result<Value, JSONError> {
      Result { () throws(JSONError) in try body(bytes) }
    }
    let inPlace = withContiguousStorageIfAvailable { result(UnsafeRawBufferPointer($0)) }
    return try (inPlace ?? Array(self).withUnsafeBytes { result($0) }).get()
  }
}
