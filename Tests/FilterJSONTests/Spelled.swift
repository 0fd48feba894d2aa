import FilterEngine
import FilterJSON

extension FilterValue {
  /// All that there is to a value, its kind included; equal texts are the same value.
  var spelled: String { String(decoding: JSONWriter(style: .tagged).bytes(self), as: UTF8.self) }
}

/// The spelled value of a text, or what is wrong with it.
func outcome(_ text: [UInt8], _ reader: JSONReader = JSONReader()) -> String {
  do throws(JSONError) { return try reader.read(text).spelled } catch { return "bad: \(error)" }
}

func outcome(_ text: String, _ reader: JSONReader = JSONReader()) -> String {
  outcome(Array(text.utf8), reader)
}
