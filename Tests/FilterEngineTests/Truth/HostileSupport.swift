import FilterEngine
import Foundation

/// Filters of all sorts, to be cut and damaged.
enum HostileCorpus {
  static let own = [
    "age >= 18 AND name BEGINSWITH[cd] 'ann' OR NOT (tags CONTAINS \"x\")",
    "ANY pets.age > 3 AND ALL scores.@max.self <= 5e3 AND NONE tags LIKE '*a?'",
    "SUBQUERY(pets, $p, $p.age > 1 AND $p.name MATCHES '[a-z]+').@count == 2",
    "TERNARY(a == 1, 'yes', \"no\") IN {'yes', \"no\", nil, TRUE, -0x1F, 1.5}",
    "CAST(CAST(#2026-11-21T10:00:00Z#, 'NSNumber') + 86400, 'NSDate') > now()",
    "FUNCTION('a', 'stringByAppendingString:', name) == 'aAnn' && !(a.b[0] <> 3)",
    "a BETWEEN {1, 5} AND b BETWEEN 1 AND 5 || x NOT IN (1, 2) AND y IS NOT NULL",
    "modulus:by:(age, 3) == 1 AND (age * 2 + 1) ** 2 / 3 - -4 % 5 != 1 << 2 | 3 & 4 ^ 5",
    "größe == 1 AND `two words` == 'é\\u00e9\\n' AND #size > 2 /* comment */",
    "($x := 5) == 5 AND $x == $y AND SELF.a[FIRST] == a[LAST] AND a[SIZE] == 1",
    "{1, 2} UNION {3} INTERSECT a MINUS b == {} AND 'public.png' UTI-CONFORMS-TO 'public.image'",
    "SELF isKindOfClass: 5 AND items.@flatten.tags.@distinctUnionOfObjects.self == nil",
    "%@ == %K AND %ld > $v.$w AND stock['paris'] == 3",
  ]

  /// The filters of the grammar's examples, where they are at hand, and the own ones.
  static let all: [String] = own + examples

  /// The corpus in parts that are searched side by side.
  static let parts = 0..<16

  /// Every sixteenth of the filters, so that each part has some of each file.
  static func part(_ number: Int) -> [String] {
    stride(from: number, to: all.count, by: parts.count).map { all[$0] }
  }

  private static let examples: [String] = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    folder.appendPathComponent("Grammar/conformance")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.sorted().filter { $0.hasSuffix(".txt") }.flatMap { file -> [String] in
      let text =
        (try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)) ?? ""
      return text.components(separatedBy: "\n\n").compactMap { block in
        block.split(separator: "\n").first {
          !$0.hasPrefix("#")
            && !["args:", "item:", "variables:", "strict"].contains(where: $0.hasPrefix)
        }.map(String.init)
      }
    }
  }()

  static let items: [FilterValue] = [
    .null, 5, "text", [1, "a", nil],
    [
      "age": 31, "name": "Ann", "tags": ["x", "y"], "a": [1, 2], "b": ["b": 3],
      "pets": [["age": 2, "name": "rex"], ["age": 4, "name": "Tom"]], "scores": [1, 2.5],
      "x": 1, "y": nil, "stock": ["paris": 3], "größe": 1, "two words": "é",
    ],
  ]

  /// Reads, makes and asks; nothing but an answer or an error may come of it.
  @discardableResult
  static func challenge(_ text: String) -> Bool {
    guard
      let predicate = try? FilterPredicate<FilterValue>(
        FilterText(runTime: text), arguments: [5, "age", 3],
        options: FilterOptions(
          rules: text.utf8.count % 7 == 0 ? .strict : .standard, limits: .standard),
        refusesUnused: false)
    else { return false }
    for item in items {
      _ = try? predicate.matches(item, bindings: ["v": ["age": 1], "w": "age", "y": 5])
    }
    return true
  }
}
