internal import ArgumentParser
internal import FilterEngine
internal import FilterSyntax

/// The options for the form of inputs, of which some have tables.
struct InputOptions: ParsableArguments {
  @OptionGroup var files: FormOptions

  @Option(
    help: ArgumentHelp(
      "Table or view of a database; the default is its only one.", valueName: "name"))
  var table: String?

  var rows: String? { files.rows }

  func form(_ libraries: FilterLibraries) throws(ToolError) -> InputForm {
    try files.form(libraries)
  }
}

/// The options for the form of files with rows.
struct FormOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Format of the input; the default is by its name, then by its content, which also says whether JSON is lines, "
        + "values one after another, or arrays."))
  var input: InputFormat?

  @Option(
    help: ArgumentHelp(
      "Separator of the cells of CSV; the default is found in the header.", valueName: "character"))
  var delimiter: String?

  @Flag(
    help:
      "CSV and TSV have no header: columns that are read are called 1, 2, …, and names are not written."
  )
  var noHeader = false

  @Option(
    help: ArgumentHelp(
      "The rows are inside of JSON: a list at a key path, a[].b[] or the values of an object, a{}.",
      valueName: "path"))
  var rows: String?

  @Option(
    help: ArgumentHelp(
      "Kinds of values: text, number, boolean, json, date, unix, unixms, unixus, unixns, mac or chrome; date reads ISO "
        + "8601, date:%d.%m.%Y texts of that form, number:1.234,56 numbers of that form.",
      valueName: "key=kind,…"))
  var types: [String] = []

  func form(_ libraries: FilterLibraries) throws(ToolError) -> InputForm {
    try InputForm(
      format: input?.format, delimiter: delimiter, hasHeader: !noHeader, rows: rows, types: types,
      libraries)
  }
}
