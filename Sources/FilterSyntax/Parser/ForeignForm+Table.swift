extension ForeignForm {
  /// The forms of people and models that know SQL, CEL, JavaScript, Swift, Python, OData, searches or JSON.
  ///
  /// Where several fit, the first one that leads to a filter counts.
  static let all = forms(
    #"""
    ; $end →
    . $end →
    , $end →
    AND $end →
    OR $end →
    && $end →
    || $end →
    ^ AND →
    ^ OR →
    - - $b $end →
    AND also → AND
    AND then → AND
    OR else → OR
    AND AND → AND
    OR OR → OR
    ; AND → AND
    ; OR → OR
    ; $k → AND $k
    ; NOT → AND NOT
    ; ( → AND (
    , $k → AND $k
    , NOT → AND NOT
    plus → AND
    ^ $w => $b $end → <$b-$w>
    ^ ( $w ) => $b $end → <$b-$w>
    ^ lambda $w : $b $end → <$b-$w>
    ^ filter : $b $end → $b
    ^ filter = $b $end → $b
    ^ query : $b $end → $b
    ^ where : $b $end → $b
    ^ predicate : $b $end → $b
    ^ predicate = $b $end → $b
    ^ condition : $b $end → $b
    ^ select ( $b ) $end → $b
    ^ filter ( $b ) $end → $b
    ^ where ( $b ) $end → $b
    ^ $ [ ? ( $b ) ] → $b
    $ [ ? ( $b ) ] → ($b)
    SELECT * FROM $w WHERE →
    WHERE →
    select ( $b ) → ($b)
    $ 0 . →
    $ . →
    @ . →
    { $s : { "$gt" : $v } } → !$s > $v
    { $s : { "$gte" : $v } } → !$s >= $v
    { $s : { "$lt" : $v } } → !$s < $v
    { $s : { "$lte" : $v } } → !$s <= $v
    { $s : { "$eq" : $v } } → !$s == $v
    { $s : { "$ne" : $v } } → !$s != $v
    { $s : { "$in" : $v } } → !$s IN $v
    { $s : { "$regex" : $v } } → !$s MATCHES $v
    { "$and" : [ $b , $b2 ] } → ($b AND $b2)
    { "$or" : [ $b , $b2 ] } → ($b OR $b2)
    { "$not" : $b } → NOT $b
    { "and" : [ $b , $b2 ] } → ($b AND $b2)
    { "or" : [ $b , $b2 ] } → ($b OR $b2)
    { "op" : $s , "args" : [ { "property" : $s2 } , $v ] } → !$s2 ~$s $v
    { "field" : $s , "operator" : $s2 , "value" : $v } → !$s ~$s2 $v
    { "field" : $s , "op" : $s2 , "value" : $v } → !$s ~$s2 $v
    { "filter" : $s } → ~$s
    { "query" : $s } → ~$s
    { "where" : $s } → ~$s
    [ $s , $s2 , $v ] → !$s ~$s2 $v
    [ { $b } ] → { $b }
    { $s : $v , $s2 : $v2 } → !$s == $v AND !$s2 == $v2
    { $s : $v } → !$s == $v
    ^ [ $b ] $end → $b
    [ $b ] → ($b)
    ^ { $b } $end → $b
    $k : > $v → $k > $v
    $k : < $v → $k < $v
    $k : >= $v → $k >= $v
    $k : <= $v → $k <= $v
    $k : [ $v TO $v2 ] → $k BETWEEN {$v, $v2}
    $k : $v → $k == $v
    $k = gt = $v → $k > $v
    $k = ge = $v → $k >= $v
    $k = lt = $v → $k < $v
    $k = le = $v → $k <= $v
    $k = ne = $v → $k != $v
    $k = in = ( $b ) → $k IN {$b}
    CASE WHEN $b THEN $v ELSE $v2 END → TERNARY($b, $v, $v2)
    AND ( $b , $b2 ) → ($b AND $b2)
    OR ( $b , $b2 ) → ($b OR $b2)
    IF ( $b , $b2 , $b3 ) → TERNARY($b, $b2, $b3)
    IIF ( $b , $b2 , $b3 ) → TERNARY($b, $b2, $b3)
    ^ $b ? $b2 : $b3 $end → TERNARY($b, $b2, $b3)
    ( $b ? $b2 : $b3 ) → TERNARY($b, $b2, $b3)
    $k ?? $v → coalesce($k, $v)
    IFNULL ( → coalesce(
    ISNULL ( → coalesce(
    NVL ( → coalesce(
    contains ( $k , $v ) eq TRUE → $k CONTAINS $v
    startswith ( $k , $v ) eq TRUE → $k BEGINSWITH $v
    endswith ( $k , $v ) eq TRUE → $k ENDSWITH $v
    contains ( $k , $v ) → $k CONTAINS $v
    startswith ( $k , $v ) → $k BEGINSWITH $v
    starts_with ( $k , $v ) → $k BEGINSWITH $v
    endswith ( $k , $v ) → $k ENDSWITH $v
    ends_with ( $k , $v ) → $k ENDSWITH $v
    matches ( $k , $v ) → $k MATCHES $v
    substringof ( $v , $k ) → $k CONTAINS $v
    $k / any ( $w : $w2 $b ) → ANY $k $b
    $k / all ( $w : $w2 $b ) → ALL $k $b
    any ( $w $o $v OR $w2 in $k ) → ANY $k $o $v
    any ( $w $o $v for $w2 in $k ) → ANY $k $o $v
    all ( $w $o $v for $w2 in $k ) → ALL $k $o $v
    $v $o ANY ( $k ) → ANY $k $o $v
    $v $o ALL ( $k ) → ALL $k $o $v
    $k . contains ( where : { $ 0 $o $v } ) → ANY $k $o $v
    $k . #contains ( where : { $ 0 $o $v } ) → ANY $k $o $v
    $k . contains ( where : { $ 0 . $k2 $o $v } ) → ANY $k.$k2 $o $v
    $k . exists_one ( $w , $b ) → SUBQUERY($k, $$w, <$b|$w>).@count == 1
    $k . filter ( $w => $b ) . length → SUBQUERY($k, $$w, <$b|$w>).@count
    $k . filter ( $w => $b ) . size ( ) → SUBQUERY($k, $$w, <$b|$w>).@count
    $k . some ( $w => $b ) → SUBQUERY($k, $$w, <$b|$w>).@count > 0
    $k . any ( $w => $b ) → SUBQUERY($k, $$w, <$b|$w>).@count > 0
    $k . every ( $w => $b ) → SUBQUERY($k, $$w, NOT (<$b|$w>)).@count == 0
    $k . map ( $b ) . size ( ) → $k.@count
    $k . map ( $b ) . length → $k.@count
    $k . indexOf ( $v ) >= 0 → $k CONTAINS $v
    $k . indexOf ( $v ) != - 1 → $k CONTAINS $v
    $k . indexOf ( $v ) !== - 1 → $k CONTAINS $v
    $k . indexOf ( $v ) > - 1 → $k CONTAINS $v
    $k . indexOf ( $v ) == - 1 → NOT $k CONTAINS $v
    $k . find ( $v ) >= 0 → $k CONTAINS $v
    $k . equalsIgnoreCase ( $v ) → $k ==[c] $v
    $k . equals ( $v ) → $k == $v
    $k . trim ( ) → trim($k)
    $k . strip ( ) → trim($k)
    $k . toLowerCase ( ) . includes ( $v ) → $k CONTAINS[c] $v
    $k . lower ( ) . contains ( $v ) → $k CONTAINS[c] $v
    Math . →
    / $b / . test ( $k ) → $k MATCHES "$b"
    =~ / $b / → MATCHES "$b"
    MATCHES / $b / → MATCHES "$b"
    LOWER ( → lowercase(
    UPPER ( → uppercase(
    CHAR_LENGTH ( → length(
    strlen ( → length(
    int ( → number(
    float ( → number(
    double ( → number(
    parseInt ( → number(
    parseFloat ( → number(
    string ( $v ) → CAST($v, "NSString")
    str ( $v ) → CAST($v, "NSString")
    new Date ( $s ) → #~$s#
    timestamp ( $s ) → #~$s#
    ISODate ( $s ) → #~$s#
    Date ( $s ) → #~$s#
    datetime ( $s ) → #~$s#
    to_date ( $s ) → #~$s#
    DATE $s → #~$s#
    TIMESTAMP $s → #~$s#
    DATE ( $k ) → $k
    EXTRACT ( YEAR FROM $k ) → year($k)
    EXTRACT ( MONTH FROM $k ) → month($k)
    EXTRACT ( DAY FROM $k ) → day($k)
    EXTRACT ( HOUR FROM $k ) → hour($k)
    YEAR ( → year(
    MONTH ( → month(
    DAY ( → day(
    COUNT ( $k ) → $k.@count
    has ( $k ) → $k != nil
    exists ( $k ) → $k != nil
    :: $w →
    LIKE $v ESCAPE $v2 → LIKE $v
    SIMILAR TO → MATCHES
    NOT EQUAL → !=
    NOT EQUALS → !=
    ~* → MATCHES[c]
    MATCHES * → MATCHES[c]
    IS NOT None → != nil
    IS None → == nil
    IS NOT empty → != ''
    IS empty → == ''
    IS NOT $v → != $v
    IS equal to → ==
    == equal to → ==
    equal to → ==
    IS NOT equal to → !=
    greater than or equal to → >=
    less than or equal to → <=
    IS greater than → >
    IS less than → <
    == greater than → >
    == less than → <
    greater than → >
    less than → <
    IS at least → >=
    IS at most → <=
    == at least → >=
    == at most → <=
    starts with → BEGINSWITH
    begins with → BEGINSWITH
    ends with → ENDSWITH
    $k does not contain $v → NOT $k CONTAINS $v
    $k NOT contains $v → NOT $k CONTAINS $v
    $k NOT includes $v → NOT $k CONTAINS $v
    $k IS one of $v , $v2 → $k IN {$v, $v2}
    $k == one of $v , $v2 → $k IN {$v, $v2}
    IS one of → IN
    == one of → IN
    $n - $n2 - $n3 : $n4 : $n5 → #$n-$n2-$n3:$n4:$n5#
    after $s → > #~$s#
    before $s → < #~$s#
    after → >
    before → <
    $k $o $v AND $o2 $v2 → $k $o $v AND $k $o2 $v2
    $k $o $v OR $o2 $v2 → $k $o $v OR $k $o2 $v2
    $v $o $k $o2 $v2 → $v $o $k AND $k $o2 $v2
    == ( $v OR $v2 ) → IN {$v, $v2}
    = ( $v OR $v2 ) → IN {$v, $v2}
    $k == $v OR $s → $k IN {$v, $s}
    $k = $v OR $s → $k IN {$v, $s}
    f $s → $s
    INTERVAL $n DAY → $n * 86400
    INTERVAL $n HOUR → $n * 3600
    INTERVAL $n MINUTE → $n * 60
    $o $w $w2 → $o "$w $w2"
    """#)
}
