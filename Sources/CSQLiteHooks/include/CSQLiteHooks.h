// The pre-update hook of SQLite.
//
// A library that is built without SQLITE_ENABLE_PREUPDATE_HOOK lacks it, and <sqlite3.h> declares it only where
// that is defined. So its functions are looked for when the program runs.

#ifndef CSQLITEHOOKS_H
#define CSQLITEHOOKS_H

#include <stdbool.h>

struct sqlite3;
struct sqlite3_value;
struct frc_hook;

// Called before a row is inserted (18), deleted (9) or updated (23), with its rowid before and after.
typedef void (*frc_preupdate_callback)(
    void *context, struct sqlite3 *connection, int operation, const char *schema,
    const char *table, long long old_rowid, long long new_rowid);

// Whether the library has the hook.
bool frc_hooks_available(void);

// Creates a hook that calls a function; NULL if memory is short.
struct frc_hook *frc_hook_create(frc_preupdate_callback callback, void *context);

// Frees a hook, which no open connection may have.
void frc_hook_free(struct frc_hook *hook);

// Sets the hook that a connection calls before each change of a row; NULL removes it. Returns whether another hook was
// replaced.
bool frc_hook_install(struct sqlite3 *connection, struct frc_hook *hook);

// The value of a column before the change, within the callback of an update or a deletion. Gives a result code.
int frc_preupdate_old(struct sqlite3 *connection, int column, struct sqlite3_value **value);

// The value of a column after the change, within the callback of an update or an insertion. Gives a result code.
int frc_preupdate_new(struct sqlite3 *connection, int column, struct sqlite3_value **value);

// The index of the column of which bytes are written through a blob handle, within the callback of the deletion as
// which SQLite reports that; negative for other changes.
int frc_preupdate_blobwrite(struct sqlite3 *connection);

#endif
