import Foundation

/// A file that the tables are written to.
struct GeneratedFile {
  let name: String
  let text: String

  var url: URL { Self.folder.appendingPathComponent(name) }

  /// The folder `Sources/FilterEngine/Text` of the package.
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/FilterEngine/Text")

  /// Both files, from the standard library, whose version is `version`.
  static func all(_ version: UnicodeVersion) -> [GeneratedFile] {
    let tables = UnicodeTables()
    return [index(tables, version), mappings(tables, version)]
  }

  private static func index(_ tables: UnicodeTables, _ version: UnicodeVersion) -> GeneratedFile {
    GeneratedFile(
      name: "UnicodeData+Index.swift",
      text: """
        \(header("What each scalar below U+30000 is, in a table of two stages.", version))
        extension UnicodeData {
          /// The block of each 64 scalars: two digits each.
          static let blockIndex: StaticString =
        \(TableText.literal(tables.blockIndex))

          /// The blocks, 64 entries of four digits each.
          ///
          /// An entry is 0 for a scalar that stands for itself; 1 in its low two bits for a mark, with its
          /// combining class above and then whether `[d]` drops it; 2 for a place in `mappings`.
          static let blocks: StaticString =
        \(TableText.literal(tables.blocks))
        }

        """)
  }

  private static func mappings(
    _ tables: UnicodeTables, _ version: UnicodeVersion
  ) -> GeneratedFile {
    GeneratedFile(
      name: "UnicodeData+Mappings.swift",
      text: """
        \(header("What scalars decompose and fold to.", version))
        extension UnicodeData {
          /// Eight digits, then the canonical decomposition, then its folded form where that differs.
          ///
          /// The digits: the UTF-8 length of the decomposition; of the folded form, 63 where it is the same;
          /// of both again, without the marks that `[d]` drops (and 32 if what is left is the end, not the
          /// beginning); of both, to the end of their last starter;
          /// and in the last two the combining class of the last scalar (8 bits), then whether folding makes
          /// several scalars of one, whether there is an iota subscript, whether it begins with a
          /// combining class, whether it is a mark.
          static let mappings: StaticString =
        \(TableText.literal(tables.mappings))
        }

        """)
  }

  private static func header(_ summary: String, _ version: UnicodeVersion) -> String {
    """
    // swift-format-ignore-file
    //
    // Generated. \(summary)
    //
    // From the Unicode Character Database \(version): canonical decompositions (UnicodeData.txt, applied until
    // nothing decomposes), combining classes and general categories (the same file), and full case
    // folding (CaseFolding.txt, statuses C and F). Tests compare every scalar with Foundation and the
    // standard library. A number is written in digits of six bits, least first, each as the character
    // U+003F + digit: text, because a string literal is read-only data that costs nothing at start-up
    // and compiles at once.

    """
  }
}
