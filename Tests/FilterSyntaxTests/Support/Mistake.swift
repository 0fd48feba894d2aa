import Testing

/// A text that is refused, with the whole message.
struct Mistake: Sendable, CustomTestStringConvertible {
  var text: String
  var isStrict = false
  var message: String

  var testDescription: String { text }

  static let all: [Mistake] = [
    Mistake(
      text: #"age > AND x == 1"#,
      message: #"""
        error: expected an expression
         | age > AND x == 1
         |       ^^^
        """#),
    Mistake(
      text: #"x CONTAIN 1"#,
      message: #"""
        error: there is no operator 'CONTAIN', did you mean 'CONTAINS'?
         | x CONTAIN 1
         |   ^^^^^^^
         fix: replace CONTAIN with CONTAINS
        """#),
    Mistake(
      text: #"x LIEK 'a'"#,
      message: #"""
        error: there is no operator 'LIEK', did you mean 'LIKE'?
         | x LIEK 'a'
         |   ^^^^
         fix: replace LIEK with LIKE
        """#),
    Mistake(
      text: #"x NOT IN {1}"#, isStrict: true,
      message: #"""
        error: NOT before IN is not portable, write NOT x IN …
         | x NOT IN {1}
         |   ^^^^^^
         fix: replace x NOT IN with NOT x IN
        """#),
    Mistake(
      text: #"x == 'abc"#,
      message: #"""
        error: the quote is never closed
         | x == 'abc
         |      ^
         fix: insert '
        """#),
    Mistake(
      text: #"x == “abc”"#,
      message: #"""
        error: a typographic quote does not quote text, write ' or "
         | x == “abc”
         |      ^
         fix: replace “abc” with "abc"
        """#),
    Mistake(
      text: #"x == 81ab22cd"#,
      message: #"""
        error: '81ab22cd' is neither a number nor a name
         | x == 81ab22cd
         |      ^^^^^^^^
         fix: replace 81ab22cd with "81ab22cd"
        """#),
    Mistake(
      text: #"x=1ANDy=2"#,
      message: #"""
        error: '1ANDy' is neither a number nor a name
         | x=1ANDy=2
         |   ^^^^^
         fix: replace 1ANDy with 1 AND y
        """#),
    Mistake(
      text: #"x='a'ANDy=2"#,
      message: #"""
        error: there is no operator 'ANDy', did you mean 'AND y'?
         | x='a'ANDy=2
         |      ^^^^
         fix: replace ANDy with AND y
        """#),
    Mistake(
      text: #"a == 1 & b == 2"#,
      message: #"""
        error: '&' joins the bits of numbers, predicates are joined with '&&'
         | a == 1 & b == 2
         |        ^
         fix: replace & with &&
        """#),
    Mistake(
      text: #"(a == 1) | b == 2"#,
      message: #"""
        error: '|' joins the bits of numbers, predicates are joined with '||'
         | (a == 1) | b == 2
         |          ^
         fix: replace | with ||
        """#),
    Mistake(
      text: #"x IS NULL"#, isStrict: true,
      message: #"""
        error: IS NULL is not portable, write == nil
         | x IS NULL
         |   ^^^^^^^
         fix: replace IS NULL with == nil
        """#),
    Mistake(
      text: #"x = = 1"#,
      message: #"""
        error: write '==' without a blank
         | x = = 1
         |   ^^^
         fix: replace = = with ==
        """#),
    Mistake(
      text: #"x ! = 1"#,
      message: #"""
        error: write '!=' without a blank
         | x ! = 1
         |   ^^^
         fix: replace ! = with !=
        """#),
    Mistake(
      text: #"word = 'What's'"#,
      message: #"""
        error: the text ends at this quote, write \' in it or put it in double quotes
         | word = 'What's'
         |             ^
         fix: replace 'What's' with "What's"
        """#),
    Mistake(
      text: #"1 < x < 3"#,
      message: #"""
        error: comparisons do not chain, join them with AND
         | 1 < x < 3
         |       ^
        """#),
    Mistake(
      text: #"x == %"#,
      message: #"""
        error: '%' needs a letter after it, write %@ for an argument
         | x == %
         |      ^
        """#),
    Mistake(
      text: #"x == %@"#,
      message: #"""
        error: there is no argument number 1 for this placeholder
         | x == %@
         |      ^^
        """#),
    Mistake(
      text: #"%k == 1"#,
      message: #"""
        error: '%k' is not a placeholder, write %@ for a value or %K for a key path
         | %k == 1
         | ^^
         fix: replace %k with %K
        """#),
    Mistake(
      text: #"x == %%"#,
      message: #"""
        error: '%%' has no meaning in a filter
         | x == %%
         |      ^^
        """#),
    Mistake(
      text: #"x ==[cw] 'a'"#,
      message: #"""
        error: the option 'w' has no meaning here, options are c, d, n, l
         | x ==[cw] 'a'
         |       ^
        """#),
    Mistake(
      text: #"x ==[] 'a'"#,
      message: #"""
        error: options are missing, write any of c, d, n, l
         | x ==[] 'a'
         |     ^^
         fix: remove []
        """#),
    Mistake(
      text: #"x ==[z] 'a'"#,
      message: #"""
        error: there is no option 'z', options are c, d, n, l
         | x ==[z] 'a'
         |      ^
        """#),
    Mistake(
      text: #"size == 1"#, isStrict: true,
      message: #"""
        error: 'SIZE' is a reserved word, write #size for the key
         | size == 1
         | ^^^^
         fix: replace size with #size
        """#),
    Mistake(
      text: #"any == 1"#, isStrict: true,
      message: #"""
        error: 'ANY' is a reserved word, write #any for the key
         | any == 1
         | ^^^
         fix: replace any with #any
        """#),
    Mistake(
      text: #"a.size == 1"#, isStrict: true,
      message: #"""
        error: 'SIZE' is a reserved word, write #size for the key
         | a.size == 1
         |   ^^^^
         fix: replace size with #size
        """#),
    Mistake(
      text: #"x IN (1, 2)"#, isStrict: true,
      message: #"""
        error: a list in parentheses is not portable, write {1, 2}
         | x IN (1, 2)
         |      ^^^^^^
         fix: replace (1, 2) with {1, 2}
        """#),
    Mistake(
      text: #"x IN [1, 2]"#, isStrict: true,
      message: #"""
        error: a list in brackets is not portable, write {1, 2}
         | x IN [1, 2]
         |      ^^^^^^
         fix: replace [1, 2] with {1, 2}
        """#),
    Mistake(
      text: #"{1, 2,} == x"#, isStrict: true,
      message: #"""
        error: a trailing comma is not portable
         | {1, 2,} == x
         |      ^
         fix: remove ,
        """#),
    Mistake(
      text: #"x == 1 // note"#,
      message: #"""
        error: '//' does not begin a comment, write /* … */
         | x == 1 // note
         |        ^^
        """#),
    Mistake(
      text: #"x == 1 /* note */"#, isStrict: true,
      message: #"""
        error: a comment is not portable
         | x == 1 /* note */
         |        ^^^^^^^^^^
         fix: remove /* note */
        """#),
    Mistake(text: "", message: "error: expected a predicate, the text is empty\n | \n | ^"),
    Mistake(
      text: #"isOpen"#, isStrict: true,
      message: #"""
        error: a value that stands for a predicate is not portable, write isOpen == TRUE
         | isOpen
         | ^^^^^^
         fix: replace isOpen with isOpen == TRUE
        """#),
    Mistake(
      text: #"x BETWEEN 1 AND 5"#, isStrict: true,
      message: #"""
        error: BETWEEN … AND … is not portable, write BETWEEN {1, 5}
         | x BETWEEN 1 AND 5
         |           ^^^^^^^
         fix: replace 1 AND 5 with {1, 5}
        """#),
    Mistake(
      text: #"größe == 1"#, isStrict: true,
      message: #"""
        error: a name outside ASCII is not portable, write %K and an argument
         | größe == 1
         | ^^^^^
        """#),
    Mistake(
      text: #"`a b` == 1"#, isStrict: true,
      message: #"""
        error: a key in backquotes is not portable, write %K and an argument
         | `a b` == 1
         | ^^^^^
        """#),
    Mistake(
      text: #"d > #2026-11-21#"#, isStrict: true,
      message: #"""
        error: a date literal is not portable, write %@ and an argument, or CAST(seconds, "NSDate")
         | d > #2026-11-21#
         |     ^^^^^^^^^^^^
        """#),
    Mistake(
      text: #"d > #2026-02-30#"#,
      message: #"""
        error: there is no such date or time
         | d > #2026-02-30#
         |     ^^^^^^^^^^^^
        """#),
    Mistake(
      text: #"d > #2026-2-3#"#,
      message: #"""
        error: a date literal is written #2026-11-21# or #2026-11-21T10:00:00Z#
         | d > #2026-2-3#
         |     ^^^^^^^^^^
        """#),
    Mistake(
      text: #"FETCH(a, b, c) == 1"#,
      message: #"""
        error: FETCH needs a database
         | FETCH(a, b, c) == 1
         | ^^^^^
        """#),
    Mistake(
      text: #"FUNCTION(a, b) == 1"#,
      message: #"""
        error: the selector has to be a constant string
         | FUNCTION(a, b) == 1
         |             ^
        """#),
    Mistake(
      text: #"sqr(4) == 2"#,
      message: #"""
        error: there is no function 'sqr', did you mean 'sqrt'?
         | sqr(4) == 2
         | ^^^
         fix: replace sqr with sqrt
        """#),
    Mistake(
      text: #"modulus(4, 2) == 2"#,
      message: #"""
        error: there is no function 'modulus', did you mean 'modulus:by:'?
         | modulus(4, 2) == 2
         | ^^^^^^^
         fix: replace modulus with modulus:by:
        """#),
    Mistake(
      text: #"sqrt(1, 2) == 1"#,
      message: #"""
        error: 'sqrt:' takes 1 argument, not 2
         | sqrt(1, 2) == 1
         | ^^^^
        """#),
    Mistake(
      text: #"now(1) == 1"#,
      message: #"""
        error: 'now' takes 0 arguments, not 1
         | now(1) == 1
         | ^^^
        """#),
    Mistake(
      text: #"sum() == 1"#,
      message: #"""
        error: 'sum:' takes at least 1 argument, not 0
         | sum() == 1
         | ^^^
        """#),
    Mistake(
      text: "x == 0x" + String(repeating: "f", count: 1001),
      message: #"""
        error: the integer has more than 1000 digits
         | x == 0xffffffffffffffffffffffffffffffffffffff…
         |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        """#),
    Mistake(
      text: #"x == 0x"#,
      message: #"""
        error: digits are missing
         | x == 0x
         |      ^^
        """#),
    Mistake(
      text: #"(a == 1) + 2 == 3"#,
      message: #"""
        error: a predicate is not a value
         | (a == 1) + 2 == 3
         | ^^^^^^^^
        """#),
    Mistake(
      text: #"a == 1)"#,
      message: #"""
        error: expected the end of the filter
         | a == 1)
         |       ^
        """#),
    Mistake(
      text: #"(a == 1"#,
      message: #"""
        error: expected ')'
         | (a == 1
         |        ^
        """#),
    Mistake(
      text: #"sqrt(4 == 2"#,
      message: #"""
        error: expected ')'
         | sqrt(4 == 2
         |        ^^
        """#),
    Mistake(
      text: #"a[0 == 1"#,
      message: #"""
        error: expected ']'
         | a[0 == 1
         |     ^^
        """#),
    Mistake(
      text: #"{1, 2 == 1"#,
      message: #"""
        error: expected '}'
         | {1, 2 == 1
         |       ^^
        """#),
    Mistake(
      text: #"a. == 1"#,
      message: #"""
        error: expected a key
         | a. == 1
         |    ^^
        """#),
    Mistake(
      text: #"x == @"#,
      message: #"""
        error: expected the name of a collection operator
         | x == @
         |      ^
        """#),
    Mistake(
      text: #"x == $"#,
      message: #"""
        error: expected the name of a variable
         | x == $
         |      ^
        """#),
    Mistake(
      text: #"x == 1;"#,
      message: #"""
        error: ';' has no meaning here
         | x == 1;
         |       ^
         fix: remove ;
        """#),
    Mistake(
      text: #"SUBQUERY(a, x, x == 1).@count == 1"#,
      message: #"""
        error: expected a variable such as $x
         | SUBQUERY(a, x, x == 1).@count == 1
         |             ^
        """#),
    Mistake(
      text: #"CAST(5) == 5"#,
      message: #"""
        error: expected ','
         | CAST(5) == 5
         |       ^
        """#),
    Mistake(
      text: #"TERNARY(a == 1, 2) == 1"#,
      message: #"""
        error: expected ','
         | TERNARY(a == 1, 2) == 1
         |                  ^
        """#),
    Mistake(
      text: #"x == 1 y == 2"#,
      message: #"""
        error: expected AND or OR
         | x == 1 y == 2
         |        ^
        """#),
    Mistake(
      text: #"x == "\ud800""#,
      message: #"""
        error: half of a surrogate pair is not a character
         | x == "\ud800"
         |       ^^^^^^
        """#),
    Mistake(
      text: #"`` == 1"#,
      message: #"""
        error: a key cannot be empty
         | `` == 1
         | ^^
        """#),
    Mistake(
      text: #"`a == 1"#,
      message: #"""
        error: the backquote is never closed
         | `a == 1
         | ^
        """#),
    Mistake(
      text: #"x == 1 /* note"#,
      message: #"""
        error: the comment is never closed
         | x == 1 /* note
         |        ^^
        """#),
    Mistake(
      text: #"NOT"#,
      message: #"""
        error: expected a predicate
         | NOT
         |    ^
        """#),
    Mistake(
      text: #"x IS NOT 1"#,
      message: #"""
        error: expected NULL
         | x IS NOT 1
         |          ^
        """#),
  ]
}
