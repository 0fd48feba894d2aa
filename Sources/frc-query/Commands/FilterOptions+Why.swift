extension FilterOptions {
  /// Throws if an option does not go with `--why`, which prints explanations and no rows.
  func checkWhy() throws(ToolError) {
    guard why else { return }
    let explains = "explanations are text for people"
    let reasons: [(isGiven: Bool, option: String, remedy: String)] = [
      (explain, "--explain", "it reads no rows"),
      (count, "--count", "count without it, as in --count --invert"),
      (counts.first != nil, counts.first ?? "", "groups have no explanation"),
      (output != nil, "--output", explains),
      (wide, "--wide", explains),
      (select != nil, "--select", "an explanation has the values that are compared"),
      (sort != nil, "--sort", "rows are explained in the order of the input"),
      (section != nil, "--section", "rows are explained in the order of the input"),
      (unique != nil, "--unique", "each row is explained alone"),
      (withFilename, "--with-filename", "the row itself is printed"),
      (lineNumber, "--line-number", "the row itself is printed"),
    ]
    if let (_, option, remedy) = reasons.first(where: \.isGiven) {
      throw .message("\(option) does not go with --why: \(remedy)")
    }
  }
}
