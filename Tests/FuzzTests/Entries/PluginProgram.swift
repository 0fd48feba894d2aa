import CFilterPlugin
import FilterEngine
import Synchronization

@testable import FilterPlugins

/// What a plug-in does, read from bytes. Used by one thread at a time.
///
/// Unsafe because it is written against the C interface.
final class PluginProgram: @unchecked Sendable {
  private(set) var data: FuzzedData
  private(set) var handedOver = 0
  private(set) var destroyed = 0

  /// The first mismatch, kept because nothing may be thrown through the interface.
  private(set) var expectation: Result<Void, FuzzMismatch> = .success(())

  init(_ bytes: [UInt8]) { data = FuzzedData(bytes) }

  func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
    if !isTrue, case .success = expectation { expectation = .failure(FuzzMismatch(what())) }
  }

  // MARK: - Registration

  /// One registration at a time, and whose it is: C gives the function that registers no context.
  private static let turn = Mutex(())
  private static let current = Mutex<PluginProgram?>(nil)

  /// Registers what the bytes say.
  func register() -> FilterLibrary {
    Self.turn.withLock { _ in
      Self.current.withLock { $0 = self }
      defer { Self.current.withLock { $0 = nil } }
      let registry = PluginRegistry(name: "fuzz")
      _ = registry.run { api, registry in
        guard let api, let program = PluginProgram.current.withLock({ $0 }) else { return 1 }
        program.add(to: registry, api.pointee)
        return 0
      }
      return registry.content.library
    }
  }

  private func add(to registry: OpaquePointer?, _ api: frc_plugin_api) {
    for _ in 0..<data.below(12) {
      let texts = PluginTexts(&data)
      // Entries are copied: what they point to goes at once.
      defer { texts.free() }
      add(to: registry, api, texts)
    }
  }

  private func add(to registry: OpaquePointer?, _ api: frc_plugin_api, _ texts: PluginTexts) {
    let kinds = data.list { $0.kind() }
    let user = Unmanaged.passUnretained(self).toOpaque()
    let body: frc_body? = data.below(16) == 15 ? nil : Self.body
    let result = data.kind()
    kinds.withUnsafeBufferPointer { kinds in
      switch data.below(8) {
      case 0, 1:
        var entry = frc_function(
          name: texts.name, summary: texts.summary, example: texts.example,
          parameters: kinds.baseAddress, parameter_count: kinds.count,
          minimum_arguments: data.size(), maximum_arguments: data.size(), result: result,
          flags: UInt32(data.below(3)), body: body, user_data: user, destroy: Self.destroy)
        handOver(api.add_function?(registry, &entry))
      case 2:
        var entry = frc_word_operator(
          name: texts.name, summary: texts.summary, example: texts.example, left: data.kind(),
          right: data.kind(), body: body, user_data: user, destroy: Self.destroy)
        handOver(api.add_word_operator?(registry, &entry))
      case 3:
        var entry = frc_collection_operator(
          name: texts.name, summary: texts.summary, example: texts.example,
          takes_key: data.flag(), result: result, body: body, user_data: user,
          destroy: Self.destroy)
        handOver(api.add_collection_operator?(registry, &entry))
      case 4:
        var entry = frc_cast(
          name: texts.name, summary: texts.summary, example: texts.example, result: result,
          body: body, user_data: user, destroy: Self.destroy)
        handOver(api.add_cast?(registry, &entry))
      case 5:
        var entry = frc_message(
          name: texts.name, summary: texts.summary, example: texts.example, receiver: data.kind(),
          parameters: kinds.baseAddress, parameter_count: kinds.count, result: result, body: body,
          user_data: user, destroy: Self.destroy)
        handOver(api.add_message?(registry, &entry))
      case 6:
        var entry = frc_leaf_key(
          name: texts.name, summary: texts.summary, example: texts.example,
          kinds: kinds.baseAddress, kind_count: kinds.count, result: result, body: body,
          user_data: user, destroy: Self.destroy)
        handOver(api.add_leaf_key?(registry, &entry))
      default:
        if data.flag() { api.refuse?(registry, data.flag() ? texts.summary : nil) }
        _ = api.add_function?(registry, nil)
      }
    }
  }

  private func handOver(_ status: CInt?) {
    handedOver += 1
    expect(status != nil, "a function of the interface is missing")
  }

  private static let destroy: frc_destructor = { user in
    user.map { Unmanaged<PluginProgram>.fromOpaque($0).takeUnretainedValue().destroyed += 1 }
  }

  private static let body: frc_body = { api, call, arguments, count, user in
    guard let api, let call, let user else { return }
    let program = Unmanaged<PluginProgram>.fromOpaque(user).takeUnretainedValue()
    let arguments = UnsafeBufferPointer(start: arguments, count: count)
    var body = PluginBodyRun(api.pointee, call, Array(arguments), program)
    program.run(&body)
  }

  private func run(_ body: inout PluginBodyRun) {
    for _ in 0..<data.below(24) { body.step(&data) }
    if data.below(8) > 0 { body.finish(&data) }
  }
}

/// The texts of an entry, in memory of their own.
private struct PluginTexts {
  let name: UnsafeMutablePointer<CChar>?
  let summary: UnsafeMutablePointer<CChar>?
  let example: UnsafeMutablePointer<CChar>?

  private static let names = ["f", "g", "OP", "isOp:", "c", "T", "m", "m:n:", "k"]

  init(_ data: inout FuzzedData) {
    name = Self.text(&data, Self.names)
    summary = data.below(8) == 7 ? Self.text(&data, []) : Self.copy(Array("A summary.".utf8))
    example = data.below(8) == 7 ? Self.text(&data, []) : Self.copy(Array("1 == 1".utf8))
  }

  /// One of the words, any bytes, or null.
  private static func text(
    _ data: inout FuzzedData, _ words: [String]
  ) -> UnsafeMutablePointer<CChar>? {
    let choice = data.below(words.count + 4)
    if choice < words.count { return copy(Array(words[choice].utf8)) }
    return choice == words.count ? nil : copy(data.take(data.below(20)))
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    for (index, byte) in bytes.enumerated() { text[index] = CChar(bitPattern: byte) }
    text[bytes.count] = 0
    return text
  }

  func free() {
    for text in [name, summary, example] { text?.deallocate() }
  }
}

extension FuzzedData {
  /// The code of a kind, or of none.
  fileprivate mutating func kind() -> frc_kind { frc_kind(rawValue: UInt32(below(13))) }

  /// A number of arguments, mostly small, now and then out of range.
  fileprivate mutating func size() -> Int {
    let byte = byte()
    return byte < 0xF8 ? Int(byte & 3) : [64, 65, -1, .max, .min, 5, 6, 7][Int(byte - 0xF8)]
  }
}
