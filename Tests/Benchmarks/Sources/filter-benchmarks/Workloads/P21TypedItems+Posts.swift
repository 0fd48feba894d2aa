import FilterEngine

extension P21TypedItems {
  /// Lists, optional structs, arrays of structs, dictionaries.
  static var postForms: [TypedForm<Post>] {
    listForms + elementForms + aggregateForms + subqueryForms
  }

  private static var listForms: [TypedForm<Post>] {
    [
      TypedForm("ANY scores > 5", elements) { items in
        count(items) { $0.scores.contains { $0 > 5 } }
      },
      TypedForm("scores[0] > 3", otherFields) { items in
        count(items) { $0.scores[0] > 3 }
      },
      TypedForm("scores[LAST] > 3", otherFields) { items in
        var count = 0
        for item in items {
          if let last = item.scores.last, last > 3 { count += 1 }
        }
        return count
      },
      TypedForm("opt.likes > 3", optionalStruct) { items in
        var count = 0
        for item in items {
          if let opt = item.opt, opt.likes > 3 { count += 1 }
        }
        return count
      },
      TypedForm("attrs.os == 'linux'", otherFields) { items in
        count(items) { $0.attrs["os"] == "linux" }
      },
    ]
  }

  private static var elementForms: [TypedForm<Post>] {
    [
      TypedForm("comments.@count > 2", elementCount) { items in
        count(items) { $0.comments.count > 2 }
      },
      TypedForm("ANY comments.likes > 7", elements) { items in
        count(items) { $0.comments.contains { $0.likes > 7 } }
      },
      TypedForm("ALL comments.likes > 1", elements) { items in
        count(items) { $0.comments.allSatisfy { $0.likes > 1 } }
      },
      TypedForm("NONE comments.likes > 9", elements) { items in
        count(items) { !$0.comments.contains { $0.likes > 9 } }
      },
      TypedForm("ANY comments.author == 'ada'", elements) { items in
        count(items) { $0.comments.contains { $0.author == "ada" } }
      },
    ]
  }

  private static var aggregateForms: [TypedForm<Post>] {
    [
      TypedForm("comments.@sum.likes > 12", elements) { items in
        count(items) { $0.comments.reduce(0) { $0 + $1.likes } > 12 }
      },
      TypedForm("comments.@max.likes > 8", elements) { items in
        var count = 0
        for item in items {
          if let most = item.comments.lazy.map(\.likes).max(), most > 8 { count += 1 }
        }
        return count
      },
      TypedForm("comments.@avg.likes > 4", elements) { items in
        var count = 0
        for item in items where !item.comments.isEmpty {
          let sum = item.comments.reduce(0) { $0 + $1.likes }
          if Double(sum) / Double(item.comments.count) > 4 { count += 1 }
        }
        return count
      },
    ]
  }

  private static var subqueryForms: [TypedForm<Post>] {
    [
      TypedForm(
        "SUBQUERY(comments, $c, $c.likes > 7).@count > 0", subquery,
        beside: "for … where, filter { }.count"
      ) { items in
        count(items) { $0.comments.filter { $0.likes > 7 }.count > 0 }
      },
      TypedForm(
        "SUBQUERY(comments, $c, $c.likes > 7 AND $c.author BEGINSWITH 'a').@count > 1",
        label: "SUBQUERY(comments, $c, two comparisons).@count > 1", subquery,
        beside: "for … where, filter { }.count"
      ) { items in
        count(items) {
          $0.comments.filter { $0.likes > 7 && $0.author.hasPrefix("a") }.count > 1
        }
      },
    ]
  }

  /// The limits of `SUBQUERY` are ratios to loops that make its list. This loop makes none.
  static var subqueryBesideContains: TypedForm<Post> {
    TypedForm(
      "SUBQUERY(comments, $c, $c.likes > 7).@count > 0",
      label: "the same SUBQUERY, the loop makes no list", nil, beside: "for … where, contains { }"
    ) { items in
      count(items) { $0.comments.contains { $0.likes > 7 } }
    }
  }
}
