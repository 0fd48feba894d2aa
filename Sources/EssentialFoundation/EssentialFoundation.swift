// The part of Foundation that the modules use: dates, data, decimals, UUIDs, and the C library, which Foundation exports
// too. Where there is FoundationEssentials, a program does not link the rest of Foundation.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#elseif canImport(WASILibc)
  @_exported public import WASILibc
#elseif canImport(ucrt)
  @_exported public import ucrt
#endif
