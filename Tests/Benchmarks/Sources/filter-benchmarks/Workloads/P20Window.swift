import CAllocationCounter
import FilterableResults

/// A sliding window: the oldest row goes and a new one comes, a million times.
enum P20Window: Workload {
  static let name = "P20"

  static func run(_ bench: Bench) throws {
    let window = min(100_000, bench.options.count / 10)
    let items = bench.first(window)
    let controller = ResultsController<Instance>(identifiedBy: \.id)
    try controller.setItems(items)
    var delivered = 0
    let observation = controller.observe { _ in delivered += 1 }
    var ring = Ring<Instance>(capacity: window + 1)
    var numbers: [Int: Int] = [:]
    for (number, item) in items.enumerated() {
      ring.append(item)
      numbers[item.id] = number
    }
    var times: [Double] = []
    var bytes: [Int] = []
    var peer = 0.0
    for part in 0..<10 {
      let first = (part + 1) * window
      times.append(
        try bench.nanoseconds {
          for id in first..<first + window {
            try controller.remove(at: StorePosition(section: 0, offset: 0))
            try controller.add(items[id % window].renumbered(id))
          }
        })
      bytes.append(allocated_bytes())
      peer += bench.nanoseconds {
        for id in first..<first + window {
          if let oldest = ring.popFirst() { numbers[oldest.id] = nil }
          ring.append(items[id % window].renumbered(id))
          numbers[id] = id
        }
      }
    }
    note(bench, window, times, peer, bytes)
    consume((observation, delivered, ring.count, numbers.count))
  }

  private static func note(
    _ bench: Bench, _ window: Int, _ times: [Double], _ peer: Double, _ bytes: [Int]
  ) {
    let ours = times.reduce(0, +)
    bench.value(name, "an edit", ours / Double(10 * window))
    bench.note(
      "P20 window of \(window): \(Bench.text(ours / Double(10 * window) / 1e3)) µs an edit,"
        + verdict(ours / peer, 40, "a ring with a dictionary"))
    bench.note("P20 time of the last tenth:" + verdict(times[9] / times[0], 1.2, "the first"))
    guard bytes[0] >= 0 else { return }
    bench.note(
      "P20 memory after the last tenth: \(bytes[9] >> 20) MiB,"
        + verdict(Double(bytes[9]) / Double(bytes[0]), 1.2, "after the first"))
  }

  private static func verdict(_ ratio: Double, _ most: Double, _ beside: String) -> String {
    " \(Bench.text(ratio)) × \(beside) (must \(Bench.text(most))): \(ratio <= most ? "ok" : "MISS")"
  }
}

extension Instance {
  fileprivate func renumbered(_ id: Int) -> Instance {
    var result = self
    result.id = id
    return result
  }
}
