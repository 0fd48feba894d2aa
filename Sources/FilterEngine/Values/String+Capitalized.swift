extension String {
  /// The text with the first letter of each word in title case and the others in lower case.
  ///
  /// A word ends at every character that is not a letter, except for marks and apostrophes.
  var capitalizedWords: String {
    var result = ""
    var isInsideWord = false
    for scalar in unicodeScalars {
      let properties = scalar.properties
      if properties.isCased {
        result += isInsideWord ? properties.lowercaseMapping : properties.titlecaseMapping
        isInsideWord = true
      } else {
        result.unicodeScalars.append(scalar)
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: break
        default: isInsideWord = isInsideWord && (scalar == "'" || scalar == "\u{2019}")
        }
      }
    }
    return result
  }
}
