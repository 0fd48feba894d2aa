internal import CSimdJSON
package import FilterEngine

extension JSONReader {
  /// Appends a text with the keys only that a policy permits, at any depth, or null if it has none. What it keeps is
  /// spelled as in the text, without the white space between members.
  ///
  /// - Throws: An error with its position if the text is not JSON.
  /// - Complexity: O(n) in the length of the text.
  package func append(
    _ text: some Collection<UInt8>, permittedBy policy: FilterPolicy, to bytes: inout [UInt8]
  ) throws(JSONError) {
    try text.withBytes { text throws(JSONError) in
      try check(text)
      if !append(0, of: text, policy.keys, to: &bytes) { bytes += "null".utf8 }
    }
  }

  /// Appends the value of a token with the keys of a tree only; false without any. The elements of lists that have none
  /// are left out.
  private func append(
    _ index: Int, of text: UnsafeRawBufferPointer, _ keys: KeyTree, to bytes: inout [UInt8]
  ) -> Bool {
    let token = tokens[index]
    if keys.isWhole || token.part == FRC_JSON_NULL {
      bytes += text[token.range]
      return true
    }
    let isObject = token.part == FRC_JSON_OBJECT
    guard isObject || token.part == FRC_JSON_ARRAY else { return false }
    bytes.append(UInt8(ascii: isObject ? "{" : "["))
    var (next, isFirst) = (index + 1, true)
    let end = token.end(at: index)
    while next < end, tokens[next].part != FRC_JSON_END {
      let start = bytes.count
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      var below: KeyTree? = keys
      if isObject {
        let key = tokens[next]
        below = keys.below(tokens.utf8(of: key, in: text))
        if below != nil { bytes += text[key.range] }
        bytes.append(UInt8(ascii: ":"))
        next += 1
      }
      if let below, append(next, of: text, below, to: &bytes) {
        isFirst = false
      } else {
        bytes.removeLast(bytes.count - start)
      }
      next = tokens[next].end(at: next)
    }
    bytes.append(UInt8(ascii: isObject ? "}" : "]"))
    return true
  }
}
