#if SQLite
  import FilterEngine
  import FilterSQLite
  import FilterSyntax
  import TestSupport
  import Testing

  @testable import FilterSQL

  /// Functions of libraries that declare an expression of SQL, held against their bodies.
  @Suite struct LibraryFunctionTests {
    private static func failure(_ text: String) -> EvaluationError {
      EvaluationError(.kindMismatch, text)
    }

    private static func function(
      _ selector: String, _ parameters: [FilterKind?], _ result: FilterKind, _ sql: StaticString,
      isPure: Bool = true, _ body: @escaping @Sendable ([FilterValue]) -> FilterValue?
    ) -> FilterFunction {
      FilterFunction(
        selector, parameters: parameters, result: result, isPure: isPure, sql: ["SQLite": sql],
        documentation: FilterDocumentation("Tests.", example: "TRUEPREDICATE")
      ) { arguments, _ throws(EvaluationError) in
        guard let value = body(arguments) else { throw failure("\(selector) does not take this") }
        return value
      }
    }

    private static let functions = [
      function("byteCount:", [.string], .number, "length(CAST(? AS BLOB))") { arguments in
        guard case .string(let text) = arguments[0] else { return nil }
        return .int(Int64(text.utf8.count))
      },
      function("doubled:", [.number], .number, "?1 * 1.0 + ?1 * 1.0") { arguments in
        switch arguments[0] {
        case .int(let integer): .double(Double(integer) + Double(integer))
        case .double(let double): .double(double + double)
        default: nil
        }
      },
      function("joined:to:", [.string, .string], .string, "? || ?") { arguments in
        guard case .string(let left) = arguments[0], case .string(let right) = arguments[1] else {
          return nil
        }
        return .string(left + right)
      },
      function("swapped:with:", [.string, .string], .string, "?2 || ?1") { arguments in
        guard case .string(let left) = arguments[0], case .string(let right) = arguments[1] else {
          return nil
        }
        return .string(right + left)
      },
      function("isShort:", [.string], .boolean, "length(CAST(? AS BLOB)) < 3") { arguments in
        guard case .string(let text) = arguments[0] else { return nil }
        return .bool(text.utf8.count < 3)
      },
      function("isPositive:", [.number], .boolean, "? > 0") { arguments in
        switch arguments[0] {
        case .int(let integer): .bool(integer > 0)
        case .double(let double): .bool(double > 0)
        default: nil
        }
      },
      function("changing:", [.string], .number, "1", isPure: false) { _ in .int(1) },
    ]

    private static let libraries: FilterLibraries = [
      .standard, FilterLibrary(name: "tests", functions: functions),
    ]

    /// Which rows match and fail, by SQLite and the residual, unlike in memory.
    private static func difference(
      _ text: String, _ libraries: FilterLibraries, functions: Bool, isNegated: Bool,
      _ table: HostileTable, _ database: SQLiteDatabase
    ) throws -> (String?, SQLTranslation) {
      let filter = try FilterPredicate<FilterValue>(
        text: text, options: FilterOptions(libraries: libraries))
      let predicate: AST.Predicate =
        isNegated ? .not(AST.Negation(filter.syntax)) : filter.syntax
      let dialect = SQLDialect.sqlite(functions: functions)
      let translation = SQLTranslation(
        predicate, table: try HostileTable.declaration(dialect), dialect: dialect,
        options: FilterOptions(libraries: libraries))
      let select = SQLSelect(translation, columns: ["id"])
      let came = try database.rows(
        select.text, select.parameters, tests: translation.tests, [.integer]
      ).compactMap { if case .int(let id) = $0[0] { id } else { nil } }
      func outcome(_ predicate: AST.Predicate?, _ keys: [Int64]) throws -> [String] {
        guard let predicate else { return keys.map { "\($0)" } }
        let filter = try FilterPredicate<FilterValue>(
          predicate, options: FilterOptions(libraries: libraries))
        return keys.compactMap { key in
          do throws(EvaluationError) {
            return try filter.matches(table.values[Int(key) - 1]) ? "\(key)" : nil
          } catch { return "\(key) fails" }
        }
      }
      let found = try outcome(translation.residual, came)
      let expected = try outcome(predicate, table.items.indices.map { Int64($0 + 1) })
      return (found == expected ? nil : "\(select.text): \(found), not \(expected)", translation)
    }

    /// The predicates, and whether the database decides about them alone.
    private static let predicates: [(String, Bool)] = [
      ("byteCount(code) == 2", true), ("byteCount(code) != 2", true),
      ("byteCount(code) > 1.5", true),
      ("3 >= byteCount(code)", true), ("byteCount(code) BETWEEN {1, 2}", true),
      ("byteCount(code) IN {0, 1, 4}", true), ("byteCount(code) == nil", true),
      ("byteCount(name) > 1", false), ("byteCount(name) == nil", false),
      ("byteCount(owner.name) < 3", false), ("byteCount(code) == 9007199254740993", false),
      ("byteCount(code) == 'a'", false), ("byteCount(whole) == 1", false),
      ("byteCount('abc') == 3 AND byteCount(code) < 2", true),
      ("doubled(other) > 3", true), ("doubled(ratio) <= 4.5", false),
      ("doubled(`part \"x\"`) < 2", true),
      ("doubled(flag) == 2", false), ("joined:to:(code, 'x') == 'ax'", true),
      ("swapped:with:(code, 'x') == 'xa'", true), ("swapped:with:(code, code) != 'aa'", true),
      ("swapped:with:(code, name) BEGINSWITH[n] 'a'", false),
      ("swapped:with:(code, 'b') CONTAINS[n] 'ba'", true),
      ("swapped:with:(code, 'x') >[n] 'xb'", true),
      ("swapped:with:(code, 'x') IN {'xa', 'xb'}", true),
      ("byteCount(title) == 1", false), ("isShort(code) == TRUE", true),
      ("isShort(code) == FALSE", true),
      ("isShort(code) != 1", true),
      ("isPositive(other) == TRUE", true), ("isPositive(whole) == TRUE", false),
      ("changing(code) == 1", false), ("ANY orders.price > 2 AND byteCount(code) > 1", true),
      ("SUBQUERY(orders, $o, byteCount($o.label) > 1).@count > 0", false),
    ]

    @Test(arguments: predicates)
    func anExpressionHasTheAnswerOfTheBody(_ text: String, _ isExact: Bool) throws {
      let table = HostileTable(seed: RandomSearch.seed, rows: 40, .sqlite())
      let database = try table.sqlite()
      for functions in [false, true] {
        for isNegated in [false, true] {
          let (difference, translation) = try Self.difference(
            text, Self.libraries, functions: functions, isNegated: isNegated, table, database)
          #expect(difference == nil, "FRC_SEED=\(RandomSearch.seed)")
          #expect(functions || translation.isExact == isExact, "\(translation.where.text)")
        }
      }
    }

    /// A declaration that has another answer than the body is found by this comparison.
    @Test func aWrongExpressionIsFound() throws {
      let table = HostileTable(seed: 1, rows: 40, .sqlite())
      let database = try table.sqlite()
      let wrong: [(String, StaticString)] = [
        ("byteCount:", "length(?)"), ("isShort:", "length(?) < 4"), ("swapped:with:", "?1 || ?2"),
      ]
      for (selector, sql) in wrong {
        var function = try #require(Self.functions.first { $0.selector == selector })
        function.sql = ["SQLite": sql]
        let libraries: FilterLibraries = [
          .standard, FilterLibrary(name: "tests", functions: [function]),
        ]
        let name = selector.prefix { $0 != ":" }
        let isFound = try Self.predicates.contains { text, _ in
          guard text.hasPrefix(name) else { return false }
          return try Self.difference(
            text, libraries, functions: false, isNegated: false, table, database
          ).0 != nil
        }
        #expect(isFound, "\(sql)")
      }
    }

    @Test func placeholdersOfExpressionsAreArguments() throws {
      func text(_ expression: StaticString, _ arguments: [SQLText]) -> String? {
        guard let text = SQLText(expression: expression, arguments: arguments) else { return nil }
        var writer = SQLWriter(.sqlite(), usesAliases: false)
        writer.write(text)
        return writer.text + " \(writer.parameters.count)"
      }
      let (column, value): (SQLText, SQLText) = (
        SQLText(SQLColumnReference(alias: 0, name: "a\"?")), "\(SQLValue.integer(1))"
      )
      #expect(text("f(?, ?)", [column, value]) == #"(f("a""?", ?)) 1"#)
      #expect(text("?2 + ?1 + ?2", [column, value]) == #"(? + "a""?" + ?) 2"#)
      #expect(text("f()", []) == "(f()) 0")
      #expect(text("f(?, ?)", [column]) == nil && text("f(?0)", [column]) == nil)
      #expect(text("f(?3)", [column, value]) == nil && text("?2, ?", [column, value]) == nil)
    }
  }
#endif
