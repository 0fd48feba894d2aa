public import CFilterPlugin

/// The version of the interface that the plug-in is compiled with.
@c(frc_plugin_api_version)
public func pluginVersion() -> UInt32 { UInt32(FRC_PLUGIN_API_VERSION) }

/// Adds `@median` and the cast to `Roman`.
@c(frc_plugin_register)
public func register(
  _ api: UnsafePointer<frc_plugin_api>?, _ registry: OpaquePointer?
) -> Int32 {
  guard let api = api?.pointee else { return 1 }
  // The texts are copied by the program, so they need to live no longer than this.
  return "median".withCString { name in
    "The middle of the numbers, or the mean of the two; nil is skipped.".withCString { summary in
      "{5, 1, 3, nil}.@median.#self == 3".withCString { example in
        var entry = frc_collection_operator(
          name: name, summary: summary, example: example, takes_key: true, result: FRC_NUMBER,
          body: Median.body, user_data: nil, destroy: nil)
        return api.add_collection_operator(registry, &entry)
      }
    }
  }
    + "Roman".withCString { name in
      "A number from 1 to 3999 as a Roman numeral, or the number of one.".withCString { summary in
        "CAST(1990, \"Roman\") == \"MCMXC\" AND CAST(\"MCMXC\", \"Roman\") == 1990".withCString {
          example in
          var entry = frc_cast(
            name: name, summary: summary, example: example, result: FRC_ANY, body: Roman.body,
            user_data: nil, destroy: nil)
          return api.add_cast(registry, &entry)
        }
      }
    }
}
