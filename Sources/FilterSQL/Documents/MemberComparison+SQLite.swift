extension MemberComparison {
  /// A test of a member by `json_extract`, which an index of the same expression serves. Texts are ordered above numbers.
  func inSQLite(_ test: Test) -> SQLCondition {
    let member: SQLText = "json_extract(\(path.column), \(place(path.keys.count)))"
    switch test {
    case .null: return .test("\(member) IS NULL")
    case .notNull: return .test("\(member) IS NOT NULL")
    case .text(let text): return .test("\(member) = \(SQLValue.text(text))")
    case .number(let numbers, let isOrdered):
      let bounds = numbers.aroundRoundedDoubles
      var parts: [SQLCondition] = []
      if bounds.low > -.infinity {
        parts.append(.test("\(member) >= \(SQLValue.real(bounds.low))"))
      }
      if bounds.high < .infinity {
        parts.append(.test("\(member) <= \(SQLValue.real(bounds.high))"))
      }
      let inside: SQLCondition =
        numbers.isEmpty ? .never : parts.isEmpty ? .test("\(member) IS NOT NULL") : .all(parts)
      return isOrdered ? inside || .test("\(member) >= ''") : inside
    case .never: return .never
    }
  }

  /// The documents in which a value on the path is not an object.
  var sqliteDetours: [SQLCondition] {
    path.placesOnTheWay.map { count in
      count == 0
        ? .test("json_type(\(path.column)) NOT IN ('object', 'null')")
        : .test("json_type(\(path.column), \(place(count))) NOT IN ('object', 'null')")
    }
  }

  /// The documents in which `json_extract` can read a different member than the engine. It reads the first member with a
  /// name, and compares names with their escapes.
  var ambiguities: [SQLCondition] {
    guard !path.isCanonical, !path.keys.isEmpty else { return [] }
    let repeated = path.keys.indices.map { count -> SQLCondition in
      let members: SQLText =
        count == 0 ? "json_each(\(path.column))" : "json_each(\(path.column), \(place(count)))"
      return .test(
        "(SELECT count(*) FROM \(members) WHERE key = \(SQLValue.text(path.keys[count]))) > 1")
    }
    return [.test("instr(\(path.column), '\\') > 0")] + repeated
  }

  /// The path of the first keys: `'$.a."b c"'`, or a value.
  func place(_ count: Int) -> SQLText {
    let keys = path.keys.prefix(count)
    let steps = keys.map { $0.isWord ? ".\($0)" : ".\"\($0)\"" }
    let text = "$" + steps.joined()
    return keys.allSatisfy(\.isPlain)
      ? SQLText(pieces: [.jsonPath(text)]) : "\(SQLValue.text(text))"
  }
}

extension String {
  /// Whether it is ASCII letters, digits and `_`: a key that a path has without quotes, as the path of an index.
  fileprivate var isWord: Bool {
    !isEmpty
      && utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "_")
      }
  }

  /// Whether a path with it is literal text, which an index requires. Others are values.
  fileprivate var isPlain: Bool {
    unicodeScalars.allSatisfy { scalar in
      "_- ".unicodeScalars.contains(scalar) || ("0"..."9").contains(scalar)
        || scalar.properties.isAlphabetic
    }
  }
}
