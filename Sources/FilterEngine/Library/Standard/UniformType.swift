internal import FilterSyntax

/// Uniform type identifiers, for `UTI-CONFORMS-TO` and `UTI-EQUALS`.
///
/// Identifiers are compared ignoring the case of ASCII letters. An identifier that is not in the table conforms
/// only to itself.
package enum UniformType {
  /// Whether type `a` conforms to type `b`. O(1), because the table is a few levels deep.
  static func conforms(_ a: String, to b: String) -> Bool {
    let goal = folded(b)
    var reached = [folded(a)]
    while let type = reached.popLast() {
      if type == goal { return true }
      reached += parents[type] ?? []
    }
    return false
  }

  /// Whether both are the same type.
  static func equal(_ a: String, _ b: String) -> Bool { folded(a) == folded(b) }

  /// The types of the table that conform to a type, and the type itself, in lower case.
  ///
  /// - Complexity: O(n) in the size of the table.
  package static func names(conformingTo type: String) -> [String] {
    let known = table.map(\.type).filter { conforms($0, to: type) }
    let own = names(equalTo: type)
    return own + known.filter { $0 != own[0] }
  }

  /// The type alone, in lower case.
  package static func names(equalTo type: String) -> [String] {
    [String(decoding: folded(type), as: UTF8.self)]
  }

  private static func folded(_ type: String) -> [UInt8] {
    type.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  private static let parents = Dictionary(
    uniqueKeysWithValues: table.map { (folded($0), $1.map(folded)) })

  // In each line a type and those that it conforms to.
  private static let table: [(type: String, parents: [String])] = """
    public.item
    public.content
    public.data public.item
    public.composite-content public.content
    public.text public.data public.content
    public.plain-text public.text
    public.html public.text
    public.xml public.text
    public.json public.text
    public.source-code public.plain-text
    public.image public.data public.content
    public.png public.image
    public.jpeg public.image
    public.tiff public.image
    public.gif public.image
    com.compuserve.gif public.image
    public.heic public.image
    public.audiovisual-content public.data public.content
    public.audio public.audiovisual-content
    public.mp3 public.audio
    public.movie public.audiovisual-content
    public.mpeg-4 public.movie
    public.archive public.data
    public.zip public.archive
    public.zip-archive public.archive
    public.url public.data
    public.file-url public.url
    com.adobe.pdf public.data public.composite-content
    """.split(separator: "\n").map { line in
      let types = String(line).words
      return (types[0], Array(types.dropFirst()))
    }
}
