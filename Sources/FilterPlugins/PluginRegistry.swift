internal import FilterEngine
internal import Synchronization

/// The entries that a plug-in has registered.
final class PluginRegistry: Sendable {
  /// The registered entries, and the reason for refusing the plug-in.
  struct Content: Sendable {
    var library: FilterLibrary

    /// The first reason.
    private(set) var failure: PluginError.Reason?

    init(name: String) { library = FilterLibrary(name: name) }

    mutating func fail(_ reason: PluginError.Reason) {
      if failure == nil { failure = reason }
    }
  }

  // A plug-in can register from other threads.
  private let state: Mutex<Content>

  init(name: String) { state = Mutex(Content(name: name)) }

  var content: Content { state.withLock { $0 } }

  func add(_ entry: FilterFunction) { state.withLock { $0.library.functions.append(entry) } }

  func add(_ entry: FilterWordOperator) { state.withLock { $0.library.operators.append(entry) } }

  func add(_ entry: FilterCollectionOperator) {
    state.withLock { $0.library.collectionOperators.append(entry) }
  }

  func add(_ entry: FilterCast) { state.withLock { $0.library.casts.append(entry) } }

  func add(_ entry: FilterMethod) { state.withLock { $0.library.methods.append(entry) } }

  func add(_ entry: FilterLeafKey) { state.withLock { $0.library.leafKeys.append(entry) } }

  func fail(_ reason: PluginError.Reason) { state.withLock { $0.fail(reason) } }
}

/// The registries of the plug-ins that are registering, by their handles.
///
/// A handle is a number that is never reused, so that it is invalid after the registration.
final class PluginRegistryTable: Sendable {
  private struct Content {
    var last: UInt = 0
    var open: [UInt: PluginRegistry] = [:]
  }

  private let content = Mutex(Content())

  /// Runs `work` with a handle that refers to `registry` until `work` returns.
  func run<Result>(_ registry: PluginRegistry, _ work: (OpaquePointer?) -> Result) -> Result {
    let handle = content.withLock { content in
      content.last += 1
      content.open[content.last] = registry
      return content.last
    }
    defer { content.withLock { content in content.open[handle] = nil } }
    return work(OpaquePointer(bitPattern: handle))
  }

  /// The registry of a handle; nil for null and after the registration.
  func registry(of handle: OpaquePointer?) -> PluginRegistry? {
    content.withLock { $0.open[UInt(bitPattern: handle)] }
  }
}
