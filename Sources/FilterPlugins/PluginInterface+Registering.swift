internal import CFilterPlugin
internal import FilterEngine

// Unsafe because entries are read where the plug-in keeps them, and copied at once.
extension PluginRegistry {
  /// Lets a plug-in register.
  func run(_ register: frc_plugin_register_function) -> Int32 {
    withExtendedLifetime(self) {
      register(
        PluginInterface.shared.table, OpaquePointer(Unmanaged.passUnretained(self).toOpaque()))
    }
  }

  /// Adds what `read` makes of an entry, or fails; the status for the plug-in.
  fileprivate static func add<Entry>(
    to address: OpaquePointer?, _ entry: UnsafePointer<Entry>?, _ what: String,
    _ name: (Entry) -> UnsafePointer<CChar>?,
    _ read: (PluginRegistry, Entry) throws(EntryError) -> Void
  ) -> Int32 {
    guard let address else { return 1 }
    let registry = Unmanaged<PluginRegistry>.fromOpaque(UnsafeRawPointer(address))
      .takeUnretainedValue()
    guard let entry = entry?.pointee else {
      registry.fail(.badEntry("\(what) is null"))
      return 1
    }
    do throws(EntryError) {
      try read(registry, entry)
      return 0
    } catch {
      let text = name(entry).map { " '\(String(cString: $0))'" } ?? ""
      registry.fail(.badEntry("\(what)\(text): \(error.message)"))
      return 1
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
        registry, entry throws(EntryError) in registry.add(try WordOperator(entry))
      }
    }
    api.add_collection_operator = { registry, entry in
      PluginRegistry.add(to: registry, entry, "collection operator", \.name) {
        registry, entry throws(EntryError) in registry.add(try CollectionOperator(entry))
      }
    }
    api.add_cast = { registry, entry in
      PluginRegistry.add(to: registry, entry, "cast", \.name) {
        registry, entry throws(EntryError) in registry.add(try FilterCast(entry))
      }
    }
    api.add_message = { registry, entry in
      PluginRegistry.add(to: registry, entry, "message", \.name) {
        registry, entry throws(EntryError) in registry.add(try FilterMessage(entry))
      }
    }
    api.add_leaf_key = { registry, entry in
      PluginRegistry.add(to: registry, entry, "key", \.name) {
        registry, entry throws(EntryError) in registry.add(try LeafKey(entry))
      }
    }
    api.refuse = { registry, message in
      guard let registry else { return }
      Unmanaged<PluginRegistry>.fromOpaque(UnsafeRawPointer(registry)).takeUnretainedValue()
        .fail(.refused(message.map { String(cString: $0) } ?? "refused without a reason"))
    }
  }
}
