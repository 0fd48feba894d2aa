#include "CSQLiteHooks.h"

typedef void *hook_function(struct sqlite3 *, frc_preupdate_callback, void *);
typedef int value_function(struct sqlite3 *, int, struct sqlite3_value **);

#if defined(__APPLE__)

// The linker of Apple's platforms refuses what no library has, even if it is weak.
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

#else

extern hook_function sqlite3_preupdate_hook __attribute__((weak));
extern value_function sqlite3_preupdate_old __attribute__((weak));
extern value_function sqlite3_preupdate_new __attribute__((weak));

static hook_function *hook(void) { return sqlite3_preupdate_hook; }
static value_function *old_value(void) { return sqlite3_preupdate_old; }
static value_function *new_value(void) { return sqlite3_preupdate_new; }

#endif

bool frc_hooks_available(void) {
  return hook() != 0 && old_value() != 0 && new_value() != 0;
}

void frc_set_preupdate_hook(
    struct sqlite3 *connection, frc_preupdate_callback callback, void *context) {
  if (hook() != 0) {
    hook()(connection, callback, context);
  }
}

// SQLITE_MISUSE is 21.
int frc_preupdate_old(struct sqlite3 *connection, int column, struct sqlite3_value **value) {
  return old_value() == 0 ? 21 : old_value()(connection, column, value);
}

int frc_preupdate_new(struct sqlite3 *connection, int column, struct sqlite3_value **value) {
  return new_value() == 0 ? 21 : new_value()(connection, column, value);
}
