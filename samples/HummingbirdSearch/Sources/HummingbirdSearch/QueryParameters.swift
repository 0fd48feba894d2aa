internal import Foundation

/// The parameters of a query as it is in the URL: `filter=priority%20%3D%201&limit=5`.
struct QueryParameters: Sendable {
  /// The names and values in the order of the query; each name occurs once.
  let parameters: [(name: String, value: String)]

  /// Decodes a query.
  ///
  /// - Throws: `request` for a query that is not percent-encoded UTF-8, or that repeats a name.
  init(_ query: String) throws(SearchFailure) {
    var parameters: [(name: String, value: String)] = []
    var seen: Set<String> = []
    for part in query.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(sides[0])
      let value = try Self.decoded(sides.count == 2 ? sides[1] : "")
      guard seen.insert(name).inserted else {
        throw .request("repeated-parameter", "a parameter is there twice", parameter: name)
      }
      parameters.append((name, value))
    }
    self.parameters = parameters
  }

  /// The text of a part of the query: `+` is a blank, `%41` a byte of UTF-8.
  private static func decoded(_ part: Substring) throws(SearchFailure) -> String {
    guard let text = part.replacing("+", with: " ").removingPercentEncoding else {
      throw .request("malformed-query", "the query is not percent-encoded UTF-8", parameter: nil)
    }
    return text
  }
}

extension SearchFailure {
  /// The failure of a request with a parameter that is not one of `known`.
  static func unknownParameter(_ name: String, known: [String]) -> SearchFailure {
    .request(
      "unknown-parameter", "the parameters are \(known.joined(separator: ", "))", parameter: name)
  }
}
