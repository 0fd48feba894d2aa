import Testing

/// All tests, one after the other: one of them measures, and each has a server that wants the cores.
@Suite(.serialized) struct ServerTests {}
