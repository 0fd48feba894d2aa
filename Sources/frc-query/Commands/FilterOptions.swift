internal import ArgumentParser

/// The options of a filter.
struct FilterOptions: ParsableArguments {
  @Argument(help: "What must be true of a row, such as \"age > 30 AND name BEGINSWITH 'A'\".")
  var predicate: String

  @Argument(help: "Files to read; standard input for none or \"-\".", completion: .file())
  var files: [String] = []

  @Option(
    name: .shortAndLong,
    help: "How the input is written; by its name, then by its content where not given.")
  var input: InputFormat?

  @Option(
    help: ArgumentHelp(
      "What columns of CSV and TSV hold: text, number, boolean or date.",
      valueName: "column=kind,…"))
  var types: String?

  @Option(
    name: .shortAndLong,
    help: "How to write the output; table on a terminal, else jsonl where not given.")
  var output: OutputFormat?

  @Option(name: .shortAndLong, help: ArgumentHelp("Only these key paths.", valueName: "key,…"))
  var select: String?

  @Option(
    help: ArgumentHelp(
      "Sort; options asc, desc, numeric, and letters of cdnl.", valueName: "key[:option],…"))
  var sort: String?

  @Option(help: ArgumentHelp("Rows in sections by a key path.", valueName: "key"))
  var section: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("At most so many rows.", valueName: "n"))
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Leave out the first rows of the result.", valueName: "n"))
  var offset: Int = 0

  @Flag(name: .shortAndLong, help: "Only the number of matches.")
  var count = false

  @Flag(name: [.customShort("v"), .long], help: "Rows that do not match.")
  var invert = false

  @OptionGroup var places: PlaceOptions

  @OptionGroup var variables: VariableOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var limits: LimitOptions

  @Flag(help: "Refuse what Foundation would refuse.")
  var strict = false

  @Flag(help: "Show how the predicate is evaluated, and what that costs; read nothing.")
  var explain = false

  @Flag(help: "Count bad rows and go on instead of stopping.")
  var skipErrors = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
    if offset < 0 { throw ValidationError("--offset must not be negative.") }
  }
}
