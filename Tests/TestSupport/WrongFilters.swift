/// Random filters with a mistake, as people and models write them who know other languages.
package struct WrongFilters {
  private var random: SeededGenerator

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let words: [Character: [String]] = [
    "T": ["name", "title", "owner.name", "city", "state", "`user-id`"],
    "N": ["age", "price", "items.@count", "size", "score"], "D": ["created", "due", "opened"],
    "L": ["tags", "labels", "interests"], "O": ["items", "comments"], "B": ["isOpen", "active"],
    "S": ["open", "Ann", "O-1", "a b", "x", "London"], "V": ["0", "1", "3", "18", "1.5", "100"],
    "Z": ["2026-01-01", "2026-11-21T10:00:00Z"],
    "Q": ["'open'", "\"open\"", "'O-1'", "\"a b\"", "'Ann'", "\"x\""],
  ]

  /// Correct conditions; a letter after a sign is one of the words.
  private static let conditions = """
    &T == &Q
    &N > &V
    &T CONTAINS[c] &Q
    ANY &L == &Q
    &D > #&Z#
    &N BETWEEN {1, &V}
    &T IN {&Q, &Q}
    &B == TRUE
    &T BEGINSWITH &Q
    &L.@count > &V
    NOT &T LIKE &Q
    &T != nil
    SUBQUERY(&O, $x, $x.price > &V).@count > 0
    length(&T) > &V
    """.split(separator: "\n").map(String.init)

  /// Forms of other languages; `&C` is a correct condition.
  private static let forms = """
    &T.contains(&Q)
    &T.startsWith(&Q)
    &T.includes(&Q)
    &T.toLowerCase() == &Q
    &T.lower() == &Q
    &T.matches(&Q)
    &L.size() > &V
    &T.hasPrefix(&Q)
    &T.trim() == &Q
    &T.indexOf(&Q) >= 0
    &L.indexOf(&Q) != -1
    &T.equals(&Q)
    &T.equalsIgnoreCase(&Q)
    &L.isEmpty()
    size(&L) > &V
    has(&T)
    &L.exists(t, t == &Q)
    &L.exists_one(t, t == &Q)
    &O.all(i, i.price > &V)
    &D > timestamp('&Z')
    &O.filter(i, i.price > &V).size() > 0
    &O.map(i, i.price).size() > 0
    int(&T) > &V
    double(&T) > &V
    string(&N) == &Q
    &N > &V ? true : false
    SELECT * FROM t WHERE &C
    WHERE &C
    LOWER(&T) = &Q
    UPPER(&T) = &Q
    &T ILIKE '%&S%'
    &Q = ANY(&L)
    &C ORDER BY &T
    &C LIMIT 10
    &T::text = &Q
    &D > DATE '&Z'
    &D > TIMESTAMP '&Z'
    &D > NOW() - INTERVAL '1 day'
    DATE(&D) = '&Z'
    &T REGEXP &Q
    &T SIMILAR TO &Q
    &T ~ &Q
    &T ~* &Q
    &C;
    &C -- comment
    IFNULL(&T, 'x') = &Q
    EXTRACT(YEAR FROM &D) = 2026
    &T IS NOT &Q
    CASE WHEN &C THEN 1 ELSE 0 END = 1
    {"age": &V}
    {"age": {"$gt": &V}}
    {"$and": [{"age": &V}, {"name": "&S"}]}
    {"op": "==", "args": [{"property": "age"}, &V]}
    [{"field": "age", "operator": ">", "value": &V}]
    {"filter": "age > &V"}
    ["age", ">", &V]
    x => x.age > &V
    lambda x: x.age > &V
    &T === &Q
    &T !== &Q
    owner?.name == &Q
    (&T ?? '') == &Q
    &L.some(t => t == &Q)
    &O.filter(i => i.price > &V).length > 0
    &L.contains(where: { $0 == &Q })
    $0.age > &V
    len(&L) > &V
    any(t == &Q for t in &L)
    &T is not None
    &D > new Date('&Z')
    Math.abs(&N) > &V
    /&S/.test(&T)
    &T =~ /abc/
    .age > &V
    select(.age > &V)
    $.age > &V
    $[?(@.age > &V)]
    @.age > &V
    &N gt &V and &T eq &Q
    startswith(&T, &Q)
    contains(&T, &Q)
    &L/any(t: t eq &Q)
    name:Ann
    name:"Ann" AND age:[1 TO 5]
    age:>&V
    age=gt=&V
    name==&Q;age==&V
    AND(&N=&V, &T=&Q)
    IF(&N > &V, TRUE, FALSE)
    Filter = &C
    &T equals &Q
    &T is equal to &Q
    &N is greater than &V
    &T starts with &Q
    &T does not contain &Q
    &T is one of &Q, &Q
    &T is empty
    &L has &Q
    &D after &Z
    &D before '&Z'
    &D >= ISODate("&Z")
    &N >= 1 AND <= &V
    1 < &N < &V
    &T == (&Q OR &Q)
    &T == 'it's'
    &T == \\'&S\\'
    &T MATCHES 'abc\\'
    &N > &V%
    &N > 10k
    """.split(separator: "\n").map(String.init)

  private mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int(random.next() % UInt64(elements.count))]
  }

  private mutating func expanded(_ form: String) -> String {
    var text = ""
    var isSign = false
    for character in form {
      if isSign {
        isSign = false
        text += character == "C" ? condition() : one(of: Self.words[character] ?? ["&"])
      } else if character == "&" {
        isSign = true
      } else {
        text.append(character)
      }
    }
    return text
  }

  private mutating func condition() -> String { expanded(one(of: Self.conditions)) }

  /// A correct filter of one to three conditions.
  private mutating func correct() -> String {
    var text = condition()
    for _ in 0..<Int(random.next() % 3) {
      text += one(of: [" AND ", " OR ", " && ", " || "]) + condition()
    }
    return random.next() % 8 == 0 ? "(\(text))" : text
  }

  /// The next filter.
  package mutating func next() -> String {
    if random.next() % 5 < 2 { return mutated(correct()) }
    let form = expanded(one(of: Self.forms))
    switch random.next() % 8 {
    case 0: return "\(correct()) AND \(form)"
    case 1: return "\(form) AND \(correct())"
    default: return form
    }
  }

  private mutating func mutated(_ text: String) -> String {
    switch random.next() % 10 {
    case 0, 1, 2:
      let words = [
        "CONTAINS", "BEGINSWITH", "LIKE", "BETWEEN", "SUBQUERY", "length",
      ].filter { text.contains($0) }
      guard !words.isEmpty else { return text + ")" }
      let word = one(of: words)
      return text.replacing(word, with: misspelt(word), maxReplacements: 1)
    case 3:
      return text.replacing(
        "==", with: one(of: ["===", "eq", "is equal to", "equals"]), maxReplacements: 1)
    case 4:
      guard let last = text.lastIndex(where: { "'\")}".contains($0) }) else { return text + "." }
      var text = text
      text.remove(at: last)
      return text
    case 5: return text + ")"
    case 6: return text + one(of: [";", ".", " AND", " OR"])
    case 7:
      return text.replacing(
        " AND ", with: one(of: [", ", " and also ", " plus "]), maxReplacements: 1)
    case 8: return text.replacing("'", with: "\\'").replacing("\"", with: "\\\"")
    default: return text.replacing(" > ", with: " gt ").replacing("{", with: "[")
    }
  }

  /// A word with a letter too few, too many, or out of place.
  private mutating func misspelt(_ word: String) -> String {
    var letters = Array(word)
    let place = Int(random.next() % UInt64(letters.count - 1))
    switch random.next() % 3 {
    case 0: letters.remove(at: place)
    case 1: letters.insert(letters[place], at: place)
    default: letters.swapAt(place, place + 1)
    }
    return String(letters)
  }
}
