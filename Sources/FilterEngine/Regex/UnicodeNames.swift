internal import FilterSyntax

/// Names of properties that PCRE2 spells differently or does not know.
///
/// Comparisons of names ignore case, spaces, hyphens and underscores.
enum UnicodeNames {
  /// The POSIX sets `[:name:]`.
  static let posix = Set(
    """
    alnum alpha ascii blank cntrl digit graph lower print punct space upper xdigit
    """.words)

  static let categories = [String: String](
    table: """
      any Any, assigned ^Cn, l L, letter L, lc L&, casedletter L&, lu Lu, uppercaseletter Lu, ll Ll,
      lowercaseletter Ll, lt Lt, titlecaseletter Lt, lm Lm, modifierletter Lm, lo Lo, otherletter Lo,
      m M, mark M, combiningmark M, mn Mn, nonspacingmark Mn, mc Mc, spacingmark Mc, me Me,
      enclosingmark Me, n N, number N, nd Nd, decimalnumber Nd, digit Nd, nl Nl, letternumber Nl,
      no No, othernumber No, p P, punctuation P, punct P, pc Pc, connectorpunctuation Pc, pd Pd,
      dashpunctuation Pd, ps Ps, openpunctuation Ps, pe Pe, closepunctuation Pe, pi Pi,
      initialpunctuation Pi, pf Pf, finalpunctuation Pf, po Po, otherpunctuation Po, s S, symbol S,
      sm Sm, mathsymbol Sm, sc Sc, currencysymbol Sc, sk Sk, modifiersymbol Sk, so So, othersymbol So,
      z Z, separator Z, zs Zs, spaceseparator Zs, zl Zl, lineseparator Zl, zp Zp,
      paragraphseparator Zp, c C, other C, cc Cc, control Cc, cntrl Cc, cf Cf, format Cf, cs Cs,
      surrogate Cs, co Co, privateuse Co, cn Cn, unassigned Cn
      """)

  /// PCRE2's binary properties, to distinguish them from scripts. PCRE2 knows the short names too.
  static let binaries = Set(
    """
    ahex alpha alphabetic asciihexdigit bidic bidicontrol bidim bidimirrored cased caseignorable
    changeswhencasefolded changeswhencasemapped changeswhenlowercased changeswhentitlecased
    changeswhenuppercased ci cwcf cwcm cwl cwt cwu dash defaultignorablecodepoint dep deprecated di
    dia diacritic ebase ecomp emod emoji emojicomponent emojimodifier emojimodifierbase
    emojipresentation epres ext extendedpictographic extender extpict graphemebase graphemeextend
    graphemelink grbase grext grlink hex hexdigit idc idcontinue ideo ideographic ids idsb
    idsbinaryoperator idst idstart idstrinaryoperator joinc joincontrol loe logicalorderexception
    lower lowercase math nchar noncharactercodepoint patsyn patternsyntax patternwhitespace patws
    pcm prependedconcatenationmark qmark quotationmark radical regionalindicator ri sd
    sentenceterminal softdotted space sterm term terminalpunctuation uideo unifiedideograph upper
    uppercase variationselector vs whitespace wspace xidc xidcontinue xids xidstart
    """.words)

  /// The most frequent blocks. PCRE2 does not know blocks.
  static let blocks = [String: String](
    table: """
      ascii 0 7F, basiclatin 0 7F, latin1 80 FF, latin1supplement 80 FF, latinextendeda 100 17F,
      latinextendedb 180 24F, ipaextensions 250 2AF, combiningdiacriticalmarks 300 36F, greek 370 3FF,
      greekandcoptic 370 3FF, cyrillic 400 4FF, armenian 530 58F, hebrew 590 5FF, arabic 600 6FF,
      devanagari 900 97F, bengali 980 9FF, tamil B80 BFF, thai E00 E7F, georgian 10A0 10FF,
      hanguljamo 1100 11FF, latinextendedadditional 1E00 1EFF, greekextended 1F00 1FFF,
      generalpunctuation 2000 206F, currencysymbols 20A0 20CF, letterlikesymbols 2100 214F,
      numberforms 2150 218F, arrows 2190 21FF, mathematicaloperators 2200 22FF, boxdrawing 2500 257F,
      miscellaneoussymbols 2600 26FF, dingbats 2700 27BF, cjksymbolsandpunctuation 3000 303F,
      hiragana 3040 309F, katakana 30A0 30FF, bopomofo 3100 312F, cjkunifiedideographs 4E00 9FFF,
      hangulsyllables AC00 D7AF, privateusearea E000 F8FF, halfwidthandfullwidthforms FF00 FFEF,
      emoticons 1F600 1F64F, miscellaneoussymbolsandpictographs 1F300 1F5FF,
      transportandmapsymbols 1F680 1F6FF
      """
  ).mapValues { bounds in
    let numbers = bounds.words.compactMap { UInt32($0, radix: 16) }
    return numbers[0]...numbers[1]
  }
}
