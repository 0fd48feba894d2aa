internal import FilterEngine
internal import FilterJSON

extension Session {
  /// The error for a table under a policy.
  static func refusalOfTable(_ path: String) -> ToolError {
    .message("\(path): a table under --policy is read by 'frc-query filter' alone")
  }

  /// Leaves what the policy permits of the rows that were opened; none are open if that cannot be said.
  func permitParts(of data: any SessionRows) throws(ToolError) {
    guard let policy else { return }
    do throws(ToolError) {
      guard let rows = data as? StoredRows else {
        throw Self.refusalOfTable(data.path)
      }
      try rows.permit(policy)
    } catch {
      self.data = nil
      throw error
    }
  }
}

extension StoredRows {
  /// Leaves what a policy permits of the rows, and nothing else of the file.
  fileprivate func permit(_ policy: SessionPolicy) throws(ToolError) {
    let permitted =
      try policy.always.map { always throws(ToolError) in try rows(matching: always).rows } ?? rows
    let reader = JSONReader()
    var (bytes, starts): ([UInt8], [UInt32]) = ([], [])
    for row in permitted {
      if starts.count & 0xFFF == 0 { try Interrupt.check() }
      starts.append(UInt32(bytes.count))
      row.withBytes { policy.write($0, reader, to: &bytes) }
      bytes.append(UInt8(ascii: "\n"))
    }
    let text = RowText(bytes: bytes, starts: starts)
    let kept = store.add(text)
    try identify(by: nil)
    try load(kept)
    setFile(
      OpenFile(
        FileRows(rows: text, text: FileText(new: file.text.format), stamp: nil), rows: kept,
        cause: "opened"))
    try identify(by: try defaultIdentity(of: kept))
    store.setNextNumber(kept.count + 1)
    // A row can be short of hidden columns alone.
    shortCount = 0
  }
}
