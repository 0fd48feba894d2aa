internal import CFilterPlugin
internal import FilterSyntax

/// The rules for names of entries: the grammar has to read them as names.
enum EntryName {
  /// `levenshtein`, or a selector: the selector of a function with `count` arguments.
  static func selector(_ name: String, arity: ClosedRange<Int>) throws(EntryError) -> String {
    guard name.utf8.contains(colon) else {
      try check(name)
      if name.uppercased() == "FETCH" { throw EntryError("the name is a word of the language") }
      return arity.upperBound == 0 ? name : name + ":"
    }
    let parts = name.parts(at: ":")
    guard parts.last == "", parts.dropLast().allSatisfy(isName) else {
      throw EntryError("the name is not a selector")
    }
    let colons = parts.count - 1
    guard colons == 1 ? arity.lowerBound > 0 : arity == colons...colons else {
      throw EntryError(
        "the name has \(colons) colon\(colons == 1 ? "" : "s"), for as many arguments")
    }
    guard !["castObject:toType:", "objectFrom:withIndex:"].contains(name) else {
      throw EntryError("the name belongs to the language")
    }
    return name
  }

  /// `SOUNDS_LIKE` in upper case, or `isNear:`
  static func word(_ name: String) throws(EntryError) -> String {
    if name.utf8.last == colon, isName(name.dropping(0, last: 1)) { return name }
    try check(name)
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw EntryError("the name of an operator is ASCII")
    }
    let word = name.uppercased()
    if word == "IS" { throw EntryError("the name is a word of the language") }
    return word
  }

  /// `initials`, `joinedWith:and:`, and its number of arguments
  static func message(_ name: String) throws(EntryError) -> (selector: String, arguments: Int) {
    if isName(name) { return (name, 0) }
    let parts = name.parts(at: ":")
    guard parts.last == "", parts.dropLast().allSatisfy(isName) else {
      throw EntryError("the name is not a selector")
    }
    guard parts.count - 1 < Int(FRC_PLUGIN_MAXIMUM_ARGUMENTS) else {
      throw EntryError("takes more than \(FRC_PLUGIN_MAXIMUM_ARGUMENTS - 1) arguments")
    }
    return (name, parts.count - 1)
  }

  /// `median`
  static func plain(_ name: String) throws(EntryError) -> String {
    guard isName(name) else { throw EntryError("the name is not an identifier") }
    return name
  }

  /// `Roman`, any text
  static func type(_ name: String) throws(EntryError) -> String {
    // In Foundation, looking up a class by name can run code.
    if name == "Class" { throw EntryError("a cast to Class is refused") }
    return name
  }

  private static let colon = UInt8(ascii: ":")

  private static func check(_ name: String) throws(EntryError) {
    guard isName(name) else { throw EntryError("the name is not an identifier") }
    guard Keyword(word: name) == nil else {
      throw EntryError("the name is a word of the language")
    }
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
  }
}
