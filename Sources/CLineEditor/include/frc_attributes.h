// Extended attributes of files, including access control lists. The C libraries that Swift imports lack these calls.

#ifndef FRC_ATTRIBUTES_H
#define FRC_ATTRIBUTES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { frc_attributes_name_size = 256 };

typedef struct frc_attributes_failure {
  // The number of attributes that could not be copied.
  int count;

  // The first of them, and the error number.
  char name[frc_attributes_name_size];
  int error;
} frc_attributes_failure;

// Copies the access control list of the file at a path to another file, or removes the list if there is none.
//
// Until then only the owner may access the file: the mode of a file with a list is the most that the list permits, and
// without the list it would permit that to the group.
frc_attributes_failure frc_attributes_copy_access(const char *path, int descriptor);

// Copies all extended attributes of the file at a path. Capabilities are the rights of a program, and are copied only
// if
// `keeps_owner`.
frc_attributes_failure frc_attributes_copy(const char *path, int descriptor, int keeps_owner);

#ifdef __cplusplus
}
#endif

#endif
