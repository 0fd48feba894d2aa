// The pre-update hook of SQLite.
//
// A library that is built without SQLITE_ENABLE_PREUPDATE_HOOK lacks the hook, and <sqlite3.h> declares it only if that
// is defined. The program therefore looks up its functions when it runs.

#ifndef CSQLITEHOOKS_H
#define CSQLITEHOOKS_H

#include <stdbool.h>

struct sqlite3;
struct sqlite3_value;
struct frc_hook;

// Called before a row is inserted (18), deleted (9) or updated (23), with the rowids before and after the change.
typedef void (*frc_preupdate_callback)(
    void *context, struct sqlite3 *connection, int operation, const char *schema,
    const char *table, long long old_rowid, long long new_rowid);

// Whether the library has the hook.
bool frc_hooks_available(void);

// Creates a hook that calls a function; NULL if there is not enough memory.
struct frc_hook *frc_hook_create(frc_preupdate_callback callback, void *context);

// Frees a hook. No open connection may have it.
void frc_hook_free(struct frc_hook *hook);

// Sets the hook that a connection calls before each change of a row; NULL removes it. Returns whether another hook was
// replaced.
bool frc_hook_install(struct sqlite3 *connection, struct frc_hook *hook);

// Gets the value of a column before the change, within the callback of an update or a deletion. Returns a result code.
int frc_preupdate_old(struct sqlite3 *connection, int column, struct sqlite3_value **value);

// Gets the value of a column after the change, within the callback of an update or an insertion. Returns a result code.
int frc_preupdate_new(struct sqlite3 *connection, int column, struct sqlite3_value **value);

// Returns the index of the column that a blob handle writes, within the callback of the deletion that SQLite reports
// for such a write; negative for other changes.
int frc_preupdate_blobwrite(struct sqlite3 *connection);

#endif
