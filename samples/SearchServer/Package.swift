// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "search-server",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "filterable-results", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    // Tickets, the roles and their policies, the search, and its answers over HTTP.
    .target(
      name: "SearchServer",
      dependencies: [
        .product(name: "FilterEngine", package: "filterable-results"),
        .product(name: "FilterSyntax", package: "filterable-results"),
        .product(name: "FilterableResults", package: "filterable-results"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.embedInCode("page.html"), .embedInCode("filter-editor.js")],
      swiftSettings: settings),

    // Starts the server.
    .executableTarget(
      name: "search-server", dependencies: ["SearchServer"], path: "Sources/Main",
      swiftSettings: settings),

    .testTarget(
      name: "SearchServerTests", dependencies: ["SearchServer"], swiftSettings: settings),
  ]
)
