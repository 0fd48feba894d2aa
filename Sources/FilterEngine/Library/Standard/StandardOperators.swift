/// The operators, options, quantifiers and keywords of the language, which belong to no library.
enum StandardOperators {
  static let all =
    read(comparisons + texts + collections + logic + values + calculations)
    + read(extensions, isExtension: true)

  /// The entries of a text of three lines each: the spellings with two blanks between them, the summary, the example.
  private static func read(_ text: String, isExtension: Bool = false)
    -> [FilterOperatorDocumentation]
  {
    let lines = text.split(separator: "\n").map(String.init)
    return stride(from: 0, to: lines.count, by: 3).map { line in
      FilterOperatorDocumentation(
        lines[line].split(separator: "  ").map(String.init),
        FilterDocumentation(lines[line + 1], example: lines[line + 2]), isExtension: isExtension)
    }
  }

  private static let comparisons = #"""
    ==  =
    Both are equal; values of different kinds never are.
    5 == 5.0
    !=  <>
    The values are not equal; true where one of them is nil.
    5 != "5"
    <
    The left value is less than the right one: numbers, strings and dates.
    4 < 5
    <=  =<
    The left value is less than the right one, or equal to it.
    5 <= 5
    >
    The left value is greater than the right one.
    "b" > "a"
    >=  =>
    The left value is greater than the right one, or equal to it.
    5 >= 4
    BETWEEN
    The value is between two bounds, or equal to one of them.
    3 BETWEEN {1, 5}

    """#

  private static let texts = #"""
    BEGINSWITH
    The string begins with another, which is not empty.
    "seaside" BEGINSWITH "sea"
    ENDSWITH
    The string ends with another, which is not empty.
    "seaside" ENDSWITH "side"
    CONTAINS
    The string holds another, which is not empty; the collection holds an equal value.
    "seaside" CONTAINS "as"
    LIKE
    The whole string fits a pattern: `*` is any text, `?` one character, `\` escapes.
    "seaside" LIKE "s?a*"
    MATCHES
    The whole string fits a regular expression (regex); in quotes, `\d` is written `\\d`.
    "seaside 42" MATCHES "[a-s]+ \\d+"
    [c]
    Option of comparisons of strings: case does not count.
    "Dune" ==[c] "dune"
    [d]
    Option of comparisons of strings: diacritics do not count.
    "caf\#u{E9}" ==[d] "cafe"
    [n]
    Option of comparisons of strings: bytes are compared, other options do not count.
    "a" BEGINSWITH[n] "a"
    [l]
    Option of comparisons of strings: after the rules of the current locale.
    "a" ==[l] "a"
    UTI-CONFORMS-TO
    The uniform type identifier is of a type.
    "public.png" UTI-CONFORMS-TO "public.image"
    UTI-EQUALS
    Both are the same uniform type identifier.
    "public.png" UTI-EQUALS "public.png"

    """#

  private static let collections = #"""
    IN
    The collection holds an equal value; the string on the right holds another.
    2 IN {1, 2}
    ANY  SOME
    At least one element fulfils the comparison.
    ANY {1, 5} > 4
    ALL
    Every element fulfils the comparison; true of no elements.
    ALL {4, 5} > 3
    NONE
    No element fulfils the comparison.
    NONE {1, 5} > 5
    SUBQUERY
    The elements that fulfil a predicate, each under the name of a variable.
    SUBQUERY({1, 2, 3}, $x, $x > 1).@count == 2
    UNION
    The set of what is in one of two collections.
    ({1, 2} UNION {2, 3}).@count == 3
    INTERSECT
    The set of what is in both of two collections.
    2 IN {1, 2} INTERSECT {2, 3}
    MINUS
    The set of what is in the left collection and not in the right one.
    1 IN {1, 2} MINUS {2, 3}
    [FIRST]
    The first element, nil of nothing.
    {4, 5}[FIRST] == 4
    [LAST]
    The last element, nil of nothing.
    {4, 5}[LAST] == 5
    [SIZE]
    The number of elements.
    {4, 5}[SIZE] == 2
    [index]
    The element at an index, counted from 0, or the value of a key.
    {4, 5}[1] == 5

    """#

  private static let logic = #"""
    AND  &&
    Both hold; the right one is not asked where the left one does not.
    1 == 1 AND 2 == 2
    OR  ||
    One holds; the right one is not asked where the left one does.
    1 == 2 OR 2 == 2
    NOT  !
    The predicate does not hold.
    NOT 1 == 2
    TRUEPREDICATE
    Holds always.
    TRUEPREDICATE
    FALSEPREDICATE
    Holds never.
    NOT FALSEPREDICATE
    TERNARY
    One of two values, as a predicate decides.
    TERNARY(1 < 2, "a", "b") == "a"

    """#

  private static let values = #"""
    nil  NULL
    No value.
    nil == NULL
    TRUE  YES
    The boolean that is equal to 1.
    TRUE == 1
    FALSE  NO
    The boolean that is equal to 0.
    FALSE == 0
    SELF
    The item itself.
    SELF == SELF
    #key
    A reserved word as a key; `#self` is the element itself.
    {4, 5}.@max.#self == 5
    $name
    A variable, bound from outside, by SUBQUERY or by `:=`.
    ANY SUBQUERY({1, 2}, $x, $x == 2) == 2
    :=
    Binds a variable for the rest of the evaluation.
    ($x := 5) == 5 AND $x == 5
    CAST
    The value as another type.
    CAST(412, "NSString") == "412"
    FUNCTION
    What a value answers to a message.
    FUNCTION("sea", "uppercaseString") == "SEA"

    """#

  private static let calculations = #"""
    +
    The sum of two numbers, or of a date and seconds.
    1 + 2 == 3
    -
    The difference of two numbers, or a number with the other sign.
    1 - 2 == -1
    *
    The product of two numbers.
    2 * 3 == 6
    /
    The quotient of two numbers; integers are cut towards zero.
    7 / 2 == 3
    **
    A power, always a double.
    2 ** 10 == 1024
    &
    The bits that both have.
    6 & 3 == 2
    |
    The bits that one of them has.
    6 | 3 == 7
    ^
    The bits that only one of them has.
    9 ^ 5 == 12
    <<
    The bits moved up.
    3 << 2 == 12
    >>
    The bits moved down; the sign stays.
    40 >> 3 == 5

    """#

  private static let extensions = #"""
    NOT IN  NOT CONTAINS  NOT LIKE  NOT MATCHES  NOT BETWEEN  NOT BEGINSWITH  NOT ENDSWITH
    The opposite of an operator; portably `NOT x IN y`.
    3 NOT IN {1, 2}
    IS NULL  IS NOT NULL
    Whether there is no value; portably `x == nil`.
    nil IS NULL
    BETWEEN a AND b
    Bounds without braces; portably `BETWEEN {a, b}`.
    3 BETWEEN 1 AND 5
    IN (a, b)  IN [a, b]
    A list in other brackets; portably `IN {a, b}`.
    2 IN (1, 2)
    %
    What a division leaves; portably `modulus:by:(a, b)`.
    17 % 5 == 2
    #2026-11-21#  #2026-11-21T10:00:00Z#
    A date, in UTC without a zone; portably `%@` or `CAST(seconds, "NSDate")`.
    #2001-01-01# == CAST(0, "NSDate")
    /* */
    A comment, which holds no other comment.
    1 == /* one */ 1

    """#
}
