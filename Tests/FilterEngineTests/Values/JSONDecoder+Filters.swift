import FilterEngine
import Foundation

extension JSONDecoder {
  /// A decoder that accepts every filter.
  static var ofFilters: JSONDecoder {
    let decoder = JSONDecoder()
    if let key = CodingUserInfoKey.filterPolicy {
      decoder.userInfo[key] = FilterPolicy.unrestricted
    }
    return decoder
  }
}
