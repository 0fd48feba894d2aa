import TestSupport

/// Lines of JSON with everything that can be odd about one, right and wrong.
struct LineGenerator {
  var random: SeededGenerator

  private static let keys = [
    #""a""#, #""b""#, #""o""#, #""l""#, #""c d""#, #""\u0061""#, #""é""#, #""length""#, #""""#,
    #""self""#, #""x\ny""#,
  ]
  private static let numbers = [
    "0", "-0", "1", "2", "3", "-1", "30", "1.0", "-0.0", "1e0", "1E+2", "100", "2.5", "0.1",
    "9007199254740992", "9007199254740993", "9007199254740993.0", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "123456789012345678901234567890", "5e-324",
    "1e308", "000", "1e-400", "-9223372036854775809", "9223372036854775809",
    "340282366920938463463374607431768211456",
  ]
  private static let badScalars = [
    "01", "1.", ".5", "+1", "-", "1e", "1e400", "-01", "0x1", "tru", "nul", "True", "nullx", "1a",
    #""\x""#, #""\ud800""#, #""\u12""#, "'a'", "NaN", "\"a\tb\"", "\"open", "",
  ]
  private static let texts = [
    #""""#, #""a""#, #""b""#, #""t1.micro""#, #""t1""#, #""A""#, #""é""#, #""e\u0301""#, #""É""#,
    #""\u0061""#, #""a\"b""#, #""\\""#, #""\ud83d\ude00""#, #""😀""#, #""x\ny""#, #""ß""#, #""ss""#,
    #""a,b""#, #""{""#, #""]""#, #""1""#,
  ]

  private mutating func space() -> String {
    random.chance(1, of: 12) ? random.pick([" ", "\t", "  ", "\r"]) : ""
  }

  private mutating func scalar() -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: random.pick(Self.numbers)
    case 4..<8: random.pick(Self.texts)
    case 8: random.pick(["true", "false", "null"])
    default: random.chance(1, of: 12) ? random.pick(Self.badScalars) : "null"
    }
  }

  private mutating func value(_ depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 3 ? 6 : 9), using: &random) {
    case 0..<6: return scalar()
    case 6, 7:
      return "{"
        + list(depth) {
          "\($0.space())\($0.random.pick(Self.keys))\($0.space()):\($0.value(depth + 1))"
        } + "}"
    default: return "[" + list(depth) { "\($0.space())\($0.value(depth + 1))\($0.space())" } + "]"
    }
  }

  private mutating func list(_ depth: Int, _ element: (inout Self) -> String) -> String {
    let count = Int.random(in: 0...(depth == 0 ? 7 : 3), using: &random)
    return (0..<count).map { _ in element(&self) }.joined(separator: ",") + space()
  }

  /// A line without its line feed.
  mutating func line() -> [UInt8] {
    if random.chance(1, of: 30) { return Array(random.pick(["", " ", "\t \r", "\r"]).utf8) }
    var text = space()
    if random.chance(1, of: 12) {
      text += value(3)
    } else {
      text +=
        "{" + list(0) { "\($0.space())\($0.random.pick(Self.keys))\($0.space()):\($0.value(1))" }
        + "}"
    }
    if random.chance(1, of: 10) { text += "\r" }
    var bytes = Array(text.utf8)
    if random.chance(1, of: 200) {
      bytes += Array(#"{"a":""#.utf8) + Array(repeating: 0x78, count: 70_000) + Array(#""}"#.utf8)
    }
    if random.chance(1, of: 12), !bytes.isEmpty { spoil(&bytes) }
    return bytes
  }

  private mutating func spoil(_ bytes: inout [UInt8]) {
    let index = Int.random(in: bytes.indices, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.remove(at: index)
    case 1:
      bytes.insert(
        random.pick(Array(#"{}[],:"\ 1tn"#.utf8) + [0, 0x0C, 0x1A, 0xC3, 0xFF]), at: index)
    case 2: bytes[index] = random.pick(Array(#"{}[],:"\"#.utf8) + [0x80, 0xED, 0x1F])
    default: bytes.removeSubrange(index...)
    }
  }
}
