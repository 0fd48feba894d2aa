/// What a search asks for: the parameters of `GET /tickets`.
struct SearchRequest: Sendable {
  /// The text of the filter; empty for all tickets.
  var filter = ""

  /// Key paths between commas, those that descend with a `-` before them.
  var sort = ""

  /// The greatest number of rows of the answer.
  var limit = 20

  /// The number of rows before the first one of the answer.
  var from = 0

  /// The chosen values and months.
  var choices = Choices()

  /// Whether the answer has counts and totals.
  var hasCounts = false

  private static let limits = 1...100

  /// As many rows as are kept in order until the last ticket is tested.
  private static let starts = 0...1_000

  /// The greatest number of sort keys. More hardly ever decide, and each takes time.
  private static let sortKeys = 4

  /// The parameters of a query as it is in the URL: `filter=priority%20%3D%201&limit=5`.
  ///
  /// - Throws: `request`. A query is refused where a part of it is not understood: a filter that is left out
  ///   because of a typing error would find everything.
  init(query: String) throws(SearchFailure) {
    for (name, value) in try QueryParameters(query).parameters {
      switch name {
      case "filter": filter = value
      case "sort":
        sort = value
        guard value.split(separator: ",").count <= Self.sortKeys else {
          throw .request(
            "too-many-sort-keys", "there are at most \(Self.sortKeys) sort keys", parameter: name)
        }
      case "limit":
        guard let number = Int(value), Self.limits.contains(number) else {
          throw .request(
            "bad-limit", "the limit is a number from 1 to \(Self.limits.upperBound)",
            parameter: name)
        }
        limit = number
      case "from":
        guard let number = Int(value), Self.starts.contains(number) else {
          throw .request(
            "bad-start", "the first row is a number from 0 to \(Self.starts.upperBound)",
            parameter: name)
        }
        from = number
      case "counts":
        guard ["yes", "no"].contains(value) else {
          throw .request("bad-counts", "counts are yes or no", parameter: name)
        }
        hasCounts = value == "yes"
      case _ where name == Choices.monthKey || Choices.keys.contains(name):
        try choices.choose(value, of: name)
      default:
        throw .unknownParameter(
          name,
          known: ["filter", "sort", "limit", "from", "counts", Choices.monthKey] + Choices.keys)
      }
    }
  }
}
