// Extended attributes of files, access control lists among them: the C libraries of Swift lack their calls.

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

// Gives a file the access control list of the file at a path, or none if that has none.
//
// The file is that user's alone until then: the mode of a file with a list says what the list may give at most, and
// would give that to the group without the list.
frc_attributes_failure frc_attributes_copy_access(const char *path, int descriptor);

// Gives a file all extended attributes of the file at a path. Capabilities are the rights of a program, and go along
// only if `keeps_owner`.
frc_attributes_failure frc_attributes_copy(const char *path, int descriptor, int keeps_owner);

#ifdef __cplusplus
}
#endif

#endif
