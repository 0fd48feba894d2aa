extension Surroundings {
  /// Opens a file, or the input for "-".
  func source(
    _ path: String, regularOnly: Bool = false, lineLimit: Int = ByteSource.maximumLine
  ) throws(ToolError) -> ByteSource {
    path == "-"
      ? try ByteSource(standardInput: input, lineLimit: lineLimit)
      : try ByteSource(path: path, regularOnly: regularOnly, lineLimit: lineLimit)
  }
}
