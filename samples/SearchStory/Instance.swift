import FilterableResults

/// A type of virtual machine, as a line of `samples/instances.jsonl` has it.
struct Instance: Decodable, Filterable, Equatable {
  struct Processor: Decodable, Equatable {
    var manufacturer: String
  }

  var instanceType: String
  var vCPUs: Int
  var memoryMiB: Int
  var currentGeneration: Bool
  var bareMetal: Bool
  var processor: Processor

  static let filterFields = FilterFields<Instance>(
    FilterField("instanceType", \.instanceType),
    FilterField("vCPUs", \.vCPUs),
    FilterField("memoryMiB", \.memoryMiB),
    FilterField("currentGeneration", \.currentGeneration),
    FilterField("bareMetal", \.bareMetal),
    FilterField("manufacturer", \.processor.manufacturer))
}

extension Instance: CustomStringConvertible {
  var description: String { "\(instanceType) (\(vCPUs) vCPUs)" }
}

extension ResultsConfiguration<Instance> {
  /// Machines by manufacturer and size. The test after the filters hides small ones, where it is used.
  static var machines: Self {
    var configuration = Self()
    configuration.rows.identity = ResultsKey(\.instanceType)
    configuration.sections.key = ResultsKey(\.processor.manufacturer)
    configuration.sections.order = .ascending
    configuration.rows.sort = [.ascending(\.vCPUs), .ascending(\.instanceType)]
    configuration.groupRows.test = { $0.vCPUs >= 4 }
    configuration.groupRows.usesTest = false
    return configuration
  }
}

extension ResultsRow<Instance> {
  /// What a list shows of a row: a machine, or how many the group row stands for.
  var line: String {
    switch self {
    case .item(let instance): instance.description
    case .group(let group): "and \(group.items.count) small ones"
    case .extra: "-"
    }
  }
}
