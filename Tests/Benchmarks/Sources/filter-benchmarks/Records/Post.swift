import FilterEngine

/// A record of lists, a dictionary and structs in an optional and in an array.
struct Post {
  var id: Int
  var scores: [Int]
  var opt: Comment?
  var comments: [Comment]
  var attrs: [String: String]
}

struct Comment {
  var author: String
  var likes: Int
}

extension Post: Filterable {
  static let filterFields = FilterFields<Post>(
    FilterField("id", \.id),
    FilterField("scores", \.scores),
    FilterField("opt", \.opt),
    FilterField("comments", \.comments),
    FilterField("attrs", \.attrs))
}

extension Comment: Filterable {
  static let filterFields = FilterFields<Comment>(
    FilterField("author", \.author),
    FilterField("likes", \.likes))
}

extension Post {
  private static let systems = ["linux", "darwin", "windows"]

  /// `count` records, the same in every run.
  static func random(_ count: Int) -> [Post] {
    var random = SplitMix(seed: 7)
    return (0..<count).map { Post(id: $0, random: &random) }
  }

  /// Four to eight scores, no to six comments, and one nested comment in every second record.
  private init(id: Int, random: inout SplitMix) {
    let scores = (0..<4 + random.below(5)).map { _ in random.below(8) }
    let opt = random.below(2) == 0 ? nil : Comment(&random)
    let comments = (0..<random.below(7)).map { _ in Comment(&random) }
    var attrs = ["arch": "x86_64", "zone": "eu-west-\(random.below(3))"]
    // Some dictionaries lack the key.
    if random.below(8) > 0 { attrs["os"] = Self.systems[random.below(Self.systems.count)] }
    self.init(id: id, scores: scores, opt: opt, comments: comments, attrs: attrs)
  }
}

extension Comment {
  private static let authors = ["ada", "alan", "barbara", "edsger", "grace", "niklaus"]

  fileprivate init(_ random: inout SplitMix) {
    self.init(author: Self.authors[random.below(Self.authors.count)], likes: random.below(12))
  }
}
