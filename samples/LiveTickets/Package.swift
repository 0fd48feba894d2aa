// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "live-tickets",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "filterable-results", path: "../..", traits: ["SQLite", "PostgreSQL"]),
    .package(url: "https://github.com/groue/GRDB.swift", "7.10.0"..<"8.0.0"),
  ],
  targets: [
    .executableTarget(
      name: "live-tickets",
      dependencies: [
        .product(name: "FilterEngine", package: "filterable-results"),
        .product(name: "FilterableResults", package: "filterable-results"),
        .product(name: "FilterableResultsGRDB", package: "filterable-results"),
        .product(name: "FilterableResultsPostgres", package: "filterable-results"),
        .product(name: "FilterableResultsSQL", package: "filterable-results"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ], path: "Sources/LiveTickets")
  ]
)
