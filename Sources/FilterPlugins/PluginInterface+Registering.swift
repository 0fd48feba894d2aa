internal import CFilterPlugin
internal import FilterEngine

// Unsafe because entries are read from the memory of the plug-in. They are copied immediately.
extension PluginRegistry {
  private static let refused = Int32(FRC_REFUSED)
  private static let closed = Int32(FRC_REGISTRY_CLOSED)

  /// Runs the registration of a plug-in.
  func run(_ register: frc_plugin_register_function) -> Int32 {
    PluginInterface.shared.registries.run(self) { register(PluginInterface.shared.table, $0) }
  }

  /// Adds the entry that `read` returns, or records the failure. Returns the status for the plug-in.
  ///
  /// After the registration an entry is read too, so that its data is freed, and then discarded.
  fileprivate static func add<Entry>(
    to handle: OpaquePointer?, _ entry: UnsafePointer<Entry>?, _ what: String,
    _ name: (Entry) -> UnsafePointer<CChar>?,
    _ read: (PluginRegistry, Entry) throws(EntryError) -> Void
  ) -> Int32 {
    let open = PluginInterface.shared.registries.registry(of: handle)
    let registry = open ?? PluginRegistry(name: "")
    guard let entry = entry?.pointee else {
      registry.fail(.badEntry("\(what) is null"))
      return open == nil ? Self.closed : Self.refused
    }
    do throws(EntryError) {
      try read(registry, entry)
      return open == nil ? Self.closed : Int32(FRC_ADDED)
    } catch {
      let text = name(entry).map { " '\(String(cString: $0))'" } ?? ""
      registry.fail(.badEntry("\(what)\(text): \(error.message)"))
      return open == nil ? Self.closed : Self.refused
    }
  }
}

extension PluginInterface {
  static func addRegistering(to api: inout frc_plugin_api) {
    api.add_function = { registry, entry in
      PluginRegistry.add(to: registry, entry, "function", \.name) {
        registry, entry throws(EntryError) in registry.add(try FilterFunction(entry))
      }
    }
    api.add_word_operator = { registry, entry in
      PluginRegistry.add(to: registry, entry, "operator", \.name) {
        registry, entry throws(EntryError) in registry.add(try FilterWordOperator(entry))
      }
    }
    api.add_collection_operator = { registry, entry in
      PluginRegistry.add(to: registry, entry, "collection operator", \.name) {
        registry, entry throws(EntryError) in registry.add(try FilterCollectionOperator(entry))
      }
    }
    api.add_cast = { registry, entry in
      PluginRegistry.add(to: registry, entry, "cast", \.name) {
        registry, entry throws(EntryError) in registry.add(try FilterCast(entry))
      }
    }
    api.add_message = { registry, entry in
      PluginRegistry.add(to: registry, entry, "message", \.name) {
        registry, entry throws(EntryError) in registry.add(try FilterMethod(entry))
      }
    }
    api.add_leaf_key = { registry, entry in
      PluginRegistry.add(to: registry, entry, "key", \.name) {
        registry, entry throws(EntryError) in registry.add(try FilterLeafKey(entry))
      }
    }
    api.refuse = { registry, message in
      PluginInterface.shared.registries.registry(of: registry)?
        .fail(.refused(message.map { String(cString: $0) } ?? "refused without a reason"))
    }
  }
}
