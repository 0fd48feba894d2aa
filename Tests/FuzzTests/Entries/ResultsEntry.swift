import ResultsTestSupport

extension FuzzEntry {
  /// Edits of a controller, chosen by the bytes, each compared with everything made again and shown to
  /// strict list views.
  static let results = FuzzEntry("results") { bytes in
    let session = RandomSession(choices: bytes)
    do {
      try session.run(steps: min(20, bytes.count / 4 + 1))
    } catch {
      throw FuzzMismatch("\(error)")
    }
  }
}
