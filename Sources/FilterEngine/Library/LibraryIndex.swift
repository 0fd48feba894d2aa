internal import FilterSyntax

/// The entries of several libraries by name.
///
/// Of several entries with the same name the first one counts. The standard library comes last, so that a name that
/// becomes standard does not change what the entry of another library means.
struct LibraryIndex: Sendable {
  private var functions = NamedTable<FilterFunction>()
  private var wordOperators = NamedTable<FilterWordOperator>()
  private var collectionOperators = NamedTable<FilterCollectionOperator>()
  private var casts = NamedTable<FilterCast>()
  private var messages = NamedTable<FilterMethod>()
  private var leafKeys = NamedTable<FilterLeafKey>()

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

  /// `sqrt:`, `modulus:by:`, `now`
  func function(_ selector: String) -> FilterFunction? { functions[selector] }

  /// `WITHIN_KM` in upper case, or a selector with its colon
  func wordOperator(_ word: String) -> FilterWordOperator? { wordOperators[word] }

  /// `sum`, without the sign
  func collectionOperator(_ name: String) -> FilterCollectionOperator? {
    collectionOperators[name]
  }

  /// `NSNumber`
  func cast(_ type: String) -> FilterCast? { casts[type] }

  /// `stringByAppendingString:`
  func message(_ selector: String) -> FilterMethod? { messages[selector] }

  /// `length`, with the kinds that have it in any library
  func leafKey(_ key: String) -> FilterLeafKey? { leafKeys[key] }

  /// The names that the libraries add to the grammar.
  var vocabulary: SyntaxVocabulary {
    SyntaxVocabulary(
      functions: Dictionary(
        functions.entries.map { ($0.selector, $0.arity) }, uniquingKeysWith: { first, _ in first }),
      extensionFunctions: Set(functions.entries.lazy.filter(\.isExtension).map(\.selector)),
      wordOperators: Set(
        wordOperators.names.filter { !$0.utf8.contains(UInt8(ascii: ":")) }))
  }

  /// The selectors of all functions, in order.
  var functionNames: [String] { functions.names.sorted() }

  /// The names of all collection operators, without the sign, in order.
  var collectionOperatorNames: [String] { collectionOperators.names.sorted() }

  /// The selectors of functions and of the methods that `FUNCTION` calls.
  var selectors: [String] { functionNames + messages.names.sorted() }

  /// The words and selectors of all operators of libraries, in order.
  var wordOperatorNames: [String] { wordOperators.names.sorted() }

  /// The types of all casts, in order.
  var castNames: [String] { casts.names.sorted() }

  /// The leaf keys that values of a kind have, in order.
  func leafKeyNames(of kind: FilterKind) -> [String] {
    leafKeys.entries.filter { $0.kinds.contains(kind) }.map(\.key).sorted()
  }

  @inline(never)
  private mutating func insert<Entry>(
    _ entries: [Entry], into table: WritableKeyPath<LibraryIndex, NamedTable<Entry>>,
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
