internal import ArgumentParser

/// How the output is written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case jsonl
  case table
  case json
  case csv
  case tsv

  /// What cells stand between, nil for other formats.
  var separator: UInt8? {
    switch self {
    case .csv: UInt8(ascii: ",")
    case .tsv: UInt8(ascii: "\t")
    case .jsonl, .table, .json: nil
    }
  }

  /// Whether rows are written as JSON.
  var isJSON: Bool { self == .jsonl || self == .json }
}
