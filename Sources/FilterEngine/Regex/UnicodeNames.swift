/// Names of properties that PCRE2 spells differently or does not know.
///
/// Comparisons of names ignore case, spaces, hyphens and underscores.
enum UnicodeNames {
  /// The POSIX sets `[:name:]`.
  static let posix: Set<String> = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
    "space", "upper", "xdigit",
  ]

  static let categories: [String: String] = [
    "any": "Any", "assigned": "^Cn", "l": "L", "letter": "L", "lc": "L&",
    "casedletter": "L&", "lu": "Lu", "uppercaseletter": "Lu", "ll": "Ll",
    "lowercaseletter": "Ll", "lt": "Lt", "titlecaseletter": "Lt", "lm": "Lm",
    "modifierletter": "Lm", "lo": "Lo", "otherletter": "Lo", "m": "M", "mark": "M",
    "combiningmark": "M", "mn": "Mn", "nonspacingmark": "Mn", "mc": "Mc", "spacingmark": "Mc",
    "me": "Me", "enclosingmark": "Me", "n": "N", "number": "N", "nd": "Nd",
    "decimalnumber": "Nd", "digit": "Nd", "nl": "Nl", "letternumber": "Nl", "no": "No",
    "othernumber": "No", "p": "P", "punctuation": "P", "punct": "P", "pc": "Pc",
    "connectorpunctuation": "Pc", "pd": "Pd", "dashpunctuation": "Pd", "ps": "Ps",
    "openpunctuation": "Ps", "pe": "Pe", "closepunctuation": "Pe", "pi": "Pi",
    "initialpunctuation": "Pi", "pf": "Pf", "finalpunctuation": "Pf", "po": "Po",
    "otherpunctuation": "Po", "s": "S", "symbol": "S", "sm": "Sm", "mathsymbol": "Sm",
    "sc": "Sc", "currencysymbol": "Sc", "sk": "Sk", "modifiersymbol": "Sk", "so": "So",
    "othersymbol": "So", "z": "Z", "separator": "Z", "zs": "Zs", "spaceseparator": "Zs",
    "zl": "Zl", "lineseparator": "Zl", "zp": "Zp", "paragraphseparator": "Zp", "c": "C",
    "other": "C", "cc": "Cc", "control": "Cc", "cntrl": "Cc", "cf": "Cf", "format": "Cf",
    "cs": "Cs", "surrogate": "Cs", "co": "Co", "privateuse": "Co", "cn": "Cn",
    "unassigned": "Cn",
  ]

  /// PCRE2's binary properties, to distinguish them from scripts. PCRE2 knows the short names too.
  static let binaries: Set<String> = [
    "ahex", "alpha", "alphabetic", "asciihexdigit", "bidic", "bidicontrol", "bidim",
    "bidimirrored", "cased", "caseignorable", "changeswhencasefolded", "changeswhencasemapped",
    "changeswhenlowercased", "changeswhentitlecased", "changeswhenuppercased", "ci", "cwcf",
    "cwcm", "cwl", "cwt", "cwu", "dash", "defaultignorablecodepoint", "dep", "deprecated", "di",
    "dia", "diacritic", "ebase", "ecomp", "emod", "emoji", "emojicomponent", "emojimodifier",
    "emojimodifierbase", "emojipresentation", "epres", "ext", "extendedpictographic", "extender",
    "extpict", "graphemebase", "graphemeextend", "graphemelink", "grbase", "grext", "grlink",
    "hex", "hexdigit", "idc", "idcontinue", "ideo", "ideographic", "ids", "idsb",
    "idsbinaryoperator", "idst", "idstart", "idstrinaryoperator", "joinc", "joincontrol", "loe",
    "logicalorderexception", "lower", "lowercase", "math", "nchar", "noncharactercodepoint",
    "patsyn", "patternsyntax", "patternwhitespace", "patws", "pcm",
    "prependedconcatenationmark", "qmark", "quotationmark", "radical", "regionalindicator",
    "ri", "sd", "sentenceterminal", "softdotted", "space", "sterm", "term",
    "terminalpunctuation", "uideo", "unifiedideograph", "upper", "uppercase",
    "variationselector", "vs", "whitespace", "wspace", "xidc", "xidcontinue", "xids",
    "xidstart",
  ]

  /// The most frequent blocks. PCRE2 does not know blocks.
  static let blocks: [String: ClosedRange<UInt32>] = [
    "ascii": 0x0...0x7F, "basiclatin": 0x0...0x7F, "latin1": 0x80...0xFF,
    "latin1supplement": 0x80...0xFF, "latinextendeda": 0x100...0x17F,
    "latinextendedb": 0x180...0x24F, "ipaextensions": 0x250...0x2AF,
    "combiningdiacriticalmarks": 0x300...0x36F, "greek": 0x370...0x3FF,
    "greekandcoptic": 0x370...0x3FF, "cyrillic": 0x400...0x4FF, "armenian": 0x530...0x58F,
    "hebrew": 0x590...0x5FF, "arabic": 0x600...0x6FF, "devanagari": 0x900...0x97F,
    "bengali": 0x980...0x9FF, "tamil": 0xB80...0xBFF, "thai": 0xE00...0xE7F,
    "georgian": 0x10A0...0x10FF, "hanguljamo": 0x1100...0x11FF,
    "latinextendedadditional": 0x1E00...0x1EFF, "greekextended": 0x1F00...0x1FFF,
    "generalpunctuation": 0x2000...0x206F, "currencysymbols": 0x20A0...0x20CF,
    "letterlikesymbols": 0x2100...0x214F, "numberforms": 0x2150...0x218F,
    "arrows": 0x2190...0x21FF, "mathematicaloperators": 0x2200...0x22FF,
    "boxdrawing": 0x2500...0x257F, "miscellaneoussymbols": 0x2600...0x26FF,
    "dingbats": 0x2700...0x27BF, "cjksymbolsandpunctuation": 0x3000...0x303F,
    "hiragana": 0x3040...0x309F, "katakana": 0x30A0...0x30FF, "bopomofo": 0x3100...0x312F,
    "cjkunifiedideographs": 0x4E00...0x9FFF, "hangulsyllables": 0xAC00...0xD7AF,
    "privateusearea": 0xE000...0xF8FF, "halfwidthandfullwidthforms": 0xFF00...0xFFEF,
    "emoticons": 0x1F600...0x1F64F,
    "miscellaneoussymbolsandpictographs": 0x1F300...0x1F5FF,
    "transportandmapsymbols": 0x1F680...0x1F6FF,
  ]
}
