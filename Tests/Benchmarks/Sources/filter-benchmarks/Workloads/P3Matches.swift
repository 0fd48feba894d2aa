import FilterEngine

/// Regular expressions, beside nothing but PCRE2.
enum P3Matches: Workload {
  static let name = "P3"

  static func run(_ bench: Bench) throws {
    let items = bench.instances
    let names = NameBytes(items.map(\.name))
    for (pattern, target) in [
      ("web-[0-9]+9-prod", Target.ratio(0.6, reach: 0.35)),
      ("[a-z]+-[0-9]+9-[a-z]+", Target.ratio(1.2, reach: 1.05)),
    ] {
      let predicate = try FilterPredicate<Instance>("name MATCHES \(pattern)")
      guard let bare = BarePattern(pattern) else {
        bench.note("PCRE2 cannot compile \(pattern) here.")
        continue
      }
      try bench.compare(
        name, "name MATCHES '\(pattern)', count", beside: "bare pcre2_jit_match", target: target,
        items: items.count, ours: { try items.count(where: predicate) },
        peer: { bare.count(names) })
    }
  }
}
