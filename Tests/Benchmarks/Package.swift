// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "filter-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    // GRDB is built for database-benchmarks alone.
    .package(
      name: "filterable-results", path: "../..", traits: [.defaults, "SQLite", "PostgreSQL"]),
    .package(url: "https://github.com/groue/GRDB.swift", "7.10.0"..<"8.0.0"),
  ],
  targets: [
    // The PCRE2 library of the system, for the bare loop that MATCHES is measured beside.
    .systemLibrary(
      name: "CBenchmarkPCRE2",
      pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),

    // The client library of PostgreSQL, for loops by hand.
    .systemLibrary(
      name: "CBenchmarkLibPQ",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

    // Counts what a thread allocates, by standing in for malloc.
    .target(name: "CAllocationCounter"),

    // The workloads, each beside what it is measured against, and the table.
    .executableTarget(
      name: "filter-benchmarks",
      dependencies: [
        "CAllocationCounter", "CBenchmarkPCRE2",
        .product(name: "FilterEngine", package: "filterable-results"),
        .product(name: "FilterSyntax", package: "filterable-results"),
        .product(name: "FilterableResults", package: "filterable-results"),
      ],
      swiftSettings: settings),

    // The workloads of databases, with the harness of the others by links to its files.
    .executableTarget(
      name: "database-benchmarks",
      dependencies: [
        "CAllocationCounter", "CBenchmarkLibPQ",
        .product(name: "FilterEngine", package: "filterable-results"),
        .product(name: "FilterSQL", package: "filterable-results"),
        .product(name: "FilterSyntax", package: "filterable-results"),
        .product(name: "FilterableResults", package: "filterable-results"),
        .product(name: "FilterableResultsGRDB", package: "filterable-results"),
        .product(name: "FilterableResultsPostgres", package: "filterable-results"),
        .product(name: "FilterableResultsSQL", package: "filterable-results"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      exclude: ["Server/serve"],
      // For the server, which is a link to the one of the tests.
      swiftSettings: settings + [.define("PostgreSQL")]),
  ]
)
