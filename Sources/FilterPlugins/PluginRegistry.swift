internal import FilterEngine

/// What a plug-in has registered so far.
final class PluginRegistry {
  private(set) var library: FilterLibrary

  /// Why the plug-in cannot be used: the first reason counts.
  private(set) var failure: PluginError.Reason?

  init(name: String) { library = FilterLibrary(name: name) }

  func add(_ entry: FilterFunction) { library.functions.append(entry) }

  func add(_ entry: WordOperator) { library.operators.append(entry) }

  func add(_ entry: CollectionOperator) { library.collectionOperators.append(entry) }

  func add(_ entry: FilterCast) { library.casts.append(entry) }

  func add(_ entry: FilterMessage) { library.messages.append(entry) }

  func add(_ entry: LeafKey) { library.leafKeys.append(entry) }

  func fail(_ reason: PluginError.Reason) {
    if failure == nil { failure = reason }
  }
}
