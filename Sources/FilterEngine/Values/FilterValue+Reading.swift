extension FilterValue {
  /// The value of a key of an object or of a typed item; nil if there is none, and for other values.
  ///
  /// ```swift
  /// let city = order["customer"]["city"].converted(to: String.self)
  /// ```
  public subscript(key: String) -> FilterValue { member(key) ?? .null }

  /// The element of a list or set at a position; nil if there is none, and for other values.
  public subscript(position: Int) -> FilterValue {
    guard let elements, elements.indices.contains(position) else { return .null }
    return elements[position]
  }

  /// The elements of a list or set; nil for other kinds.
  package var elements: [FilterValue]? {
    switch self {
    case .list(let list): list.elements
    case .set(let set): set.elements
    default: nil
    }
  }

  /// The elements of a list or set, or the values of an object in the order of its keys; nil for other kinds.
  package var children: [FilterValue]? {
    if case .object(let object) = self { object.values } else { elements }
  }

  /// The value of a key of an object or of a typed item; nil if it has no such key.
  func member(_ key: String) -> FilterValue? {
    switch self {
    case .object(let object): object[key]
    case .item(let item): item.filterValue(forKey: key)
    default: nil
    }
  }

  /// The value as plain JSON on one line.
  ///
  /// A date is an ISO 8601 text, data a text in base64, a UUID its text, a set a list, a typed item an object of its
  /// keys; a number that JSON lacks is `null`. Integers and decimals keep all of their digits. `Codable` keeps the kinds
  /// of values instead, by tags.
  ///
  /// - Complexity: O(n) in the size of the value.
  public var json: String { String(decoding: JSONWriter().bytes(self), as: UTF8.self) }
}
