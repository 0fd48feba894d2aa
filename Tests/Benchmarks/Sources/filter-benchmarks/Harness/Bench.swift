/// Runs workloads beside their peers and collects the rows of the table.
final class Bench {
  let options: Options

  /// The records, made when the first workload asks for them.
  private(set) lazy var instances = Instance.random(options.count)

  private let table: Table
  private let stopwatch: Stopwatch

  init(_ options: Options, _ stopwatch: Stopwatch = .clock) {
    self.options = options
    self.stopwatch = stopwatch
    table = Table(isTimesOnly: options.isTimesOnly)
  }

  /// Runs both sides in turn, round after round.
  ///
  /// Each side gives its answer, and `agree` says whether both are the same. The answer is let go of
  /// after the clock has stopped. `prepare` and `preparePeer` are called before each run of a side, with the
  /// clock standing; `peerItems` is what the peer goes over where that is not `items`.
  func measure<Answer, PeerAnswer>(
    _ workload: String, _ name: String, beside peerName: String, target: Target?, items: Int,
    peerItems: Int? = nil, prepare: () -> Void = {}, ours: () throws -> Answer,
    peer: () throws -> PeerAnswer, agree: (Answer, PeerAnswer) -> Bool,
    preparePeer: () -> Void = {}
  ) rethrows -> Measurement {
    prepare()
    let answer = try ours()
    preparePeer()
    let agrees = agree(answer, try peer())
    let peerItems = peerItems ?? items
    var times: [(ours: Double, peer: Double)] = []
    for round in 0..<options.rounds {
      if options.isTimesOnly {
        prepare()
        times.append((try time(items, ours), .nan))
        continue
      }
      // Who comes first changes, so that neither always meets the other's cache.
      if round.isMultiple(of: 2) {
        prepare()
        let first = try time(items, ours)
        preparePeer()
        times.append((first, try time(peerItems, peer)))
      } else {
        preparePeer()
        let first = try time(peerItems, peer)
        prepare()
        times.append((try time(items, ours), first))
      }
    }
    return Measurement(
      workload: workload, name: name, peerName: peerName,
      ours: Self.median(times.map(\.ours)), peer: Self.median(times.map(\.peer)),
      ratio: Self.median(times.map { $0.ours / $0.peer }), target: target, agrees: agrees)
  }

  /// Adds a row.
  func add(_ row: Measurement) { table.add(row) }

  /// Two sides that both count.
  func compare(
    _ workload: String, _ name: String, beside peerName: String, target: Target?, items: Int,
    ours: () throws -> Int, peer: () throws -> Int
  ) rethrows {
    add(
      try measure(
        workload, name, beside: peerName, target: target, items: items, ours: ours, peer: peer,
        agree: ==))
  }

  /// Two sides that both give the elements.
  func compare<Element, PeerElement>(
    _ workload: String, _ name: String, beside peerName: String, target: Target?, items: Int,
    ours: () throws -> [Element], peer: () throws -> [PeerElement]
  ) rethrows {
    add(
      try measure(
        workload, name, beside: peerName, target: target, items: items, ours: ours, peer: peer,
        agree: { $0.count == $1.count }))
  }

  /// Adds a number that has no row in the table.
  func value(_ workload: String, _ name: String, _ value: Double) {
    table.value(workload, name, value)
  }

  /// Adds a line below the table.
  func note(_ line: String) { table.note(line) }

  /// Prints what is left to print.
  func finish() { table.finish() }

  /// The first records, at most as many as there are.
  func first(_ count: Int) -> [Instance] { Array(instances.prefix(count)) }

  /// How long something takes.
  func nanoseconds(_ body: () throws -> Void) rethrows -> Double { try time(1, body) }

  /// A number with two decimal places.
  static func text(_ value: Double) -> String { String((value * 100).rounded() / 100) }

  /// Nanoseconds an item.
  private func time<Answer>(_ items: Int, _ body: () throws -> Answer) rethrows -> Double {
    let start = stopwatch.nanoseconds
    let answer = try body()
    let time = stopwatch.nanoseconds - start
    consume(answer)
    return time / Double(items)
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
