#include "CSQLiteHooks.h"

#include <stdlib.h>

typedef void *hook_function(struct sqlite3 *, frc_preupdate_callback, void *);
typedef int value_function(struct sqlite3 *, int, struct sqlite3_value **);
typedef int blob_function(struct sqlite3 *);

// The argument of the hook. The session extension of SQLite also uses the hook, and takes the argument of the one before
// for a session of its own. Zeros are a session that is not enabled, without a next one.
struct frc_hook {
  char session[1024];
  frc_preupdate_callback callback;
  void *context;
};

#if defined(__APPLE__)

// The linker of Apple's platforms rejects symbols that no library has, even if they are weak.
#include <dlfcn.h>

static hook_function *hook(void) {
  return (hook_function *)dlsym(RTLD_DEFAULT, "sqlite3_preupdate_hook");
}
static value_function *old_value(void) {
  return (value_function *)dlsym(RTLD_DEFAULT, "sqlite3_preupdate_old");
}
static value_function *new_value(void) {
  return (value_function *)dlsym(RTLD_DEFAULT, "sqlite3_preupdate_new");
}
static blob_function *blob_write(void) {
  return (blob_function *)dlsym(RTLD_DEFAULT, "sqlite3_preupdate_blobwrite");
}

#else

extern hook_function sqlite3_preupdate_hook __attribute__((weak));
extern value_function sqlite3_preupdate_old __attribute__((weak));
extern value_function sqlite3_preupdate_new __attribute__((weak));
extern blob_function sqlite3_preupdate_blobwrite __attribute__((weak));

static hook_function *hook(void) { return sqlite3_preupdate_hook; }
static value_function *old_value(void) { return sqlite3_preupdate_old; }
static value_function *new_value(void) { return sqlite3_preupdate_new; }
static blob_function *blob_write(void) { return sqlite3_preupdate_blobwrite; }

#endif

bool frc_hooks_available(void) {
  return hook() != 0 && old_value() != 0 && new_value() != 0;
}

struct frc_hook *frc_hook_create(frc_preupdate_callback callback, void *context) {
  struct frc_hook *created = calloc(1, sizeof(struct frc_hook));
  if (created != 0) {
    created->callback = callback;
    created->context = context;
  }
  return created;
}

void frc_hook_free(struct frc_hook *freed) { free(freed); }

static void call(
    void *argument, struct sqlite3 *connection, int operation, const char *schema,
    const char *table, long long old_rowid, long long new_rowid) {
  struct frc_hook *called = argument;
  called->callback(called->context, connection, operation, schema, table, old_rowid, new_rowid);
}

bool frc_hook_install(struct sqlite3 *connection, struct frc_hook *installed) {
  if (hook() == 0) {
    return false;
  }
  void *earlier = hook()(connection, installed == 0 ? 0 : call, installed);
  return earlier != 0 && earlier != installed;
}

// SQLITE_MISUSE is 21.
int frc_preupdate_old(struct sqlite3 *connection, int column, struct sqlite3_value **value) {
  return old_value() == 0 ? 21 : old_value()(connection, column, value);
}

int frc_preupdate_new(struct sqlite3 *connection, int column, struct sqlite3_value **value) {
  return new_value() == 0 ? 21 : new_value()(connection, column, value);
}

int frc_preupdate_blobwrite(struct sqlite3 *connection) {
  return blob_write() == 0 ? -1 : blob_write()(connection);
}
