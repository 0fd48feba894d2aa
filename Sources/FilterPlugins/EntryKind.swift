internal import CFilterPlugin
internal import FilterEngine

extension FilterKind {
  /// The kind in the interface.
  var code: frc_kind {
    switch self {
    case .null: FRC_NIL
    case .boolean: FRC_BOOLEAN
    case .number: FRC_NUMBER
    case .string: FRC_STRING
    case .date: FRC_DATE
    case .data: FRC_DATA
    case .uuid: FRC_UUID
    case .list: FRC_LIST
    case .set: FRC_SET
    case .object: FRC_OBJECT
    }
  }

  /// The kind of a code; nil for the code of any kind.
  static func declared(_ code: frc_kind) throws(EntryError) -> FilterKind? {
    if code == FRC_ANY { return nil }
    guard let kind = allCases.first(where: { $0.code == code }) else {
      throw EntryError("\(code.rawValue) is not a kind")
    }
    return kind
  }

  /// The kinds of an array of codes; empty if the address is null.
  ///
  /// Unsafe because they are read from the memory of the plug-in.
  static func declared(
    _ codes: UnsafePointer<frc_kind>?, _ count: Int, most: Int
  ) throws(EntryError) -> [FilterKind?] {
    guard let codes else { return [] }
    guard 0...most ~= count else { throw EntryError("has kinds of more parameters than it takes") }
    var kinds: [FilterKind?] = []
    for index in 0..<count { kinds.append(try declared(codes[index])) }
    return kinds
  }

  /// Whether a value of the kind is allowed for the declared kind.
  func fits(_ declared: FilterKind?) -> Bool {
    switch (self, declared) {
    case (_, nil), (.null, _), (.boolean, .number), (.list, .set), (.set, .list): true
    default: self == declared
    }
  }
}

/// An invalid plug-in entry.
struct EntryError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
