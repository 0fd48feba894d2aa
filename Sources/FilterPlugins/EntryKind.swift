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

  /// The declared kind of a code, nil for any kind.
  static func declared(_ code: frc_kind) throws(EntryError) -> FilterKind? {
    if code == FRC_ANY { return nil }
    guard let kind = allCases.first(where: { $0.code == code }) else {
      throw EntryError("\(code.rawValue) is no kind")
    }
    return kind
  }

  /// The declared kinds of an array; none where there is no array.
  ///
  /// Unsafe because they are read where the plug-in keeps them.
  static func declared(
    _ codes: UnsafePointer<frc_kind>?, _ count: Int, most: Int
  ) throws(EntryError) -> [FilterKind?] {
    guard let codes else { return [] }
    guard 0...most ~= count else { throw EntryError("has kinds of more parameters than it takes") }
    var kinds: [FilterKind?] = []
    for index in 0..<count { kinds.append(try declared(codes[index])) }
    return kinds
  }

  /// Whether a value of the kind may be given where `declared` is.
  func fits(_ declared: FilterKind?) -> Bool {
    switch (self, declared) {
    case (_, nil), (.null, _), (.boolean, .number), (.list, .set), (.set, .list): true
    default: self == declared
    }
  }
}

/// Why an entry cannot be.
struct EntryError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
