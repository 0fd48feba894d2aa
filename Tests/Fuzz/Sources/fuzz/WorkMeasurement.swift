import CFuzzWork
import Foundation

/// Measures the work of inputs, and leads libFuzzer to slow ones.
struct WorkMeasurement {
  /// What an input takes.
  struct Result: CustomStringConvertible {
    let name: String
    let byteCount: Int

    /// The processor time of the work.
    let time: Duration

    /// The processor time that it may take.
    let allowed: Duration

    /// The instructions of the work, 0 if the system does not count them.
    let instructions: UInt64

    var isTooLong: Bool { time > allowed }

    var description: String {
      let instructions = instructions > 0 ? ", \(instructions) instructions" : ""
      return """
        \(name): \(time.milliseconds) ms of processor time\(instructions), \(byteCount) bytes; \
        allowed are \(allowed.milliseconds) ms
        """
    }
  }

  private let counter = fuzz_work_open()

  /// How many times as long the sanitizer lets the same work take.
  private let slowdown = WorkMeasurement.slowdown

  /// The numbers of the kinds of work.
  private var kinds: [String: Int] = [:]

  /// Runs the work of an input.
  mutating func run(_ work: MeasuredWork, of input: [UInt8]) -> Result {
    let before = counter < 0 ? 0 : fuzz_work_instructions(counter)
    let begin = Self.processorTime
    work.run()
    let time = Self.processorTime - begin
    let instructions = counter < 0 ? 0 : fuzz_work_instructions(counter) - before
    report(instructions > 0 ? Double(instructions) / 2_000_000 : time / .microseconds(500), work)
    return Result(
      name: work.name, byteCount: input.count, time: time,
      allowed: (work.time * 1.1 + .milliseconds(100)) * slowdown, instructions: instructions)
  }

  /// Reports an amount of work in steps of the factor √2. Less than 1 is none: quick runs of an input differ by more.
  private mutating func report(_ amount: Double, _ work: MeasuredWork) {
    guard amount > 1 else { return }
    let kind = kinds[work.name] ?? kinds.count
    kinds[work.name] = kind
    fuzz_work_reach(kind, Int(log2(amount) * 2))
  }

  /// The time of all threads of the process: filters that are deep are compiled on a thread of their own.
  private static var processorTime: Duration { .nanoseconds(fuzz_work_nanoseconds()) }

  private static var slowdown: Double {
    // The fastest of many, as other programs slow some of them down.
    func fastest(_ loop: (UInt64) -> UInt64) -> Duration {
      (0..<40).map { _ in
        let begin = processorTime
        _ = loop(1_000_000)
        return processorTime - begin
      }.min() ?? .zero
    }
    let plain = max(fastest(fuzz_work_plain_loop), .microseconds(1))
    return max(fastest(fuzz_work_checked_loop) / plain, 1)
  }
}

extension Duration {
  fileprivate var milliseconds: String { String(format: "%.1f", self / .milliseconds(1)) }
}
