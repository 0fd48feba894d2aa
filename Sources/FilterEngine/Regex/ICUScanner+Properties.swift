import FilterSyntax

extension ICUScanner {
  /// `\p{name}`, `\p{property=value}`
  mutating func scanProperty(
    isNegated: Bool, from start: Int
  ) throws(PatternFailure) -> SetEscape {
    var name = ""
    guard take("{") else { throw failure("a property is \\p{name}", at: start) }
    while let scalar = next, scalar != "}" {
      name.unicodeScalars.append(scalar)
      index += 1
    }
    guard take("}") else { throw failure("missing }", at: start) }
    return try resolveProperty(name, isNegated: isNegated, prefersPOSIX: false, from: start)
  }

  /// The set of a property.
  mutating func resolveProperty(
    _ name: String, isNegated: Bool, prefersPOSIX: Bool, from start: Int
  ) throws(PatternFailure) -> SetEscape {
    let unknown = failure("unknown property \"\(name.shown)\"", at: start)
    let parts = name.unicodeScalars.split(omittingEmptySubsequences: false) {
      $0 == "=" || $0 == ":"
    }.map { Substring($0) }
    guard let first = parts.first.flatMap(Self.normalized), parts.count <= 2 else { throw unknown }
    let set: SetEscape
    if parts.count == 2 {
      set = try resolve(first, value: parts[1], isNegated, unknown)
    } else {
      set = try resolve(first, isNegated, prefersPOSIX, unknown)
    }
    properties.append((output.count, start, name, set.text))
    return set
  }

  /// A property and its value.
  private func resolve(
    _ first: String, value: Substring, _ isNegated: Bool, _ unknown: PatternFailure
  ) throws(PatternFailure) -> SetEscape {
    guard let value = Self.normalized(value) else { throw unknown }
    switch first {
    case "gc", "generalcategory": return try category(value, isNegated, unknown)
    case "sc", "script": return item("sc\(equals)\(value)", isNegated)
    case "scx", "scriptextensions": return item("scx\(equals)\(value)", isNegated)
    case "blk", "block": return try block(value, isNegated, unknown)
    default:
      guard UnicodeNames.binaries.contains(first) else { throw unknown }
      switch value {
      case "yes", "y", "true", "t": return cased(first, isNegated)
      case "no", "n", "false", "f": return cased(first, !isNegated)
      default: throw unknown
      }
    }
  }

  /// A name alone: a category, a binary property, a script, or with `Is` before it; or `In` a block.
  private func resolve(
    _ name: String, _ isNegated: Bool, _ prefersPOSIX: Bool, _ unknown: PatternFailure
  ) throws(PatternFailure) -> SetEscape {
    if name == "word" {
      guard dialect == .unicode else { return .item(isNegated ? "\\W" : "\\w") }
      return isNegated ? .complement(Self.wordMembers) : .members(Self.wordMembers)
    }
    if prefersPOSIX, UnicodeNames.posix.contains(name) {
      return posix(name, isNegated)
    }
    if UnicodeNames.categories[name] != nil {
      return try category(name, isNegated, unknown)
    }
    if UnicodeNames.binaries.contains(name) {
      return cased(name, isNegated)
    }
    if UnicodeNames.posix.contains(name) {
      return posix(name, isNegated)
    }
    if name.begins(with: "is"), name.utf8.count > 2 {
      return try resolve(String(name.dropFirst(2)), isNegated, false, unknown)
    }
    if name.begins(with: "in"), let range = UnicodeNames.blocks[name.dropping(2)] {
      return members(range, isNegated)
    }
    // Any other name can only be a script, which the library may know.
    return item("sc\(equals)\(name)", isNegated)
  }

  private func category(
    _ name: String, _ isNegated: Bool, _ unknown: PatternFailure
  ) throws(PatternFailure) -> SetEscape {
    guard let category = UnicodeNames.categories[name] else { throw unknown }
    switch category {
    case "^Cn": return item("Cn", !isNegated)
    case "L&" where dialect == .icu: return item("LC", isNegated)
    default: return cased(category, isNegated)
    }
  }

  /// The separator of a property and its value.
  private var equals: String { dialect == .icu ? "=" : ":" }

  /// The POSIX set `[:name:]`. PCRE2's sets differ, `punct` also within ASCII.
  private func posix(_ name: String, _ isNegated: Bool) -> SetEscape {
    switch (name, dialect) {
    case ("punct", _): item("P", isNegated)
    case ("alpha", .unicode): item("Alphabetic", isNegated)
    case ("lower", .unicode), ("upper", .unicode): cased(name, isNegated)
    case ("alnum", .unicode): members("\\p{Alphabetic}\\p{Nd}", isNegated)
    case ("xdigit", .unicode): members("\\p{Nd}\\p{Hex}", isNegated)
    default: .members(isNegated ? "[:^\(name):]" : "[:\(name):]")
    }
  }

  /// A category or property. If case is ignored, ICU adds the other case to sets of one case.
  private func cased(_ name: String, _ isNegated: Bool) -> SetEscape {
    guard flags.contains(.caseInsensitive), dialect != .icu else { return item(name, isNegated) }
    switch name {
    case "Lu", "upper", "uppercase": return members("\\p{\(name)}\\p{CWU}", isNegated)
    case "Ll", "lower", "lowercase": return members("\\p{\(name)}\\p{CWL}", isNegated)
    default: return item(name, isNegated)
    }
  }

  private func block(
    _ name: String, _ isNegated: Bool, _ unknown: PatternFailure
  ) throws(PatternFailure) -> SetEscape {
    guard let range = UnicodeNames.blocks[name] else { throw unknown }
    return members(range, isNegated)
  }

  private func members(_ range: ClosedRange<UInt32>, _ isNegated: Bool) -> SetEscape {
    let low = String(range.lowerBound, radix: 16)
    let high = String(range.upperBound, radix: 16)
    return members("\\x{\(low)}-\\x{\(high)}", isNegated)
  }

  private func members(_ members: String, _ isNegated: Bool) -> SetEscape {
    isNegated ? .complement(members) : .members(members)
  }

  private func item(_ name: String, _ isNegated: Bool) -> SetEscape {
    .item("\\\(isNegated ? "P" : "p"){\(name)}")
  }

  /// A name in lower case without spaces, hyphens and underscores; nil if it has other characters.
  private static func normalized(_ name: Substring) -> String? {
    var result = ""
    for scalar in name.unicodeScalars where scalar != " " && scalar != "-" && scalar != "_" {
      guard isLetter(scalar) || ("0"..."9").contains(scalar) else { return nil }
      result += scalar.properties.lowercaseMapping
    }
    return result.isEmpty ? nil : result
  }
}
