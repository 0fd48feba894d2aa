#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#endif
