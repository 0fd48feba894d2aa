import FilterEngine
import Foundation

extension JSONDecoder {
  /// A decoder of filters that the tests have written.
  static var ofFilters: JSONDecoder {
    let decoder = JSONDecoder()
    if let key = CodingUserInfoKey.filterPolicy {
      decoder.userInfo[key] = FilterPolicy.unrestricted
    }
    return decoder
  }
}
