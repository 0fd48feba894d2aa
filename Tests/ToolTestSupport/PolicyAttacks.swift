import Foundation

/// Rows, a policy that hides parts of them, and filters that try to read these.
package enum PolicyAttacks {
  package static let policy =
    #"{"version": 1, "keys": ["id", "title", "owner.name", "tags"], "variables": ["k"], "#
    + #""allowsAssignments": true}"#

  package static let rows = """
    {"id":1,"secret":"HIDDEN","id-title":"HIDDEN","title":"a","owner":{"name":"Ann","pin":"HIDDEN"},"tags":["x"],"note":"HIDDEN"}
    {"id":2,"secret":"HIDDEN","title":"b","owner":{"pin":"HIDDEN","name":"Bob"},"tags":["x","y"]}
    {"id":3,"titel":"HIDDEN","title":null,"owner":[{"name":"Cid","pin":"HIDDEN"}],"secret":5}

    """

  /// The same rows without what the policy hides.
  package static let permitted = """
    {"id":1,"title":"a","owner":{"name":"Ann"},"tags":["x"]}
    {"id":2,"title":"b","owner":{"name":"Bob"},"tags":["x","y"]}
    {"id":3,"title":null,"owner":[{"name":"Cid"}]}

    """

  package static let cells =
    "id,secret,title,note\n1,HIDDEN,a,HIDDEN\n2,HIDDEN,b,9\n3,HIDDEN,,x\n"
  package static let permittedCells = "id,title\n1,a\n2,b\n3,\n"

  /// Filters that read what is permitted, and each form of a read of what is hidden.
  package static let filters = [
    "TRUEPREDICATE", "FALSEPREDICATE", "id > 1", "title == 'a'", "NOT title == 'a'", "id == 'x'",
    "title > 1", "owner.name BEGINSWITH 'A'", "owner != nil", "ANY tags == 'y'", "tags.@count > 1",
    "titl == 'a'", "secret == 'HIDDEN'", "secre == 1", "owner.pin == 'HIDDEN'", "owner.pi == 1",
    "SELF.secret == 1", "SELF == nil", "SELF['secret'] == 1", "ANY {owner}.pin == 1",
    "SUBQUERY(owner, $o, $o.pin != nil).@count > 0", "($x := owner) != nil AND $x.pin == 1",
    "FUNCTION(SELF, 'objectForKey:', 'secret') == 1", "owner[FIRST] == 1", "owner == owner",
    "ANYKEY == 'HIDDEN'", "SELF.$k == 'HIDDEN'", "@secret == 1", "secret.@count == 1",
    "TERNARY(id == 1, owner, tags).pin == 1", "CAST(owner, 'NSString') CONTAINS 'HIDDEN'",
    "description CONTAINS 'HIDDEN'", "owner.description CONTAINS 'HIDDEN'", "id ==",
  ]

  /// Rows of two tenants, and a policy whose filter leaves those of one.
  package static let tenants = """
    {"id":1,"tenant":"ours","title":"a"}
    {"id":2,"tenant":"theirs","title":"HIDDEN"}
    {"id":3,"tenant":"ours","title":"b"}
    {"id":4,"tenant":7,"title":"HIDDEN"}
    {"id":5,"title":"HIDDEN"}

    """

  package static let always =
    #"{"version": 1, "keys": ["id", "title"], "always": "tenant == $tenant"}"#
}
