/// The operators, options, quantifiers and keywords of the language, which belong to no library.
enum StandardOperators {
  static let all =
    comparisons + texts + collections + logic + values + calculations + extensions

  private static let comparisons = [
    FilterOperatorDocumentation(
      "==", "=", summary: "Both are equal; values of different kinds never are.",
      example: "5 == 5.0"),
    FilterOperatorDocumentation(
      "!=", "<>", summary: "The values are not equal; true where one of them is nil.",
      example: "5 != \"5\""),
    FilterOperatorDocumentation(
      "<", summary: "The left value is less than the right one: numbers, strings and dates.",
      example: "4 < 5"),
    FilterOperatorDocumentation(
      "<=", "=<", summary: "The left value is less than the right one, or equal to it.",
      example: "5 <= 5"),
    FilterOperatorDocumentation(
      ">", summary: "The left value is greater than the right one.", example: "\"b\" > \"a\""),
    FilterOperatorDocumentation(
      ">=", "=>", summary: "The left value is greater than the right one, or equal to it.",
      example: "5 >= 4"),
    FilterOperatorDocumentation(
      "BETWEEN", summary: "The value is between two bounds, or equal to one of them.",
      example: "3 BETWEEN {1, 5}"),
  ]

  private static let texts = [
    FilterOperatorDocumentation(
      "BEGINSWITH", summary: "The string begins with another, which is not empty.",
      example: "\"seaside\" BEGINSWITH \"sea\""),
    FilterOperatorDocumentation(
      "ENDSWITH", summary: "The string ends with another, which is not empty.",
      example: "\"seaside\" ENDSWITH \"side\""),
    FilterOperatorDocumentation(
      "CONTAINS",
      summary: "The string holds another, which is not empty; the collection holds an equal value.",
      example: "\"seaside\" CONTAINS \"as\""),
    FilterOperatorDocumentation(
      "LIKE",
      summary: "The whole string fits a pattern: `*` is any text, `?` one character, `\\` escapes.",
      example: "\"seaside\" LIKE \"s?a*\""),
    FilterOperatorDocumentation(
      "MATCHES",
      summary:
        #"The whole string fits a regular expression (regex); in quotes, `\d` is written `\\d`."#,
      example: #""seaside 42" MATCHES "[a-s]+ \\d+""#),
    FilterOperatorDocumentation(
      "[c]", summary: "Option of comparisons of strings: case does not count.",
      example: "\"Dune\" ==[c] \"dune\""),
    FilterOperatorDocumentation(
      "[d]", summary: "Option of comparisons of strings: diacritics do not count.",
      example: "\"caf\u{E9}\" ==[d] \"cafe\""),
    FilterOperatorDocumentation(
      "[n]",
      summary: "Option of comparisons of strings: bytes are compared, other options do not count.",
      example: "\"a\" BEGINSWITH[n] \"a\""),
    FilterOperatorDocumentation(
      "[l]", summary: "Option of comparisons of strings: after the rules of the current locale.",
      example: "\"a\" ==[l] \"a\""),
    FilterOperatorDocumentation(
      "UTI-CONFORMS-TO", summary: "The uniform type identifier is of a type.",
      example: "\"public.png\" UTI-CONFORMS-TO \"public.image\""),
    FilterOperatorDocumentation(
      "UTI-EQUALS", summary: "Both are the same uniform type identifier.",
      example: "\"public.png\" UTI-EQUALS \"public.png\""),
  ]

  private static let collections = [
    FilterOperatorDocumentation(
      "IN", summary: "The collection holds an equal value; the string on the right holds another.",
      example: "2 IN {1, 2}"),
    FilterOperatorDocumentation(
      "ANY", "SOME", summary: "At least one element fulfils the comparison.",
      example: "ANY {1, 5} > 4"),
    FilterOperatorDocumentation(
      "ALL", summary: "Every element fulfils the comparison; true of no elements.",
      example: "ALL {4, 5} > 3"),
    FilterOperatorDocumentation(
      "NONE", summary: "No element fulfils the comparison.", example: "NONE {1, 5} > 5"),
    FilterOperatorDocumentation(
      "SUBQUERY",
      summary: "The elements that fulfil a predicate, each under the name of a variable.",
      example: "SUBQUERY({1, 2, 3}, $x, $x > 1).@count == 2"),
    FilterOperatorDocumentation(
      "UNION", summary: "The set of what is in one of two collections.",
      example: "({1, 2} UNION {2, 3}).@count == 3"),
    FilterOperatorDocumentation(
      "INTERSECT", summary: "The set of what is in both of two collections.",
      example: "2 IN {1, 2} INTERSECT {2, 3}"),
    FilterOperatorDocumentation(
      "MINUS", summary: "The set of what is in the left collection and not in the right one.",
      example: "1 IN {1, 2} MINUS {2, 3}"),
    FilterOperatorDocumentation(
      "[FIRST]", summary: "The first element, nil of nothing.", example: "{4, 5}[FIRST] == 4"),
    FilterOperatorDocumentation(
      "[LAST]", summary: "The last element, nil of nothing.", example: "{4, 5}[LAST] == 5"),
    FilterOperatorDocumentation(
      "[SIZE]", summary: "The number of elements.", example: "{4, 5}[SIZE] == 2"),
    FilterOperatorDocumentation(
      "[index]", summary: "The element at a place counted from 0, or the value of a key.",
      example: "{4, 5}[1] == 5"),
  ]

  private static let logic = [
    FilterOperatorDocumentation(
      "AND", "&&", summary: "Both hold; the right one is not asked where the left one does not.",
      example: "1 == 1 AND 2 == 2"),
    FilterOperatorDocumentation(
      "OR", "||", summary: "One holds; the right one is not asked where the left one does.",
      example: "1 == 2 OR 2 == 2"),
    FilterOperatorDocumentation(
      "NOT", "!", summary: "The predicate does not hold.", example: "NOT 1 == 2"),
    FilterOperatorDocumentation(
      "TRUEPREDICATE", summary: "Holds always.", example: "TRUEPREDICATE"),
    FilterOperatorDocumentation(
      "FALSEPREDICATE", summary: "Holds never.", example: "NOT FALSEPREDICATE"),
    FilterOperatorDocumentation(
      "TERNARY", summary: "One of two values, as a predicate decides.",
      example: "TERNARY(1 < 2, \"a\", \"b\") == \"a\""),
  ]

  private static let values = [
    FilterOperatorDocumentation(
      "nil", "NULL", summary: "No value.", example: "nil == NULL"),
    FilterOperatorDocumentation(
      "TRUE", "YES", summary: "The boolean that is equal to 1.", example: "TRUE == 1"),
    FilterOperatorDocumentation(
      "FALSE", "NO", summary: "The boolean that is equal to 0.", example: "FALSE == 0"),
    FilterOperatorDocumentation("SELF", summary: "The item itself.", example: "SELF == SELF"),
    FilterOperatorDocumentation(
      "#key", summary: "A reserved word as a key; `#self` is the element itself.",
      example: "{4, 5}.@max.#self == 5"),
    FilterOperatorDocumentation(
      "$name", summary: "A variable, bound from outside, by SUBQUERY or by `:=`.",
      example: "ANY SUBQUERY({1, 2}, $x, $x == 2) == 2"),
    FilterOperatorDocumentation(
      ":=", summary: "Binds a variable for the rest of the evaluation.",
      example: "($x := 5) == 5 AND $x == 5"),
    FilterOperatorDocumentation(
      "CAST", summary: "The value as another type.", example: "CAST(412, \"NSString\") == \"412\""),
    FilterOperatorDocumentation(
      "FUNCTION", summary: "What a value answers to a message.",
      example: "FUNCTION(\"sea\", \"uppercaseString\") == \"SEA\""),
  ]

  private static let calculations = [
    FilterOperatorDocumentation(
      "+", summary: "The sum of two numbers, or of a date and seconds.", example: "1 + 2 == 3"),
    FilterOperatorDocumentation(
      "-", summary: "The difference of two numbers, or a number with the other sign.",
      example: "1 - 2 == -1"),
    FilterOperatorDocumentation("*", summary: "The product of two numbers.", example: "2 * 3 == 6"),
    FilterOperatorDocumentation(
      "/", summary: "The quotient of two numbers; integers are cut towards zero.",
      example: "7 / 2 == 3"),
    FilterOperatorDocumentation(
      "**", summary: "A power, always a double.", example: "2 ** 10 == 1024"),
    FilterOperatorDocumentation("&", summary: "The bits that both have.", example: "6 & 3 == 2"),
    FilterOperatorDocumentation(
      "|", summary: "The bits that one of them has.", example: "6 | 3 == 7"),
    FilterOperatorDocumentation(
      "^", summary: "The bits that only one of them has.", example: "9 ^ 5 == 12"),
    FilterOperatorDocumentation("<<", summary: "The bits moved up.", example: "3 << 2 == 12"),
    FilterOperatorDocumentation(
      ">>", summary: "The bits moved down; the sign stays.", example: "40 >> 3 == 5"),
  ]

  private static let extensions = [
    FilterOperatorDocumentation(
      "NOT IN", "NOT CONTAINS", "NOT LIKE", "NOT MATCHES", "NOT BETWEEN", "NOT BEGINSWITH",
      "NOT ENDSWITH", summary: "The opposite of an operator; portably `NOT x IN y`.",
      example: "3 NOT IN {1, 2}", isExtension: true),
    FilterOperatorDocumentation(
      "IS NULL", "IS NOT NULL", summary: "Whether there is no value; portably `x == nil`.",
      example: "nil IS NULL", isExtension: true),
    FilterOperatorDocumentation(
      "BETWEEN a AND b", summary: "Bounds without braces; portably `BETWEEN {a, b}`.",
      example: "3 BETWEEN 1 AND 5", isExtension: true),
    FilterOperatorDocumentation(
      "IN (a, b)", "IN [a, b]", summary: "A list in other brackets; portably `IN {a, b}`.",
      example: "2 IN (1, 2)", isExtension: true),
    FilterOperatorDocumentation(
      "%", summary: "What a division leaves; portably `modulus:by:(a, b)`.",
      example: "17 % 5 == 2", isExtension: true),
    FilterOperatorDocumentation(
      "#2026-11-21#", "#2026-11-21T10:00:00Z#",
      summary: "A date, in UTC without a zone; portably `%@` or `CAST(seconds, \"NSDate\")`.",
      example: "#2001-01-01# == CAST(0, \"NSDate\")", isExtension: true),
    FilterOperatorDocumentation(
      "/* */", summary: "A comment, which holds no other comment.", example: "1 == /* one */ 1",
      isExtension: true),
  ]
}
