#if PostgreSQL
  internal import CLibPQ
  internal import FilterSQL

  /// The values of a statement as the server receives them, in the binary formats of their types.
  struct PostgresParameters {
    /// The OIDs of the types.
    private(set) var types: [Oid] = []

    /// The bytes of all values, one after another.
    private(set) var bytes: [UInt8] = []

    /// The range of each value in `bytes`; nil for NULL.
    private(set) var ranges: [Range<Int>?] = []

    init(_ values: [SQLValue?]) {
      types.reserveCapacity(values.count)
      ranges.reserveCapacity(values.count)
      for value in values {
        guard let value else {
          // The server derives the type.
          types.append(PostgresType.unknown)
          ranges.append(nil)
          continue
        }
        let start = bytes.count
        types.append(append(value))
        ranges.append(start..<bytes.count)
      }
    }

    /// Appends the bytes of a value and returns the OID of its type.
    private mutating func append(_ value: SQLValue) -> Oid {
      switch value {
      case .integer(let value):
        append(value)
        return PostgresType.int8
      case .real(let value):
        append(value.bitPattern)
        return PostgresType.float8
      case .boolean(let value):
        bytes.append(value ? 1 : 0)
        return PostgresType.bool
      case .text(let text), .jsonArray(let text):
        bytes.append(contentsOf: text.utf8)
        return PostgresType.text
      case .bytes(let value):
        bytes.append(contentsOf: value)
        return PostgresType.bytea
      case .uuid(let value):
        bytes.append(contentsOf: value)
        return PostgresType.uuid
      case .microseconds(let value):
        append(value)
        return PostgresType.timestamptz
      case .localMicroseconds(let value):
        append(value)
        return PostgresType.timestamp
      case .days(let value):
        append(Int32(clamping: value))
        return PostgresType.date
      case .integers(let values):
        appendArray(of: PostgresType.int8, count: values.count)
        for value in values {
          append(Int32(8))
          append(value)
        }
        return PostgresType.int8Array
      case .reals(let values):
        appendArray(of: PostgresType.float8, count: values.count)
        for value in values {
          append(Int32(8))
          append(value.bitPattern)
        }
        return PostgresType.float8Array
      case .texts(let texts):
        appendArray(of: PostgresType.text, count: texts.count)
        for text in texts {
          append(Int32(clamping: text.utf8.count))
          bytes.append(contentsOf: text.utf8)
        }
        return PostgresType.textArray
      case .uuids(let values):
        appendArray(of: PostgresType.uuid, count: values.count)
        for value in values {
          append(Int32(clamping: value.count))
          bytes.append(contentsOf: value)
        }
        return PostgresType.uuidArray
      case .test:
        // The dialect has no function that asks the engine, so that no statement has such a value.
        return PostgresType.text
      }
    }

    private mutating func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends the header of an array with one dimension and no NULL; one without elements has no dimension.
    private mutating func appendArray(of type: Oid, count: Int) {
      append(Int32(count == 0 ? 0 : 1))
      append(Int32(0))
      append(type)
      guard count > 0 else { return }
      append(Int32(clamping: count))
      append(Int32(1))
    }
  }

  /// The OIDs of the types of PostgreSQL that are read or sent, from its catalog `pg_type`.
  package enum PostgresType {
    package static let unknown: UInt32 = 0
    package static let bool: UInt32 = 16
    package static let bytea: UInt32 = 17
    package static let name: UInt32 = 19
    package static let int8: UInt32 = 20
    package static let int2: UInt32 = 21
    package static let int4: UInt32 = 23
    package static let text: UInt32 = 25
    package static let oid: UInt32 = 26
    package static let json: UInt32 = 114
    package static let float4: UInt32 = 700
    package static let float8: UInt32 = 701
    package static let bpchar: UInt32 = 1042
    package static let varchar: UInt32 = 1043
    package static let date: UInt32 = 1082
    package static let timestamp: UInt32 = 1114
    package static let timestamptz: UInt32 = 1184
    package static let numeric: UInt32 = 1700
    package static let uuid: UInt32 = 2950
    package static let uuidArray: UInt32 = 2951
    package static let jsonb: UInt32 = 3802
    package static let int8Array: UInt32 = 1016
    package static let textArray: UInt32 = 1009
    package static let float8Array: UInt32 = 1022
  }
#endif
