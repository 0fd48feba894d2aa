extension StandardFunctions {
  /// The functions of the operators `+ - * / **`, and `modulus:by:`, which has no operator.
  static let arithmetic: [FilterFunction] = [
    binary(
      "add:to:", "The sum of two numbers, as by `+`.", "add:to:(1, 2) == 3", FilterArithmetic.add
    ).doing(.sum),
    binary(
      "from:subtract:", "The first number less the second, as by `-`.", "from:subtract:(5, 2) == 3",
      FilterArithmetic.subtract
    ).doing(.difference),
    binary(
      "multiply:by:", "The product of two numbers, as by `*`.", "multiply:by:(2, 3) == 6",
      FilterArithmetic.multiply
    ).doing(.product),
    binary(
      "divide:by:", "The quotient of two numbers, as by `/`: integers are cut towards zero.",
      "divide:by:(10, 4) == 2", FilterArithmetic.divide
    ).doing(.quotient).losing(),
    binary(
      "modulus:by:", "What a division leaves, with the sign of the first number.",
      "modulus:by:(17, 5) == 2", FilterArithmetic.modulus
    ).doing(.remainder),
    binary(
      "raise:toPower:", "A power, as by `**`; always a double.", "raise:toPower:(2, 10) == 1024",
      FilterArithmetic.power
    ).doing(.power),
    unary(
      "abs:", .number, .number, "The distance of a number from zero.", "abs(-12) == 12",
      FilterArithmetic.absolute
    ).doing(.magnitude),
  ]

  /// The bits of 64-bit integers.
  static let bits: [FilterFunction] = [
    binary(
      "bitwiseAnd:with:", "The bits that both integers have, as by `&`.",
      "bitwiseAnd:with:(12, 10) == 8", FilterArithmetic.bitwiseAnd
    ).doing(.bitAnd),
    binary(
      "bitwiseOr:with:", "The bits that one of the integers has, as by `|`.",
      "bitwiseOr:with:(12, 10) == 14", FilterArithmetic.bitwiseOr
    ).doing(.bitOr),
    binary(
      "bitwiseXor:with:", "The bits that only one of the integers has, as by `^`.",
      "bitwiseXor:with:(12, 10) == 6", FilterArithmetic.bitwiseXor
    ).doing(.bitXor),
    binary(
      "leftshift:by:", "The bits moved up by 0 to 63 places, as by `<<`.",
      "leftshift:by:(5, 2) == 20", FilterArithmetic.shiftLeft
    ).doing(.shiftLeft),
    binary(
      "rightshift:by:", "The bits moved down by 0 to 63 places, as by `>>`; the sign stays.",
      "rightshift:by:(20, 2) == 5", FilterArithmetic.shiftRight
    ).doing(.shiftRight),
    unary(
      "onesComplement:", .number, .number, "Every bit of an integer turned over.",
      "onesComplement(20) == -21", FilterArithmetic.complement
    ).doing(.complement),
  ]
}
