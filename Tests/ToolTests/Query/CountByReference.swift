/// Counts, sums and ranges by Python's numbers, dictionaries and fractions, beside the output of the program.
///
/// The arguments are the program, a seed, a folder and the formats to try.
enum CountByReference {
  static let script = #"""
    import json, math, random, sqlite3, subprocess, sys, unicodedata
    from fractions import Fraction

    program, seed, folder, formats = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4].split(",")
    dice = random.Random(seed)
    INTS = [0, 1, 2, -1, 7, 2**53, 2**53 + 1, 2**63 - 1, -2**63, 2**64, 10**30]
    FLOATS = [0.0, -0.0, 1.0, 2.5, 0.1, 0.2, 0.3, 1e308, 1e308, -1e308, 5e-324, 2.0**64, 1e-7, 3.0]
    TEXTS = ["1", "a", "A", "", "é", "e\u0301", "b\"x\n,", "NaN", "日本", "a" * 20, "x" * 300, "true"]
    OTHERS = [None, True, False, [], [1, 1.0, "a"], [[2], None], {"a": 1}, [True, 2, 2.0]]


    def json_value(dice, isFlat):
        kind = dice.randrange(10)
        if kind < 3: return dice.choice(INTS[:5] if isFlat else INTS)
        if kind < 6: return dice.choice(FLOATS[3:] if isFlat else FLOATS)
        if kind < 8 and not isFlat: return dice.choice(TEXTS)
        return None if isFlat else dice.choice(OTHERS)


    def rows(isFlat):
        result = []
        for _ in range(dice.randrange(120)):
            row = {"t": dice.choice(TEXTS[1:4] + TEXTS[4:7])}
            if isFlat:
                row["k"] = dice.choice([0, 1, 2, 3, None])
                row["v"] = json_value(dice, True)
            else:
                for key in "kv":
                    if dice.random() < 0.9: row[key] = json_value(dice, False)
            result.append(row)
        return result


    def frozen(value):
        if isinstance(value, list): return ("list",) + tuple(frozen(v) for v in value)
        if isinstance(value, dict): return ("object", frozenset((k, frozen(v)) for k, v in value.items()))
        return value


    def rank(value):
        return 2 if isinstance(value, bool) else 0 if isinstance(value, int) else 1


    def elements(value):
        if not isinstance(value, list): return [value]
        found = {}
        for element in value or [None]:
            key = frozen(element)
            if key not in found or spelled(element) < spelled(found[key]): found[key] = element
        return list(found.values())


    def spelled(value):
        return (rank(value) if isinstance(value, (int, float)) else 3, str(value))


    def order(value):
        if value is None: return (0,)
        if isinstance(value, (int, float)): return (1, Fraction(value))
        if isinstance(value, str): return (2, unicodedata.normalize("NFD", value), value.encode())
        return (3, 0 if isinstance(value, dict) else 1)


    def rounded(number):
        try: return float(number) + 0.0
        except OverflowError: return None


    def numbers(values):
        return [v for v in values if isinstance(v, (int, float))]


    def total(values):
        values = numbers(values)
        exact = sum(map(Fraction, values), Fraction(0))
        return rounded(exact) if any(isinstance(v, float) for v in values) else int(exact)


    def mean(values):
        values = numbers(values)
        return rounded(sum(map(Fraction, values), Fraction(0)) / len(values)) if values else None


    def extreme(values, kind, sign):
        values = [v for v in values if kind and isinstance(v, kind)]
        best = None
        for value in values:
            if best is None: best = value
            key, known = order(value)[:2], order(best)[:2]
            if key == known: better = (spelled(value) if kind != str else value.encode()) < (
                spelled(best) if kind != str else best.encode())
            else: better = key < known if sign < 0 else key > known
            if better: best = value
        return best


    def ranked(values, kind):
        values = [v for v in values if isinstance(v, kind)]
        spelling = (lambda v: v.encode()) if kind == str else spelled
        values.sort(key=lambda v: (order(v)[:2], spelling(v)))
        named = {}
        for value in values: named.setdefault(order(value)[:2], value)
        return [named[order(value)[:2]] for value in values]


    def median(values, kind):
        values = ranked(values, kind)
        if not values: return None
        low, high = values[(len(values) - 1) // 2], values[len(values) // 2]
        if kind == str or order(low) == order(high): return low
        return rounded((Fraction(low) + Fraction(high)) / 2)


    def percentile(values, kind, percent):
        values = ranked(values, kind)
        rank = max(math.ceil(Fraction(percent) * len(values) / 100), 1)
        return values[rank - 1] if values else None


    def expected(rows, keys):
        groups = {}
        for row in rows:
            combinations = [[]]
            for key in keys:
                combinations = [c + [e] for c in combinations for e in elements(row.get(key))]
            for values in combinations:
                names, members = groups.setdefault(tuple(map(frozen, values)), (list(values), []))
                for index, value in enumerate(values):
                    if spelled(value) < spelled(names[index]): names[index] = value
                members.append(row.get("v"))
        if not keys and not groups: groups[()] = ([], [])
        every = [row for _, members in groups.values() for row in members]
        counts = [(len(numbers(every)), 1), (sum(isinstance(v, str) for v in every), 0)]
        kind = (int, float) if counts[0] >= counts[1] else str
        result = []
        for names, members in groups.values():
            distinct = {frozen(e) for v in members for e in elements(v) if e is not None}
            result.append(names + [
                len(members), total(members), mean(members), extreme(members, kind, -1),
                extreme(members, kind, 1), len(distinct), median(members, kind),
                percentile(members, kind, "99.9"), percentile(members, kind, 30)])
        result.sort(key=lambda row: (-row[len(keys)], [order(v) for v in row[:len(keys)]]))
        return result


    def same(left, right):
        if isinstance(left, float) or isinstance(right, float):
            return isinstance(left, float) and isinstance(right, float) and left.hex() == right.hex()
        if isinstance(left, list) and isinstance(right, list):
            return len(left) == len(right) and all(map(same, left, right))
        return type(left) == type(right) and left == right


    def run(*arguments):
        done = subprocess.run([program, "TRUE", *arguments], capture_output=True)
        if done.returncode not in (0, 1): sys.exit("%s: %s" % (arguments, done.stderr.decode()))
        return [list(json.loads(line).values()) for line in done.stdout.decode().splitlines()]


    def write(rows, format):
        path = "%s/rows.%s" % (folder, format)
        if format == "jsonl":
            with open(path, "w") as file:
                for row in rows: file.write(json.dumps(row, ensure_ascii=dice.random() < 0.5) + "\n")
        elif format == "csv":
            with open(path, "w") as file:
                file.write("t,k,v\n")
                for row in rows:
                    text = '"%s"' % row["t"].replace('"', '""')
                    cells = [text] + ["" if row[c] is None else repr(row[c]) for c in "kv"]
                    file.write(",".join(cells) + "\n")
        else:
            database = sqlite3.connect(path)
            database.execute("DROP TABLE IF EXISTS rows")
            database.execute("CREATE TABLE rows (t TEXT COLLATE NOCASE, k INTEGER, v)")
            if dice.random() < 0.5:
                database.execute("CREATE INDEX rows_t ON rows (t COLLATE BINARY)")
                database.execute("CREATE INDEX rows_k ON rows (k)")
            database.executemany("INSERT INTO rows VALUES (:t, :k, :v)", rows)
            database.commit()
            database.close()
        return path


    ALL = ["--sum", "v", "--avg", "v", "--min", "v", "--max", "v", "--distinct", "v",
           "--median", "v", "--percentile", "v:99.9", "--percentile", "v:30"]
    for _ in range(4):
        isFlat = formats != ["jsonl"]
        table = rows(isFlat)
        for keys in [[], ["k"], ["t"], ["k", "t"]]:
            wanted = expected(table, keys)
            for format in formats:
                path = write(table, format)
                given = ["-o", "jsonl"] + (["--count-by", ",".join(keys)] if keys else [])
                found = run(*given, *ALL, path)
                # Quotes and infinities are null in JSON, and a cell without text is missing.
                if not same(found, wanted):
                    for pair in zip(found, wanted):
                        if not same(*pair): print("found %s\nwanted %s" % pair)
                    sys.exit("%d of %d groups by %s in %s, seed %d\n%s" % (
                        len(found), len(wanted), keys, path, seed, open(path, "rb").read()[:2000]))
                if keys:
                    counted = run(*given, path)
                    if not same(counted, [row[:len(keys) + 1] for row in wanted]):
                        sys.exit("counts by %s in %s, seed %d: %s" % (keys, path, seed, counted))
    """#
}
