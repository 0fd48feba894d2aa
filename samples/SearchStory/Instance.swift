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
