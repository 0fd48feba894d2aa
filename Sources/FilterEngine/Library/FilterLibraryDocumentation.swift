internal import FilterSyntax

/// The documentation of a library, as data, as text and as Markdown.
///
/// ```swift
/// print(FilterLibrary.standard.documentation.text)
/// ```
public struct FilterLibraryDocumentation: Sendable {
  /// A name that the library adds to the language.
  public struct Entry: Hashable, Sendable {
    /// The kinds of entries, by their headings.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// `sqrt(x)`
      case function = "Functions"
      /// `location WITHIN_KM {52.5, 13.4, 25}`
      case wordOperator = "Operators"
      /// `items.@sum.price`
      case collectionOperator = "Collection operators"
      /// `CAST(x, "NSNumber")`
      case cast = "Casts"
      /// `FUNCTION(x, "uppercaseString")`
      case method = "Methods"
      /// `name.length`
      case leafKey = "Keys of values"
    }

    /// The kind of the entry.
    public let kind: Kind

    /// The name, as a filter writes it: `sqrt:`, `WITHIN_KM`, `@sum`, `NSNumber`, `length`.
    public let name: String

    /// One sentence on what it does.
    public let summary: String

    /// A predicate that shows the use, and is true for any item.
    public let example: String

    /// Whether Foundation lacks it, so that a strict predicate refuses it.
    public let isExtension: Bool
  }

  /// The name of the library.
  public let name: String

  /// The entries, by kind, in the order of the library.
  public let entries: [Entry]

  init(of library: FilterLibrary) {
    func entry(
      _ kind: Entry.Kind, _ name: String, _ words: FilterDocumentation, isExtension: Bool = false
    ) -> Entry {
      Entry(
        kind: kind, name: name, summary: words.summary, example: words.example,
        isExtension: isExtension)
    }
    name = library.name
    var entries = library.functions.map {
      entry(.function, $0.selector, $0.documentation, isExtension: $0.isExtension)
    }
    entries += library.operators.map {
      entry(.wordOperator, $0.word, $0.documentation, isExtension: true)
    }
    entries += library.collectionOperators.map {
      entry(.collectionOperator, "@" + $0.name, $0.documentation, isExtension: $0.isExtension)
    }
    entries += library.casts.map { entry(.cast, $0.type, $0.documentation) }
    entries += library.methods.map { entry(.method, $0.selector, $0.documentation) }
    entries += library.leafKeys.map { entry(.leafKey, $0.key, $0.documentation) }
    self.entries = entries
  }

  /// The entries of each kind below a heading, for a terminal.
  public var text: String {
    sections { heading, entries in
      heading.uppercased() + "\n"
        + entries.map { "  \($0.name)\n    \($0.summary)\n    \($0.example)\n" }.joined()
    }
  }

  /// A table of the entries of each kind below a heading.
  public var markdown: String {
    sections { heading, entries in
      let rows = entries.map { entry in
        "| \(Self.code(entry.name)) | \(Self.cell(entry.summary)) | \(Self.code(entry.example)) |\n"
      }
      return "## \(heading)\n\n| name | | example |\n|---|---|---|\n" + rows.joined()
    }
  }

  private func sections(_ section: (String, [Entry]) -> String) -> String {
    Entry.Kind.allCases.compactMap { kind in
      let entries = entries.filter { $0.kind == kind }
      return entries.isEmpty ? nil : section(kind.rawValue, entries)
    }.joined(separator: "\n")
  }

  private static func cell(_ text: String) -> String {
    text.writing("\\|", for: "|").writing(" ", for: "\n")
  }

  // Text with a backquote is enclosed in two backquotes.
  private static func code(_ text: String) -> String {
    let mark = text.has("`") ? "``" : "`"
    return mark + cell(text) + mark
  }
}

extension FilterLibrary {
  /// The documentation of all entries of the library.
  ///
  /// - Complexity: O(n) in the number of entries.
  public var documentation: FilterLibraryDocumentation { FilterLibraryDocumentation(of: self) }
}

/// The documentation of an entry of a library: a summary, and an example that can be run.
public struct FilterDocumentation: Hashable, Sendable {
  /// A description on one line, with a full stop.
  public var summary: String

  /// A predicate that shows the use and is true for any item, such as `sqrt(49) == 7`.
  public var example: String

  /// A summary and a predicate that holds.
  public init(_ summary: String, example: String) {
    self.summary = summary
    self.example = example
  }
}

/// The documentation of an operator, an option or a keyword of the language.
package struct FilterOperatorDocumentation: Sendable {
  /// The spellings, the usual one first.
  package let spellings: [String]

  /// The summary, and an example that is true for any item.
  package let documentation: FilterDocumentation

  /// Whether Foundation lacks it, so that `strict` refuses it.
  package let isExtension: Bool

  /// The operators, options, quantifiers and keywords of the language, in the order of a manual.
  package static let all = StandardOperators.all

  init(_ spellings: [String], _ documentation: FilterDocumentation, isExtension: Bool) {
    self.spellings = spellings
    self.documentation = documentation
    self.isExtension = isExtension
  }
}
