internal import ArgumentParser

/// How the output is written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case jsonl
  case table
  case json
  case csv
  case tsv

  /// Whether rows are written as JSON.
  var isJSON: Bool { self == .jsonl || self == .json }
}
