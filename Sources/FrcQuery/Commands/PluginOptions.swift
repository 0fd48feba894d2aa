internal import ArgumentParser
internal import FilterEngine
internal import FilterPlugins

/// The plug-ins of a command.
struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Load functions and operators from a shared object.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  /// The standard library and those of the plug-ins. Nothing is loaded but the files named here.
  func libraries() throws(ToolError) -> FilterLibraries {
    do throws(PluginError) {
      return try FilterLibraries(plugins: files)
    } catch {
      throw .message("\(error)")
    }
  }
}
