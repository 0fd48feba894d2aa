import TestSupport

extension PredicateVocabulary {
  /// The key paths of `PropertySample`.
  static let sample = PredicateVocabulary(
    numbers: [
      "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
      "float", "double", "maybeInt", "maybeInt8", "maybeDouble", "level", "maybeLevel", "computed",
      "flag", "maybeFlag", "pet.age", "maybePet.age", "pet.weight", "maybePet.weight", "stock.a",
      "decimal",
    ] + SampleMore.numbers,
    texts: [
      "text", "text", "other", "maybeText", "color", "code", "maybeColor", "maybeCode", "pet.name",
      "maybePet.name", "shout",
    ] + SampleMore.texts,
    dates: ["date", "maybeDate"],
    numberLists: ["ints", "doubles", "maybeInts", "pets.age", "pets.weight"]
      + SampleMore.numberLists,
    textLists: ["texts", "set", "pets.name", "pet.tags", "maybePet.tags"] + SampleMore.textLists,
    others: ["data", "uuid", "pet", "pets", "stock", "texts", "set"],
    strangers: ["text.length", "text.nonsense", "missing"],
    computedNumbers: [
      "ints.@sum.self", "ints.@max.self", "pets.@sum.age", "pets.@avg.weight", "pets.@min.age",
      "doubles.@avg.self", "maybeInts.@min.self", "pets.@count", "set.@count", "texts.@count",
      "maybePet.tags.@count", "text.length", "maybeText.length", "pets.name.@count",
      "stock.@count",
    ],
    computedTexts: [
      "text.uppercaseString", "maybeText.lowercaseString", "pet.name.uppercaseString",
    ],
    elements: [Elements("pets", keys: (number: "age", text: "name")), Elements("ints")],
    united: "ints", indexed: "texts")
}
