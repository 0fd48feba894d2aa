internal import FilterSyntax

/// The help of a filter: its options by what they are for, a line each. The manual page explains all of them.
enum FilterHelp {
  /// The options that only the manual page has.
  static let inManualOnly: Set<String> = [
    "--byte-limit", "--errors", "--lock-timeout", "--lookup", "--max-groups", "--plugin",
    "--step-limit", "--strict", "--time-limit", "--help", "--version",
  ]

  /// The help, for a screen of 80 columns. `commands` are the lines of the other subcommands.
  static func text(commands: String) -> String {
    let usage = FilterCommand.usage.joined(separator: "\n       ")
    return #"""
      \#(RootCommand.abstract)

      USAGE: \#(usage)

      EXAMPLES
        frc-query "age > 30 AND name BEGINSWITH[c] 'a'" people.json
        frc-query "price BETWEEN {10, 20}" --sort price:desc --limit 5 shop.csv
        frc-query TRUE --count-by city --avg age people.json

      PREDICATES
        ==  !=  <  <=  >  >=  BETWEEN {1, 5}  IN {'a', 'b'}  AND  OR  NOT  ( )
        BEGINSWITH  ENDSWITH  CONTAINS[cd]  LIKE 'a*?'  MATCHES '[0-9]+'
        ANY tags == 'a'  tags.@count > 1  owner.name  tags[0]  `user-id`  'text'

      INPUT
        -f, --file <file>           the predicate is in a file
        -i, --input <format>        jsonl, json, values, csv, tsv or lines; else found
        --delimiter <character>     between the cells of CSV; else found in the header
        --no-header                 CSV and TSV have none: columns are 1, 2, …
        --rows <path>               inside of JSON: Items, a[].b[] or a{}
        --table <name>              the table of a database that has several
        --skip-errors               pass over bad rows and files, and count them

      OUTPUT
        -o, --output <format>  -r   jsonl, table, json, csv, tsv, markdown, text (-r)
        -s, --select <[name=]x,…>   these columns only, as in name,total=price*count
        --sort <x[:desc],…>         the order of the rows
        --section <x>               rows in sections
        --unique <x>                the first row of each value
        --limit-by <x:n>            the first n rows of each value
        --limit <n>  --offset <n>   at most n rows, without the first n
        -v, --invert                the rows that do not match
        -H, --with-filename  -n, --line-number   where each row comes from
        --wide  --crlf  --bom       whole tables; CSV and TSV with CR LF, with a mark
        -q, --quiet                 no notes, only errors

      COUNT
        -c, --count                 the number of rows
        --count-by <x,…>            how many rows have each value
        --histogram <x[:width]>     how many rows are in each range, as in time:month
        --zone <zone>               the time zone of its days and hours
        --sum <x>  --avg <x>  --min <x>  --max <x>  --distinct <x>   of each group
        --median <x>  --percentile <x:95>   values in the middle, and at a rank

      VALUES
        --types <key=kind,…>        what keys hold, as in time=date,p=number:1.234,56
        --arg <text>                the next %@ as a text, or a list with @FILE
        --arg-json <value>          the next %@ as a value of JSON
        --arg-date <[name=]date>    the next %@, or the value of $name, as a date
        --var <name=value>          the value of $name
        --policy <file>             what the predicate may read, and rows may show

      EXPLAIN
        --why                       why the first row does not match
        --explain                   how the predicate is evaluated; no rows are read

      COMMANDS
      \#(commands)

      <x> is a key path or expression. All options: frc-query manual | man -l -

      """#
  }
}
