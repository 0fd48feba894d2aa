import FilterEngine
import Foundation
import TestSupport

/// Measures whether limits hold by the clock: each form at each size in each way of evaluation, under a limit of time,
/// and after a cancellation.
///
///     work-limits [--tool PATH] [--largest SIZE] [--growth] [--only WORD…]
///
/// With `--tool` the ways of the command line are measured, too, and its requests whose work lies beside a filter; with
/// `--growth` how the time to compile grows when a text becomes twice as long. Prints what exceeds its limit, and the slowest of all; exits with 1 if anything does.
@main
struct WorkLimitsCommand {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    func take(_ name: String) -> String? {
      guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
        return nil
      }
      defer { arguments.removeSubrange(index...index + 1) }
      return arguments[index + 1]
    }
    let tool = take("--tool")
    let largest = take("--largest").flatMap { Int($0) } ?? .max
    let growth = arguments.firstIndex(of: "--growth")
    if let growth { arguments.remove(at: growth) }
    if let index = arguments.firstIndex(of: "--only") { arguments.remove(at: index) }
    let forms = WorkForm.all.filter { form in
      arguments.isEmpty || arguments.contains { form.name.contains($0) }
    }
    var table = WorkTable()
    for form in forms {
      for size in form.size.steps where size <= largest {
        let sample = WorkSample(form, size)
        let (name, bytes) = ("\(size)  \(form.name)", sample.text.utf8.count)
        for way in WorkWay.allCases { table.add("\(way)  \(name)", bytes) { way.measured(sample) } }
        guard let tool else { continue }
        for way in ToolWay.all {
          try table.add("\(way)  \(name)", bytes) { try way.measured(sample, tool) }
        }
      }
    }
    if let tool {
      for request in WorkRequest.all {
        guard arguments.isEmpty || arguments.contains(where: request.name.contains) else {
          continue
        }
        try table.add(request.name, 0) { try request.measured(tool) }
      }
    }
    table.printResult()
    let grows = growth == nil || CompilationGrowth.isLinear(WorkForm.growing)
    exit(table.hasFailed || !grows ? 1 : 0)
  }
}

/// A form at a size, with its item.
struct WorkSample {
  let form: WorkForm
  let size: Int
  let text: String
  let item: WorkItem
  let value: FilterValue

  init(_ form: WorkForm, _ size: Int) {
    self.form = form
    self.size = size
    text = form.text(size)
    let sizes = form.item(size)
    item = WorkItem(elements: sizes.elements, units: sizes.units)
    value = item.value
  }
}

/// The times of a sample.
struct WorkTimes {
  /// The limit of time.
  static let limit = 0.1

  /// The seconds of processor time under a limit of time, without those of the same call on nothing.
  var limited = 0.0

  /// The seconds of processor time after a cancellation.
  var cancelled: Double?

  /// The bytes that stay after the call, besides its item.
  var kept: Int?
}

/// What was measured.
struct WorkTable {
  private var slowest: [(seconds: Double, line: String)] = []
  private(set) var hasFailed = false
  private var count = 0

  /// What a limit may be exceeded by: a tenth of it, and a tenth of a second.
  private static let permitted = 1.1 * WorkTimes.limit + 0.1

  /// The memory that a predicate and a call may keep besides 4 KB for each byte of the text.
  private static let permittedBytes = 64 << 20

  /// Measures a sample, and again if it is above its limit: what else the machine does only adds to a time.
  mutating func add(
    _ name: String, _ textBytes: Int, measure: () throws -> WorkTimes
  ) rethrows {
    count += 1
    var times = try measure()
    for _ in 0..<2 where Self.seconds(times) > Self.permitted {
      let again = try measure()
      if Self.seconds(again) < Self.seconds(times) { times = again }
    }
    let limited = String(format: "%7.3f s", times.limited)
    let cancelled = times.cancelled.map { String(format: ", %.3f s after the end", $0) } ?? ""
    let kept = times.kept.map { ", \($0 >> 10) KB kept" } ?? ""
    let line = "\(limited)\(cancelled)\(kept)  \(name)"
    let seconds = Self.seconds(times)
    let isLarge =
      times.kept.map { $0 > Self.permittedBytes + 1_000 * textBytes } ?? false
    slowest.append((seconds, line))
    guard seconds > Self.permitted || isLarge else { return }
    hasFailed = true
    print("ABOVE", line)
    // It is seen even if the search is ended before it is done.
    fflush(nil)
  }

  /// The time by which a sample is judged: that under a limit, or that after a cancellation, which may take 0.1 s.
  private static func seconds(_ times: WorkTimes) -> Double {
    max(times.limited, times.cancelled.map { $0 + permitted - 0.1 } ?? 0)
  }

  func printResult() {
    print("the slowest of \(count), of which \(Self.permitted) s are permitted:")
    for entry in slowest.sorted(by: { $0.seconds > $1.seconds }).prefix(20) { print(entry.line) }
    print(hasFailed ? "limits do not hold" : "all limits hold")
  }
}
