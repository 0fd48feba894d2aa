#if Macros
  import FilterMacros
  import Foundation

  /// The book and the kinds of the conformance suite, as the item of texts that the compiler reads.
  @Filterable struct MacroItem {
    @Filterable struct Author {
      var name: String
      var born: Int
    }

    @Filterable struct Review {
      var by: String
      var stars: Int
      var words: Int
    }

    var title = "Dune"
    var pages = 412
    var price = 9.5
    var inPrint = true
    var author: Author = Author(name: "Frank", born: 1920)
    var tags: [String] = ["sf", "desert", "classic"]
    var ratings: [Int] = [5, 4, 5, 3]
    var isbn: String?
    var stock: [String: Int] = ["paris": 3, "oslo": 0]
    var reviews: [Review] = [
      Review(by: "ann", stars: 5, words: 120), Review(by: "bob", stars: 2, words: 40),
      Review(by: "cy", stars: 4, words: 300),
    ]

    var n = 5
    var s = "5"
    var b = true
    var t: Date = Date(timeIntervalSinceReferenceDate: 5)
    var d: Data = Data("5".utf8)
    var l: [Int] = [5, 6]
    var u: Set<Int> = [5, 6]
    var o: [String: Int] = ["k": 5]
  }

  /// A text, and the predicate that the compiler makes of it.
  struct MacroExample: Sendable {
    let text: String
    let predicate: FilterPredicate<MacroItem>

    init(_ text: String, _ predicate: FilterPredicate<MacroItem>) {
      self.text = text
      self.predicate = predicate
    }
  }
#endif
