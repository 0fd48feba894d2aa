internal import CFilterPlugin

/// The table of functions for plug-ins, and the objects of their handles.
///
/// Unsafe because plug-ins keep its address. It is allocated once, never changed and never freed, so that threads can
/// share it.
struct PluginInterface: @unchecked Sendable {
  static let shared = PluginInterface()

  let table: UnsafePointer<frc_plugin_api>
  let calls = PluginCallTable()
  let registries = PluginRegistryTable()

  private init() {
    var api = frc_plugin_api()
    api.version = UInt32(FRC_PLUGIN_API_VERSION)
    Self.addRegistering(to: &api)
    Self.addReading(to: &api)
    Self.addContainers(to: &api)
    Self.addMaking(to: &api)
    Self.addMakingContainers(to: &api)
    Self.addEnding(to: &api)
    let table = UnsafeMutablePointer<frc_plugin_api>.allocate(capacity: 1)
    table.initialize(to: api)
    self.table = UnsafePointer(table)
  }
}
