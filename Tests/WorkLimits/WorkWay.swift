import FilterEngine
import Foundation
import TestSupport

/// A way of evaluation in this process.
enum WorkWay: String, CaseIterable, CustomStringConvertible {
  case value, typed, block

  var description: String { rawValue }

  /// Compiles and evaluates a sample under a limit of time, and again until it is cancelled.
  func measured(_ sample: WorkSample) -> WorkTimes {
    var times = WorkTimes()
    let memory = ResidentMemory.bytes ?? 0
    var limits = EvaluationLimits.standard
    limits.steps = .max
    limits.elements = .max
    limits.time = .seconds(WorkTimes.limit)
    let start = Self.processorTime
    let kept = run(sample, limits)
    times.limited = Self.processorTime - start
    withExtendedLifetime(kept) {
      times.kept = (ResidentMemory.bytes ?? 0) - memory
    }
    // A form that ends by itself need not be cancelled.
    guard times.limited >= WorkTimes.limit / 2 else { return times }
    limits.time = nil
    let deadline = Self.processorTime + WorkTimes.limit
    limits.isInterrupted = { Self.processorTime >= deadline }
    _ = run(sample, limits)
    times.cancelled = max(Self.processorTime - deadline, 0)
    return times
  }

  private func run(_ sample: WorkSample, _ limits: EvaluationLimits) -> Any? {
    let deadline = limits.beginning()
    do {
      switch self {
      case .value:
        let predicate = try FilterPredicate<FilterValue>(
          text: sample.text, options: FilterOptions(limits: deadline))
        var bindings: [String: FilterValue] = [:]
        for name in predicate.usedVariables.prefix(100_000) { bindings[name] = 2 }
        _ = try? predicate.matches(sample.value, bindings: bindings, limits: deadline)
        return predicate
      case .typed:
        let predicate = try FilterPredicate<WorkItem>(
          text: sample.text, options: FilterOptions(rules: .lenient, limits: deadline))
        _ = try? predicate.matches(sample.item, limits: deadline)
        return predicate
      case .block:
        let predicate = try FilterPredicate<WorkItem>(
          text: sample.text, options: FilterOptions(rules: .lenient, limits: deadline))
        let items = Array(repeating: sample.item, count: 200)
        _ = try? items.count(where: predicate, limits: deadline)
        return predicate
      }
    } catch {
      return nil
    }
  }

  /// The processor time of this process, in seconds.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
