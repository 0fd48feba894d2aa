internal import EssentialFoundation
internal import FilterEngine

extension TimeZone {
  /// A time zone of the system, such as `Europe/Berlin`.
  static func named(_ name: String) throws(ToolError) -> TimeZone {
    do throws(EvaluationError) {
      return try NamedTimeZone.find(name)
    } catch {
      throw .message(error.message)
    }
  }
}
