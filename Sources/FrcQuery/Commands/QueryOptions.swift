internal import ArgumentParser
internal import FilterEngine
internal import FilterSyntax

/// The options of a filter.
struct QueryOptions: ParsableArguments {
  @Argument(help: "A condition on rows, such as \"age > 30 AND name BEGINSWITH 'A'\".")
  var predicate: String?

  @Argument(
    help: "Files to read, gzip and zstd too; standard input for none or \"-\".",
    completion: .file())
  var files: [String] = []

  @Option(
    name: [.customShort("f"), .customLong("file")],
    help: ArgumentHelp(
      "Read the predicate from a file, or from standard input for \"-\"; one that ends in .json has a tree as data.",
      valueName: "file"),
    completion: .file())
  var predicateFile: String?

  @OptionGroup var form: InputOptions

  @Option(
    help: ArgumentHelp(
      "The row of another file whose key is the value of a field: with cid=customers.csv:id customers.name is its name.",
      valueName: "[name:]field=file:key"))
  var lookup: [String] = []

  @OptionGroup var locks: LockOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest number of bytes of a row of a database; the default is 67108864.", valueName: "n"))
  var byteLimit: Int = Query.usualRowBytes

  @Option(
    name: .shortAndLong,
    help: "Format of the output; the default is table on a terminal, else jsonl.")
  var output: OutputFormat?

  @Flag(
    name: .customShort("r"),
    help: "Print values as they are, without names and quotes, as -o text does.")
  var isText = false

  @Flag(help: "End the lines of CSV and TSV with CR LF.")
  var crlf = false

  @Flag(help: "Begin CSV and TSV with a byte order mark.")
  var bom = false

  @Flag(help: "Print all columns of a table whole, however wide they are.")
  var wide = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Print only these key paths or expressions, such as name,total=price*count.",
      valueName: "[name=]expression,…"))
  var select: [String] = []

  @Option(
    help: ArgumentHelp(
      "Sort by key paths or expressions; nil comes first, or last with desc; options: asc, desc, numeric, letters of "
        + "cdnl.",
      valueName: "expression[:option],…"))
  var sort: [String] = []

  @Option(
    help: ArgumentHelp(
      "Group rows in sections by a key path or an expression.",
      valueName: "expression"))
  var section: String?

  @Option(
    help: ArgumentHelp(
      "Print only the first row of the output for each value of a key path or an expression.",
      valueName: "expression"))
  var unique: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Print at most N rows.", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Print only the first N rows of the output for each value of a key path or an expression.",
      valueName: "expression:n"))
  var limitBy: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Skip the first N rows of the result.", valueName: "n"))
  var offset: Int = 0

  @Flag(name: .shortAndLong, help: "Print only the number of matches.")
  var count = false

  @OptionGroup var counts: CountOptions

  @Flag(name: [.customShort("H"), .long], help: "Print the name of the file of each row.")
  var withFilename = false

  @Flag(name: [.customShort("n"), .long], help: "Print the line of each row in its file.")
  var lineNumber = false

  @Flag(name: .shortAndLong, help: "Print no notes, only errors.")
  var quiet = false

  // Read before all others: what is wrong with them is reported in this form too.
  @Option(help: "Form of errors and notes; json is an object on each line of standard error.")
  var errors = ErrorForm.text

  @Flag(name: [.customShort("v"), .long], help: "Print the rows that do not match.")
  var invert = false

  @OptionGroup var places: PlaceOptions

  @OptionGroup var variables: VariableOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var policy: PolicyOptions

  @OptionGroup var limits: LimitOptions

  @Flag(help: "Refuse predicates that Foundation refuses.")
  var strict = false

  @Flag(help: "Show how the predicate is evaluated and its cost; read no rows.")
  var explain = false

  @Flag(
    help: "Explain the first rows that do not match, as many as --limit says, or one.")
  var why = false

  @Flag(help: "Skip bad rows and files that cannot be opened, and report them instead of stopping.")
  var skipErrors = false

  /// The files with rows: with `-f` no argument is a predicate.
  var inputs: [String] { predicateFile == nil ? files : (predicate.map { [$0] } ?? []) + files }

  func validate() throws {
    if predicate == nil, predicateFile == nil { throw ValidationError("A predicate is missing.") }
    if isText, output != nil { throw ValidationError("-r and -o are two formats: write -r alone.") }
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
    if byteLimit < 0 { throw ValidationError("--byte-limit must not be negative.") }
    if offset < 0 { throw ValidationError("--offset must not be negative.") }
  }
}

extension QueryOptions {
  /// Whether rows have a key, which is spelled as in filters: the first rows of files. Those of a stream cannot be looked
  /// at, and have any key that is not near a collection operator.
  func hasKey(_ key: String, isNearOperator: Bool) -> Bool {
    (inputs.isEmpty ? ["-"] : inputs).contains { path in
      if path == "-" { return !isNearOperator }
      // Options that are wrong are reported by the run.
      let keys = FileKeys(
        path: path, form: (try? form.form(.standard)) ?? InputForm(), table: form.table)
      return keys.paths.contains { $0.has(key) }
    }
  }

  /// The key of which only the first rows of each value are written, and their number; nil for all rows.
  func rowLimit() throws(ToolError) -> (key: String, count: Int)? {
    guard let limitBy else { return unique.map { ($0, 1) } }
    guard unique == nil else {
      throw .message("--unique KEY is --limit-by KEY:1: use one of them")
    }
    guard let (key, last) = ColumnText.divided(limitBy, atLast: ":"), let count = Int(last),
      count > 0
    else {
      throw .message(
        "'\(limitBy)' does not say how many rows of each value: write --limit-by city:2")
    }
    return (key, count)
  }

  /// Throws if the rows of sections are to be counted, which `--count-by` does.
  func checkCount() throws(ToolError) {
    guard count, let section else { return }
    throw .message(
      "--section does not go with --count: count the rows of each value with --count-by \(section)")
  }

  /// Throws if an option does not go with a policy, because it shows what the policy hides.
  func check(_ policy: FilterPolicy?) throws(ToolError) {
    guard policy != nil else { return }
    let reasons: [(isGiven: Bool, option: String, remedy: String)] = [
      (explain, "--explain", "it shows the whole statement and every key that is read"),
      (form.rows != nil, "--rows", "the keys of a policy are those of rows, not of the document"),
      (!lookup.isEmpty, "--lookup", "the keys of a policy are those of one file"),
    ]
    if let (_, option, remedy) = reasons.first(where: \.isGiven) {
      throw .message("\(option) does not go with --policy: \(remedy)")
    }
  }

  /// Throws if an option does not go with `--why`, which prints explanations and no rows.
  func checkWhy() throws(ToolError) {
    guard why else { return }
    let explains = "explanations are text for people"
    let reasons: [(isGiven: Bool, option: String, remedy: String)] = [
      (explain, "--explain", "it reads no rows"),
      (count, "--count", "count without it, as in --count --invert"),
      (counts.first != nil, counts.first ?? "", "groups have no explanation"),
      (output != nil, "--output", explains),
      (isText, "-r", explains),
      (wide, "--wide", explains),
      (!select.isEmpty, "--select", "an explanation has the values that are compared"),
      (!sort.isEmpty, "--sort", "rows are explained in the order of the input"),
      (section != nil, "--section", "rows are explained in the order of the input"),
      (unique != nil, "--unique", "each row is explained alone"),
      (limitBy != nil, "--limit-by", "each row is explained alone"),
      (withFilename, "--with-filename", "the row itself is printed"),
      (lineNumber, "--line-number", "the row itself is printed"),
    ]
    if let (_, option, remedy) = reasons.first(where: \.isGiven) {
      throw .message("\(option) does not go with --why: \(remedy)")
    }
  }
}

/// The format of an input, by its name.
struct InputFormat: ExpressibleByArgument {
  let format: RowFormat

  init?(argument: String) {
    guard let format = RowFormat.inputs.first(where: { $0.name == argument }) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { RowFormat.inputs.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The format of the output, by its name.
struct OutputFormat: ExpressibleByArgument {
  let format: RowFormat

  init?(argument: String) {
    guard let format = RowFormat.outputs.first(where: { $0.name == argument }) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { RowFormat.outputs.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The form of errors and notes.
enum ErrorForm: String, CaseIterable, ExpressibleByArgument {
  case text, json

  /// The form that the arguments of a command ask for, whether or not they are right.
  init(askedIn arguments: [String]) {
    let options = arguments.prefix { $0 != "--" }
    let isNamed = zip(options, options.dropFirst()).contains { $0 == "--errors" && $1 == "json" }
    self = isNamed || options.contains { $0 == "--errors=json" } ? .json : .text
  }
}
