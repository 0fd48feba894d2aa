internal import FilterEngine

/// Cuts the members that a policy hides out of the text of objects, without reading their values.
///
/// This is for policies that permit keys of rows as wholes. It takes a twentieth of the time of reading a row. A text of
/// another form is left to a reader of JSON: one with an escaped key, one that is not an object, and one in which a value
/// is not followed by the next member, so that no malformed text can show a hidden one.
struct PermittedMembers {
  private let names: [[UInt8]]

  /// The ranges of the permitted members of the last text, and whether it has hidden ones.
  private var kept: [Range<Int>] = []
  private var hasHidden = false

  /// With more names than this a search from the first to the last takes longer than a reader.
  private static let maximumNames = 64

  /// Nil for a policy that permits only parts of a key.
  init?(_ policy: FilterPolicy) {
    let paths = policy.keyPaths
    guard paths.count <= Self.maximumNames, paths.allSatisfy({ $0.count == 1 }) else { return nil }
    names = paths.map { Array($0[0].utf8) }
  }

  /// Cuts the hidden members out of the object that begins at `start`. Returns false if the text has another form, and
  /// leaves it as it is.
  mutating func cut(_ bytes: inout [UInt8], from start: Int) -> Bool {
    guard find(in: bytes, from: start) else { return false }
    guard hasHidden else { return true }
    var end = start + 1
    for (index, member) in kept.enumerated() {
      if index > 0 {
        bytes[end] = UInt8(ascii: ",")
        end += 1
      }
      for place in member {
        bytes[end] = bytes[place]
        end += 1
      }
    }
    bytes[end] = UInt8(ascii: "}")
    bytes.removeLast(bytes.count - end - 1)
    return true
  }

  /// Finds the permitted members of an object; false for a text of another form.
  private mutating func find(in bytes: [UInt8], from start: Int) -> Bool {
    kept.removeAll(keepingCapacity: true)
    hasHidden = false
    var text = ObjectText(bytes, from: start)
    guard text.take(UInt8(ascii: "{")) else { return false }
    if text.take(UInt8(ascii: "}")) { return text.isAtEnd }
    // Most rows have their keys in one order.
    var next = 0
    repeat {
      guard let key = text.takeKey() else { return false }
      guard text.take(UInt8(ascii: ":")), let end = text.takeValue() else { return false }
      let name = key.lowerBound + 1..<key.upperBound - 1
      if let found = place(of: name, in: bytes, from: next) {
        kept.append(key.lowerBound..<end)
        next = found + 1
      } else {
        hasHidden = true
      }
    } while text.take(UInt8(ascii: ","))
    return text.take(UInt8(ascii: "}")) && text.isAtEnd
  }

  /// The place of a name that is looked for from `first` on; nil if it is not permitted.
  private func place(of name: Range<Int>, in bytes: [UInt8], from first: Int) -> Int? {
    func isSame(_ index: Int) -> Bool {
      let permitted = names[index]
      guard permitted.count == name.count else { return false }
      for place in permitted.indices where permitted[place] != bytes[name.lowerBound &+ place] {
        return false
      }
      return true
    }
    if first < names.count, isSame(first) { return first }
    return names.indices.first(where: isSame)
  }
}

/// A text that is taken apart as far as the members of an object.
private struct ObjectText {
  private let bytes: [UInt8]
  private var place: Int

  init(_ bytes: [UInt8], from place: Int) { (self.bytes, self.place) = (bytes, place) }

  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return place == bytes.count
    }
  }

  private mutating func skipBlanks() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }

  /// Takes a sign and the blanks before it.
  mutating func take(_ sign: UInt8) -> Bool {
    skipBlanks()
    guard place < bytes.count, bytes[place] == sign else { return false }
    place += 1
    return true
  }

  /// Takes a key with its quotes; nil for one with an escape.
  mutating func takeKey() -> Range<Int>? {
    skipBlanks()
    let start = place
    guard takeString() else { return nil }
    for index in start..<place where bytes[index] == UInt8(ascii: "\\") { return nil }
    return start..<place
  }

  private mutating func takeString() -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return false }
    var next = place &+ 1
    while next < bytes.count {
      let byte = bytes[next]
      next &+= byte == UInt8(ascii: "\\") ? 2 : 1
      guard byte == UInt8(ascii: "\"") else { continue }
      place = next
      return true
    }
    return false
  }

  /// Takes a value and returns its end; nil without one.
  mutating func takeValue() -> Int? {
    skipBlanks()
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "\""): return takeString() ? place : nil
    case UInt8(ascii: "{"), UInt8(ascii: "["): return takeContainer() ? place : nil
    default:
      let start = place
      while place < bytes.count, bytes[place].isOfScalar { place += 1 }
      return place > start ? place : nil
    }
  }

  /// Takes an object or a list of at most 64 levels, each closed by its own sign.
  private mutating func takeContainer() -> Bool {
    var (levels, depth): (UInt64, Int) = (0, 0)
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        guard takeString() else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < UInt64.bitWidth else { return false }
        levels = levels << 1 | (bytes[place] == UInt8(ascii: "{") ? 1 : 0)
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard levels & 1 == (bytes[place] == UInt8(ascii: "}") ? 1 : 0) else { return false }
        levels >>= 1
        depth -= 1
        if depth == 0 {
          place += 1
          return true
        }
      default: break
      }
      place += 1
    }
    return false
  }
}

extension UInt8 {
  /// Whether numbers and the names of true, false and null have the byte.
  fileprivate var isOfScalar: Bool {
    (0x30...0x39).contains(self) || (0x61...0x7A).contains(self) || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ".") || self == UInt8(ascii: "+") || self == UInt8(ascii: "E")
  }
}
