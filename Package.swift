// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What is used only where the macros are asked for.
let macros = TargetDependencyCondition.when(traits: ["Macros"])

/// What is used only where SQLite is asked for.
let sqlite = TargetDependencyCondition.when(traits: ["SQLite"])

/// What is used only where PostgreSQL is asked for.
let postgreSQL = TargetDependencyCondition.when(traits: ["PostgreSQL"])

/// What is used only where a database is asked for.
let databases = TargetDependencyCondition.when(traits: ["SQLite", "PostgreSQL"])

// The privacy manifest of a target that uses an API for which Apple asks for a reason. Elsewhere it would be a folder
// beside each program.
let privacyManifest = "PrivacyInfo.xcprivacy"
#if os(macOS)
  let (privacyResources, privacyExcluded): ([Resource], [String]) = ([.copy(privacyManifest)], [])
#else
  let (privacyResources, privacyExcluded): ([Resource], [String]) = ([], [privacyManifest])
#endif

let package = Package(
  name: "filterable-results",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "FilterSyntax", targets: ["FilterSyntax"]),
    .library(name: "FilterEngine", targets: ["FilterEngine"]),
    .library(name: "FilterPlugins", targets: ["FilterPlugins"]),
    .library(name: "CFilterPlugin", targets: ["CFilterPlugin"]),
    .library(name: "FilterableResults", targets: ["FilterableResults"]),
    .library(name: "FilterableResultsUI", targets: ["FilterableResultsUI"]),
    .library(name: "FilterableResultsTesting", targets: ["FilterableResultsTesting"]),
    .library(name: "FilterMacros", targets: ["FilterMacros"]),
    .library(name: "FilterSQL", targets: ["FilterSQL"]),
    .library(name: "FilterableResultsSQL", targets: ["FilterableResultsSQL"]),
    .library(name: "FilterableResultsGRDB", targets: ["FilterableResultsGRDB"]),
    .library(name: "FilterableResultsPostgres", targets: ["FilterableResultsPostgres"]),
  ],
  traits: [
    .trait(
      name: "Macros",
      description: "Brings the product FilterMacros, for which swift-syntax is built."),
    .trait(
      name: "SQLite",
      description: "Brings the product FilterableResultsGRDB, for which GRDB is built."),
    .trait(
      name: "PostgreSQL",
      description: "Brings the product FilterableResultsPostgres, with the system's libpq."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"605.0.0"),
    .package(url: "https://github.com/groue/GRDB.swift", "7.10.0"..<"8.0.0"),
  ],
  targets: [
    // The PCRE2 library of the system, 8-bit code units: can be imported where its header is installed.
    .systemLibrary(name: "CPCRE2"),

    // The simdjson library of the system, behind a C interface.
    .target(
      name: "CSimdJSON", cxxSettings: [.define("NDEBUG")],
      linkerSettings: [.linkedLibrary("simdjson")]),

    // The libedit library of the system, behind a C interface.
    .target(name: "CLineEditor", linkerSettings: [.linkedLibrary("edit")]),

    // The zlib library of the system.
    .systemLibrary(
      name: "CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

    // Hints about memory that Swift has no words for.
    .target(name: "CMemoryHints"),

    // The part of Foundation that is used, and the C library of the platform, under one name.
    .target(name: "EssentialFoundation", swiftSettings: settings),

    // Text to tree: the grammar, its errors and both printed forms.
    .target(name: "FilterSyntax", swiftSettings: settings),

    // Tree to closures: values, fields, operators, functions and regular expressions.
    .target(
      name: "FilterEngine",
      dependencies: [
        "EssentialFoundation", "FilterSyntax", "CMemoryHints",
        .target(name: "CPCRE2", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: settings),

    // Values to numbers about them: sums, extremes, distinct values and counts, of groups of rows.
    .target(
      name: "FilterSummaries", dependencies: ["EssentialFoundation", "FilterEngine"],
      swiftSettings: settings),

    // Expands the macros within the compiler, an executable. It reads texts with the parser of the product.
    .macro(
      name: "FilterMacrosPlugin",
      dependencies: [
        "FilterSyntax",
        .target(name: "FilterEngine", condition: macros),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: macros),
        .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: macros),
        .product(name: "SwiftParser", package: "swift-syntax", condition: macros),
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: macros),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: macros),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: macros),
      ],
      swiftSettings: settings),

    // Field tables from properties and texts that the compiler reads: nothing without the trait Macros.
    .target(
      name: "FilterMacros",
      dependencies: [
        "FilterEngine", "FilterSyntax", .target(name: "FilterMacrosPlugin", condition: macros),
      ],
      swiftSettings: settings),

    // Closures to results: a store, grouped filters, sections, snapshots and exactly what changed.
    .target(
      name: "FilterableResults",
      dependencies: ["EssentialFoundation", "FilterSyntax", "FilterEngine", "FilterSummaries"],
      swiftSettings: settings),

    // Results in lists: adapters of list views, UIKit, AppKit, Combine, and a model for SwiftUI.
    .target(
      name: "FilterableResultsUI",
      dependencies: ["EssentialFoundation", "FilterEngine", "FilterableResults"],
      swiftSettings: settings),

    // For tests of apps: a list view that checks the rules of UIKit.
    .target(
      name: "FilterableResultsTesting",
      dependencies: ["FilterEngine", "FilterableResults", "FilterableResultsUI"],
      swiftSettings: settings),

    // The SQLite library of the system.
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),

    // The client library of PostgreSQL.
    .systemLibrary(
      name: "CLibPQ",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

    // Tree to SQL: what a database can test of a predicate, and what is left of it for the engine.
    .target(
      name: "FilterSQL", dependencies: ["EssentialFoundation", "FilterSyntax", "FilterEngine"],
      swiftSettings: settings),

    // Tables of databases: models of their catalogs, connections, and plans of requests. No driver.
    .target(
      name: "FilterTables",
      dependencies: ["EssentialFoundation", "FilterSyntax", "FilterEngine", "FilterSQL"],
      swiftSettings: settings),

    // Runs statements in SQLite, for the command line and for tests: nothing without the trait SQLite.
    .target(
      name: "FilterSQLite",
      dependencies: [
        "EssentialFoundation", "FilterSyntax", "FilterSQL", "FilterEngine", "FilterTables",
        .target(name: "CSQLite", condition: sqlite),
      ],
      swiftSettings: settings),

    // Rows of databases to items: tables, requests, and fetches that follow a database. No driver.
    .target(
      name: "FilterableResultsSQL",
      dependencies: [
        "EssentialFoundation", "FilterSyntax", "FilterEngine", "FilterSummaries", "FilterSQL",
        "FilterTables", "FilterableResults",
      ],
      swiftSettings: settings),

    // The hook of SQLite that is called before a row changes, looked for when the program starts.
    .target(name: "CSQLiteHooks"),

    // Databases of SQLite through GRDB: nothing without the trait SQLite.
    .target(
      name: "FilterableResultsGRDB",
      dependencies: [
        "EssentialFoundation", "FilterSyntax", "FilterEngine", "FilterSQL", "FilterSQLite",
        "FilterTables", "FilterableResults", "FilterableResultsSQL",
        .target(name: "CSQLite", condition: sqlite),
        .target(name: "CSQLiteHooks", condition: sqlite),
        .product(name: "GRDB", package: "GRDB.swift", condition: sqlite),
      ],
      exclude: privacyExcluded, resources: privacyResources, swiftSettings: settings),

    // Databases of PostgreSQL through libpq: nothing without the trait PostgreSQL.
    .target(
      name: "FilterableResultsPostgres",
      dependencies: [
        "EssentialFoundation", "FilterSyntax", "FilterEngine", "FilterSQL", "FilterTables",
        "FilterableResults", "FilterableResultsSQL",
        .target(name: "CLibPQ", condition: postgreSQL),
      ],
      swiftSettings: settings),

    // JSON text to filter values and back, numbers and members as written.
    .target(
      name: "FilterJSON",
      dependencies: ["EssentialFoundation", "FilterSyntax", "FilterEngine", "CSimdJSON"],
      swiftSettings: settings),

    // The C interface that plug-ins are written against, a header.
    .target(name: "CFilterPlugin"),

    // Shared objects to libraries: loads plug-ins and runs what they register.
    .target(
      name: "FilterPlugins",
      dependencies: ["EssentialFoundation", "FilterEngine", "FilterSyntax", "CFilterPlugin"],
      swiftSettings: settings),

    // The command line: one shot, check, functions, pipe and REPL.
    .target(
      name: "FrcQuery",
      dependencies: [
        "EssentialFoundation", "FilterSyntax", "FilterEngine", "FilterSummaries", "FilterJSON",
        "FilterPlugins", "FilterableResults", "CLineEditor", "CZlib",
        .target(name: "FilterSQL", condition: databases),
        .target(name: "FilterTables", condition: databases),
        .target(name: "FilterSQLite", condition: sqlite),
        .target(name: "FilterableResultsPostgres", condition: postgreSQL),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // The program: the command line, run by a process.
    .executableTarget(name: "frc-query", dependencies: ["FrcQuery"], swiftSettings: settings),

    // A library written outside the engine: geographic distance.
    .target(
      name: "GeoLibrary", dependencies: ["FilterEngine"], path: "samples/GeoLibrary",
      swiftSettings: settings),

    // A sample: what a results controller tells while someone searches.
    .executableTarget(
      name: "search-story", dependencies: ["FilterableResults", "FilterableResultsUI"],
      path: "samples/SearchStory", swiftSettings: settings),

    // The code of the README.
    .target(
      name: "GuideExamples",
      dependencies: [
        "FilterEngine", "FilterableResults", "FilterableResultsUI",
        .target(name: "SwiftUIStandIn", condition: .when(platforms: [.linux])),
      ],
      path: "samples/GuideExamples",
      swiftSettings: settings + [.define("LIST_VIEW_STAND_IN", .when(platforms: [.linux]))]),

    // The lists of SwiftUI as declared there, where it is not; they say what they show.
    .target(
      name: "SwiftUIStandIn", path: "Tests/SwiftUIStandIn", swiftSettings: settings),

    // What random tests share: numbers that a seed repeats, and predicates made of them.
    .target(
      name: "TestSupport", dependencies: ["FilterSyntax"], path: "Tests/TestSupport",
      swiftSettings: settings),

    // What matches regular expressions where PCRE2 does not, by a link to the engine's file.
    .target(
      name: "FoundationRegex", dependencies: ["FilterEngine"], path: "Tests/FoundationRegex",
      swiftSettings: settings + [.define("FOUNDATION_PROGRAM")]),

    // The generator of the engine's Unicode tables.
    .executableTarget(
      name: "unicode-tables", path: "Tests/UnicodeTables", swiftSettings: settings),

    .testTarget(
      name: "FilterSyntaxTests", dependencies: ["FilterSyntax", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "FilterEngineTests",
      dependencies: [
        "FilterEngine", "FoundationRegex", "GeoLibrary", "TestSupport", "unicode-tables",
      ],
      exclude: ["Policy/Estimates.txt", "Truth/Plans.txt"],
      swiftSettings: settings),
    // No dependency on the plug-in: SwiftPM would build all tests as tools of the host. Its own tests are
    // the package Tests/MacroExpansion.
    .testTarget(
      name: "FilterMacrosTests", dependencies: ["FilterMacros"],
      swiftSettings: settings),
    .testTarget(
      name: "FilterSummariesTests",
      dependencies: ["FilterEngine", "FilterSummaries", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "FilterJSONTests",
      dependencies: ["CSimdJSON", "FilterEngine", "FilterJSON", "TestSupport"],
      swiftSettings: settings),

    // What the tests of results share: a list view that throws where a rule is broken.
    .target(
      name: "ResultsTestSupport",
      dependencies: [
        "FilterableResults", "FilterableResultsTesting", "FilterableResultsUI", "TestSupport",
      ],
      path: "Tests/ResultsTestSupport", swiftSettings: settings),

    // All transitions between small worlds, to be run in a release build.
    .executableTarget(
      name: "small-worlds", dependencies: ["ResultsTestSupport", "TestSupport"],
      path: "Tests/SmallWorlds", swiftSettings: settings),

    // Whether limits of time and memory hold, by the clock, to be run in a release build.
    .executableTarget(
      name: "work-limits", dependencies: ["FilterEngine", "FilterSQLite", "TestSupport"],
      path: "Tests/WorkLimits", swiftSettings: settings),

    // The classes of UIKit and AppKit as declared there, where neither is; they ask their data source as those do.
    .target(
      name: "ListViewStandIn", dependencies: ["FilterableResults", "FilterableResultsTesting"],
      path: "Tests/ListViewStandIn", swiftSettings: settings),

    // The code for them, by links to folders of the library, which compiles it where they are.
    .target(
      name: "ListViewGlue",
      dependencies: [
        "FilterEngine", "FilterableResults", "FilterableResultsUI", "ListViewStandIn",
      ],
      path: "Tests/ListViewGlue", swiftSettings: settings + [.define("LIST_VIEW_STAND_IN")]),

    .testTarget(
      name: "ListViewGlueTests",
      dependencies: [
        "FilterableResults", "FilterableResultsTesting", "FilterableResultsUI", "ListViewGlue",
        "ListViewStandIn", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FilterableResultsTests",
      dependencies: [
        "FilterableResults", "FilterableResultsTesting", "FilterableResultsUI",
        "ResultsTestSupport", "TestSupport",
      ],
      exclude: ["Truth/Transcripts"], swiftSettings: settings),
    .testTarget(
      name: "FilterSQLTests",
      dependencies: [
        "FilterSQL", "FilterSQLite", "FilterSyntax", "FilterTables", "FilterEngine", "FilterJSON",
        "TestSupport", "FilterableResultsPostgres", "FilterableResultsSQL", "PostgreSQLSupport",
      ],
      exclude: ["Forms/Forms.txt", "Forms/Precisions.txt"],
      swiftSettings: settings),
    // A server of PostgreSQL for a test.
    .target(
      name: "PostgreSQLSupport", path: "Tests/PostgreSQLSupport", exclude: ["serve"],
      swiftSettings: settings),
    .testTarget(
      name: "FilterableResultsPostgresTests",
      dependencies: [
        "FilterEngine", "FilterSQL", "FilterSyntax", "FilterTables", "FilterableResults",
        "FilterableResultsSQL", "FilterableResultsPostgres", "FilterableResultsTesting",
        "PostgreSQLSupport", "ResultsTestSupport", "TestSupport", "postgres-faults",
      ],
      swiftSettings: settings),
    // Faults of servers, networks and schemas, during which followers of PostgreSQL must keep their promises.
    .executableTarget(
      name: "postgres-faults",
      dependencies: [
        "FilterEngine", "FilterSQL", "FilterableResults", "FilterableResultsSQL",
        "FilterableResultsPostgres", "FilterableResultsTesting", "FilterableResultsUI",
        "PostgreSQLSupport", "TestSupport",
      ],
      path: "Tests/PostgreSQLFaults", swiftSettings: settings),

    // Another process that writes to a database of SQLite, for tests.
    .executableTarget(
      name: "sqlite-script", dependencies: ["FilterSQLite", "FilterTables"],
      path: "Tests/SQLiteScript",
      swiftSettings: settings),

    .testTarget(
      name: "FilterableResultsSQLTests",
      dependencies: [
        "FilterEngine", "FilterSQL", "FilterSyntax", "FilterableResults", "FilterableResultsGRDB",
        "FilterableResultsPostgres", "FilterableResultsSQL", "FilterableResultsTesting",
        "PostgreSQLSupport", "ResultsTestSupport", "TestSupport",
        "sqlite-script",
        .product(name: "GRDB", package: "GRDB.swift", condition: sqlite),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "FilterEngine", "FilterJSON", "FilterMacros", "FoundationRegex", "GeoLibrary",
        "TestSupport",
      ],
      swiftSettings: settings),
    // A module of the main actor, as Xcode makes them.
    .testTarget(
      name: "DefaultIsolationTests", dependencies: ["FilterMacros", "FilterableResults"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "SnippetTests",
      dependencies: [
        "GuideExamples", "FilterableResults", "FilterableResultsTesting", "FilterableResultsUI",
      ],
      swiftSettings: settings),
    // What the tests of the tool share: runs in the process, at a terminal and in a shell.
    .target(
      name: "ToolTestSupport",
      dependencies: ["FilterEngine", "FilterSQL", "FilterSQLite", "FrcQuery", "TestSupport"],
      path: "Tests/ToolTestSupport", swiftSettings: settings),

    // Two modules, since the compiler uses one processor for each.
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "FrcQuery", "frc-query", "search-story", "CZlib", "FilterEngine", "FilterJSON",
        "FilterSQL", "FilterSummaries", "FilterSyntax", "TestSupport", "ToolTestSupport",
      ],
      exclude: ["Snapshots"],
      swiftSettings: settings),
    .testTarget(
      name: "SessionTests",
      dependencies: [
        "FrcQuery", "frc-query", "sqlite-script", "FilterEngine", "FilterJSON", "FilterSQL",
        "FilterSQLite", "FilterSummaries", "FilterSyntax", "FilterTables", "FilterableResults",
        "FilterableResultsPostgres", "PostgreSQLSupport", "ResultsTestSupport", "TestSupport",
        "ToolTestSupport",
      ],
      exclude: ["Sessions"],
      swiftSettings: settings),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "FilterSyntax", "FilterEngine", "FilterJSON", "FilterPlugins", "FilterableResults",
        "FilterableResultsTesting", "FilterableResultsUI", "CFilterPlugin", "FrcQuery",
        "ResultsTestSupport", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PluginTests",
      dependencies: [
        "FilterPlugins", "FilterEngine", "FilterJSON", "FrcQuery", "frc-query", "TestSupport",
      ],
      swiftSettings: settings),
  ],
  cxxLanguageStandard: .cxx17
)
