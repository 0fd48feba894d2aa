// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "observing",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "filterable-results", path: "../..", traits: ["Macros"])
  ],
  targets: [
    .executableTarget(
      name: "observing",
      dependencies: [
        .product(name: "FilterMacros", package: "filterable-results"),
        .product(name: "FilterableResults", package: "filterable-results"),
      ])
  ]
)
