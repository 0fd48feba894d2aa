// The part of Foundation that the modules use: dates, data, decimals and UUIDs. Where there is FoundationEssentials, a
// program does not link the rest of Foundation.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
