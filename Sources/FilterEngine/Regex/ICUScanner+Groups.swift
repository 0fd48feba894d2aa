extension ICUScanner {
  /// A group, after `(`.
  mutating func openGroup() throws(PatternFailure) {
    let start = index - 1
    if next == "*" {
      throw failure("verbs (*…) are not supported", at: start)
    }
    guard take("?") else {
      captureCount += 1
      return try push("(", from: start, number: captureCount)
    }
    guard let scalar = next else { throw failure("missing )", at: start) }
    index += 1
    switch scalar {
    case ":": try push("(?:", from: start)
    case ">": try push("(?>", from: start)
    case "=", "!": try push("(?\(scalar)", from: start, isAssertion: true)
    case "#": try skipComment(from: start)
    case "<":
      if take("=") {
        try push("(?<=", from: start, isAssertion: true, isLookBehind: true)
      } else if take("!") {
        try push("(?<!", from: start, isAssertion: true, isLookBehind: true)
      } else {
        try openNamed(from: start)
      }
    case "i", "m", "s", "x", "w", "d", "u", "-":
      index -= 1
      try scanFlags(from: start)
    case "P": throw failure("(?P is not supported; a named group is (?<name>…)", at: start)
    case "'": throw failure("(?' is not supported; a named group is (?<name>…)", at: start)
    case "R", "&", "+", "0"..."9": throw failure("recursion is not supported", at: start)
    case "(": throw failure("conditions (?(…) are not supported", at: start)
    case "|": throw failure("branch reset (?| is not supported", at: start)
    case "C": throw failure("callouts (?C) are not supported", at: start)
    default: throw failure("unknown flag or group (?\(scalar)", at: start)
    }
  }

  mutating func closeGroup() throws(PatternFailure) {
    guard let group = groups.popLast() else { throw failure("unmatched )", at: index - 1) }
    output.append(UInt8(ascii: ")"))
    guard lengths.close() else {
      throw failure("lookbehind assertion is not fixed length", at: group.position)
    }
    flags = group.flags
    // ICU does not repeat a look-around, because that has no meaning.
    canRepeat = !group.isAssertion
  }

  /// `(?<name>`, rewritten without the name: ICU does not permit underscores, and PCRE2 at most 32 letters.
  private mutating func openNamed(from start: Int) throws(PatternFailure) {
    let name = try scanName(from: start)
    captureCount += 1
    guard names.updateValue(captureCount, forKey: name) == nil else {
      throw failure("two groups have the same name", at: start)
    }
    try push("(", from: start, number: captureCount)
  }

  /// `\k<name>`.
  mutating func scanNamedReference(from start: Int) throws(PatternFailure) {
    let name = try scanName(from: start)
    guard let number = names[name] else { throw missingGroup(at: start) }
    emitReference(number, from: start)
  }

  /// The number of a group. ICU reads digits as long as there are that many groups before.
  mutating func scanReference(_ first: Unicode.Scalar, from start: Int) {
    var number = Int(Self.digit(first) ?? 0)
    while number < captureCount, let digit = next.flatMap(Self.digit), digit < 10 {
      number = number * 10 + Int(digit)
      index += 1
    }
    emitReference(number, from: start)
  }

  private mutating func emitReference(_ number: Int, from start: Int) {
    let written = searches ? number + 1 : number
    // In a group, so that a digit after it does not extend the number.
    emitAtom(dialect == .icu ? "(?:\\\(written))" : "\\g{\(written)}", length: .unbounded)
    if number > greatestReference.number { greatestReference = (number, start) }
    if groups.contains(where: { $0.number == number }) { refersToItself = true }
  }

  func missingGroup(at position: Int) -> PatternFailure {
    failure("reference to non-existent subpattern", at: position)
  }

  /// The name of a group, and the `>` after it.
  mutating func scanName(from start: Int) throws(PatternFailure) -> String {
    var name = ""
    while let scalar = next, scalar != ">" {
      let isDigit = ("0"..."9").contains(scalar)
      guard Self.isLetter(scalar) || !name.isEmpty && (isDigit || scalar == "_") else {
        throw failure("bad group name")
      }
      name.unicodeScalars.append(scalar)
      index += 1
    }
    guard !name.isEmpty, take(">") else { throw failure("bad group name", at: start) }
    return name
  }

  @inline(never)
  private mutating func push(
    _ text: String, from start: Int, flags inner: PatternFlags? = nil, isAssertion: Bool = false,
    isLookBehind: Bool = false, number: Int? = nil
  ) throws(PatternFailure) {
    guard groups.count < PatternLimits.maximumGroupNesting else {
      throw failure("groups nest deeper than \(PatternLimits.maximumGroupNesting)", at: start)
    }
    output += text.utf8
    add(.opaque)
    lengths.open(isLookAround: isAssertion, isLookBehind: isLookBehind)
    groups.append(
      Group(flags: flags, position: start, isAssertion: isAssertion, number: number))
    flags = inner ?? flags
    canRepeat = false
  }

  /// `(?im-sx)` to the end of the group around it, `(?im-sx:…)` for a group of its own.
  private mutating func scanFlags(from start: Int) throws(PatternFailure) {
    let new = try readFlags(from: start)
    let letters: [(PatternFlags, String)] = [
      (.caseInsensitive, "i"), (.multiline, "m"), (.dotAll, "s"),
    ]
    let on = letters.filter { new.contains($0.0) && !flags.contains($0.0) }.map(\.1).joined()
    let off = letters.filter { !new.contains($0.0) && flags.contains($0.0) }.map(\.1).joined()
    let change = off.isEmpty ? on : "\(on)-\(off)"
    if take(":") {
      try push("(?\(change):", from: start, flags: new)
    } else if take(")") {
      if !change.isEmpty {
        output += "(?\(change))".utf8
      }
      flags = new
      canRepeat = false
    } else {
      throw failure("missing )", at: start)
    }
  }

  /// Reads `im-sx` up to the `)` or `:` after it, and returns the flags that then hold.
  private mutating func readFlags(from start: Int) throws(PatternFailure) -> PatternFlags {
    var new = flags
    var isOn = true
    while let scalar = next, scalar != ")", scalar != ":" {
      index += 1
      let flag: PatternFlags
      switch scalar {
      case "-":
        isOn = false
        continue
      case "i": flag = .caseInsensitive
      case "m": flag = .multiline
      case "s": flag = .dotAll
      case "x": flag = .comments
      case "d": flag = .unixLines
      // Case always follows Unicode.
      case "u": continue
      case "w" where !isOn: continue
      case "w": throw failure("the flag w, Unicode word boundaries, is not supported", at: start)
      case "J", "U": throw failure("the flag \(scalar) is not supported", at: start)
      default: throw failure("unknown flag \(scalar)", at: index - 1)
      }
      if isOn {
        new.insert(flag)
      } else {
        new.remove(flag)
      }
    }
    return new
  }

  private mutating func skipComment(from start: Int) throws(PatternFailure) {
    while let scalar = next {
      index += 1
      if scalar == ")" {
        return
      }
    }
    throw failure("missing )", at: start)
  }
}
