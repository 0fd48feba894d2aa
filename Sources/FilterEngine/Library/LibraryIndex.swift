internal import FilterSyntax

/// The entries of several libraries by name.
///
/// Of several entries with the same name the first one counts. The standard library comes last, so that a name that
/// becomes standard does not change what the entry of another library means.
// A reference, so that the options of each predicate copy one pointer.
final class LibraryIndex: Sendable {
  let libraries: [FilterLibrary]

  /// The names that the libraries add to the grammar.
  let vocabulary: SyntaxVocabulary

  private let tables: LibraryTables

  init(_ libraries: [FilterLibrary]) {
    self.libraries = libraries
    tables = LibraryTables(libraries)
    vocabulary = tables.vocabulary
  }

  /// The entries with a name of an earlier library, such as `geo: function 'near:'`.
  var duplicates: [String] { tables.duplicates }

  /// `sqrt:`, `modulus:by:`, `now`
  func function(_ selector: String) -> FilterFunction? { tables.functions[selector] }

  /// `WITHIN_KM` in upper case, or a selector with its colon
  func wordOperator(_ word: String) -> FilterWordOperator? { tables.wordOperators[word] }

  /// `sum`, without the sign
  func collectionOperator(_ name: String) -> FilterCollectionOperator? {
    tables.collectionOperators[name]
  }

  /// `NSNumber`
  func cast(_ type: String) -> FilterCast? { tables.casts[type] }

  /// `stringByAppendingString:`
  func message(_ selector: String) -> FilterMethod? { tables.messages[selector] }

  /// `length`, with the kinds that have it in any library
  func leafKey(_ key: String) -> FilterLeafKey? { tables.leafKeys[key] }

  /// The selectors of all functions, in order.
  var functionNames: [String] { tables.functions.names.sorted() }

  /// The names of all collection operators, without the sign, in order.
  var collectionOperatorNames: [String] { tables.collectionOperators.names.sorted() }

  /// The selectors of functions and of the methods that `FUNCTION` calls.
  var selectors: [String] { functionNames + tables.messages.names.sorted() }

  /// The words and selectors of all operators of libraries, in order.
  var wordOperatorNames: [String] { tables.wordOperators.names.sorted() }

  /// The types of all casts, in order.
  var castNames: [String] { tables.casts.names.sorted() }

  /// The leaf keys that values of a kind have, in order.
  func leafKeyNames(of kind: FilterKind) -> [String] {
    tables.leafKeys.entries.filter { $0.kinds.contains(kind) }.map(\.key).sorted()
  }
}

/// The entries of an index by kind.
private struct LibraryTables: Sendable {
  private(set) var functions = NamedTable<FilterFunction>()
  private(set) var wordOperators = NamedTable<FilterWordOperator>()
  private(set) var collectionOperators = NamedTable<FilterCollectionOperator>()
  private(set) var casts = NamedTable<FilterCast>()
  private(set) var messages = NamedTable<FilterMethod>()
  private(set) var leafKeys = NamedTable<FilterLeafKey>()

  /// The entries with a name of an earlier library, such as `geo: function 'near:'`.
  private(set) var duplicates: [String] = []

  init(_ libraries: [FilterLibrary]) {
    let standard = FilterLibrary.standard.name
    for library in libraries.filter({ $0.name != standard })
      + libraries.filter({ $0.name == standard })
    {
      insert(library.functions, into: \.functions, library, "function") { $0.selector }
      insert(library.operators, into: \.wordOperators, library, "operator") {
        Self.spelling($0.word)
      }
      insert(library.collectionOperators, into: \.collectionOperators, library, "operator @") {
        $0.name
      }
      insert(library.casts, into: \.casts, library, "cast") { $0.type }
      insert(library.methods, into: \.messages, library, "message") { $0.selector }
      for entry in library.leafKeys { insert(entry, library) }
    }
  }

  /// The names that the libraries add to the grammar.
  var vocabulary: SyntaxVocabulary {
    SyntaxVocabulary(
      functions: Dictionary(
        functions.entries.map { ($0.selector, $0.arity) }, uniquingKeysWith: { first, _ in first }),
      extensionFunctions: Set(functions.entries.lazy.filter(\.isExtension).map(\.selector)),
      wordOperators: Set(
        wordOperators.names.filter { !$0.utf8.contains(UInt8(ascii: ":")) }))
  }

  @inline(never)
  private mutating func insert<Entry>(
    _ entries: [Entry], into table: WritableKeyPath<LibraryTables, NamedTable<Entry>>,
    _ library: FilterLibrary, _ what: String, name: (Entry) -> String
  ) {
    for entry in entries {
      let name = name(entry)
      if self[keyPath: table][name] == nil {
        self[keyPath: table].set(name, entry)
      } else {
        duplicates.append("\(library.name): \(what) '\(name)'")
      }
    }
  }

  /// Adds a leaf key for the kinds that do not have a key of this name yet.
  private mutating func insert(_ entry: FilterLeafKey, _ library: FilterLibrary) {
    guard var known = leafKeys[entry.key] else {
      leafKeys.set(entry.key, entry)
      return
    }
    for name in entry.kinds.intersection(known.kinds).map(\.rawValue).sorted() {
      guard let kind = FilterKind(rawValue: name) else { continue }
      duplicates.append("\(library.name): key '\(entry.key)' of \(kind.plural)")
    }
    let earlier = known
    known.kinds.formUnion(entry.kinds)
    if entry.result != known.result { known.result = nil }
    known.body = { value throws(EvaluationError) in
      try (earlier.kinds.contains(value.kind) ? earlier : entry).body(value)
    }
    leafKeys.set(entry.key, known)
  }

  /// A word in upper case, or an unchanged selector.
  private static func spelling(_ word: String) -> String {
    word.utf8.contains(UInt8(ascii: ":")) ? word : word.uppercased()
  }
}
