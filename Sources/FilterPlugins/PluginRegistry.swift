internal import FilterEngine
internal import Synchronization

/// What a plug-in has registered so far.
final class PluginRegistry: Sendable {
  /// What was registered, and why the plug-in cannot be used.
  struct Content: Sendable {
    var library: FilterLibrary

    /// The first reason counts.
    private(set) var failure: PluginError.Reason?

    init(name: String) { library = FilterLibrary(name: name) }

    mutating func fail(_ reason: PluginError.Reason) {
      if failure == nil { failure = reason }
    }
  }

  // A plug-in may register from threads of its own.
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

/// The registries of the plug-ins that register right now, by the handles that they have of them.
///
/// A handle is a number that is never used again, so that one that a plug-in keeps names nothing after
/// its registration.
final class PluginRegistryTable: Sendable {
  private struct Content {
    var last: UInt = 0
    var open: [UInt: PluginRegistry] = [:]
  }

  private let content = Mutex(Content())

  /// Runs `work` while `registry` can be found by the handle that `work` receives.
  func run<Result>(_ registry: PluginRegistry, _ work: (OpaquePointer?) -> Result) -> Result {
    let handle = content.withLock { content in
      content.last += 1
      content.open[content.last] = registry
      return content.last
    }
    defer { content.withLock { content in content.open[handle] = nil } }
    return work(OpaquePointer(bitPattern: handle))
  }

  /// The registry of a handle; nil for null, and after the registration.
  func registry(of handle: OpaquePointer?) -> PluginRegistry? {
    content.withLock { $0.open[UInt(bitPattern: handle)] }
  }
}
