// fuzz ENTRY [OPTION...] [CORPUS...]: runs libFuzzer on one entry with its usual options.
// fuzz ENTRY check FILE...: runs each file once and goes on after a mismatch.

import Foundation
import Synchronization

/// The loop of libFuzzer, without its own `main`.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What the callback needs; C gives it no context.
enum Target {
  /// Where the name of the entry is for the processes that libFuzzer starts with its own options only.
  static let variable = "FRC_FUZZ_ENTRY"

  static let named = CommandLine.arguments.dropFirst().first.flatMap { FuzzEntry($0) }
  static let entry =
    named ?? ProcessInfo.processInfo.environment[variable].flatMap { FuzzEntry($0) }

  /// Runs an input; false with a line about the mismatch, or the time, if there is one.
  static func holds(_ bytes: [UInt8], isCheck: Bool = false) -> Bool {
    if let measured = entry?.measured { return isQuick(bytes, measured(bytes), isCheck) }
    do {
      try entry?.run(bytes)
      return true
    } catch {
      let line = "MISMATCH in \(entry?.name ?? "?"): \(error)\n"
      FileHandle.standardOutput.write(Data(line.utf8))
      return false
    }
  }

  private static let measurement = Mutex(WorkMeasurement())
  private static let slowest = Mutex(
    SlowestInputs(folder: ProcessInfo.processInfo.environment["FRC_FUZZ_SLOWEST"]))

  /// With it an input that takes too long does not end the search.
  private static let goesOn = ProcessInfo.processInfo.environment["FRC_FUZZ_GO_ON"] != nil

  private static func isQuick(_ bytes: [UInt8], _ work: MeasuredWork?, _ isCheck: Bool) -> Bool {
    guard let work else { return true }
    let result = measurement.withLock { $0.run(work, of: bytes) }
    slowest.withLock { $0?.add(bytes, result) }
    if isCheck || result.isTooLong && !goesOn {
      let line = "\(result.isTooLong ? "SLOW" : "ok") \(result)\n"
      FileHandle.standardOutput.write(Data(line.utf8))
    }
    return !result.isTooLong || goesOn
  }

  /// Runs files; the exit status.
  static func check(_ paths: some Sequence<String>) -> CInt {
    var status: CInt = 0
    for path in paths {
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      if !holds(Array(data), isCheck: true) {
        print("  in \(path)")
        status = 1
      }
    }
    return status
  }
}

guard let entry = Target.entry else {
  print("usage: fuzz ENTRY [OPTION...] [CORPUS...]; the entries are:")
  for entry in FuzzEntry.all { print("  " + entry.name) }
  exit(CommandLine.argc == 1 ? 0 : 2)
}
if CommandLine.arguments.dropFirst(2).first == "check" {
  exit(Target.check(CommandLine.arguments.dropFirst(3)))
}
setenv(Target.variable, entry.name, 1)
let skipped = Target.named == nil ? 0 : 1
var count = CommandLine.argc - CInt(skipped)
var arguments = CommandLine.unsafeArgv + skipped
arguments[0] = CommandLine.unsafeArgv[0]
exit(
  runFuzzer(&count, &arguments) { start, count in
    guard Target.holds(Array(UnsafeBufferPointer(start: start, count: count))) else {
      fatalError("a mismatch or too much work, see above")
    }
    return 0
  })
