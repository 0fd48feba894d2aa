#include "frc_attributes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void add_failure(frc_attributes_failure *failure, const char *name, int error) {
  if (failure->count++ > 0) return;
  failure->error = error;
  strncpy(failure->name, name, sizeof failure->name - 1);
}

#if defined(__APPLE__)

#include <copyfile.h>
#include <fcntl.h>
#include <unistd.h>

static frc_attributes_failure copy(const char *path, int descriptor, copyfile_flags_t flags, const char *name) {
  frc_attributes_failure failure = {0};
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fcopyfile(file, descriptor, NULL, flags) != 0) {
    if (errno != ENOENT && errno != ENOTSUP) add_failure(&failure, name, errno);
  }
  if (file >= 0) close(file);
  return failure;
}

frc_attributes_failure frc_attributes_copy_access(const char *path, int descriptor) {
  return copy(path, descriptor, COPYFILE_ACL, "the access control list");
}

frc_attributes_failure frc_attributes_copy(const char *path, int descriptor, int keeps_owner) {
  (void)keeps_owner;
  return copy(path, descriptor, COPYFILE_XATTR | COPYFILE_ACL, "one of all");
}

#elif defined(__linux__)

#include <sys/xattr.h>

static const char access_list[] = "system.posix_acl_access";

static int is_missing(int error) {
  return error == ENODATA || error == ENOENT || error == ENOTSUP;
}

// The value of an attribute of the file at a path, or of an open file if that is null; null for none. Freed by the
// caller.
static char *value_of(const char *path, int descriptor, const char *name, ssize_t *length) {
  while (1) {
    ssize_t size = path ? getxattr(path, name, NULL, 0) : fgetxattr(descriptor, name, NULL, 0);
    if (size < 0) return NULL;
    char *value = malloc(size > 0 ? (size_t)size : 1);
    if (value == NULL) return NULL;
    *length = path ? getxattr(path, name, value, size) : fgetxattr(descriptor, name, value, size);
    if (*length >= 0) return value;
    int error = errno;
    free(value);
    errno = error;
    // It became longer meanwhile.
    if (error != ERANGE) return NULL;
  }
}

static int has_value(int descriptor, const char *name, const char *value, ssize_t length) {
  ssize_t count = 0;
  char *own = value_of(NULL, descriptor, name, &count);
  int is_same = own != NULL && count == length && memcmp(own, value, (size_t)length) == 0;
  free(own);
  return is_same;
}

static void copy(const char *path, int descriptor, const char *name, frc_attributes_failure *failure) {
  ssize_t length = 0;
  char *value = value_of(path, -1, name, &length);
  if (value == NULL) {
    if (!is_missing(errno)) add_failure(failure, name, errno);
    return;
  }
  if (fsetxattr(descriptor, name, value, (size_t)length, 0) != 0) {
    int error = errno;
    // The system gives new files some, such as labels.
    if (!has_value(descriptor, name, value, length)) add_failure(failure, name, error);
  }
  free(value);
}

frc_attributes_failure frc_attributes_copy_access(const char *path, int descriptor) {
  frc_attributes_failure failure = {0};
  ssize_t size = getxattr(path, access_list, NULL, 0);
  if (size >= 0) {
    copy(path, descriptor, access_list, &failure);
  } else if (fremovexattr(descriptor, access_list) != 0 && !is_missing(errno)) {
    // The list that a folder gives to new files.
    add_failure(&failure, access_list, errno);
  }
  return failure;
}

// Whether an attribute is one of the old content, which the system checks.
static int is_of_content(const char *name) {
  return strcmp(name, "security.ima") == 0 || strcmp(name, "security.evm") == 0;
}

frc_attributes_failure frc_attributes_copy(const char *path, int descriptor, int keeps_owner) {
  frc_attributes_failure failure = {0};
  char *names = NULL;
  ssize_t length;
  do {
    free(names);
    names = NULL;
    ssize_t size = listxattr(path, NULL, 0);
    if (size > 0) names = malloc((size_t)size);
    length = names == NULL ? (size > 0 ? -1 : size) : listxattr(path, names, (size_t)size);
  } while (length < 0 && errno == ERANGE);
  if (length < 0 && !is_missing(errno)) add_failure(&failure, "all", errno);
  for (ssize_t start = 0; start < length; start += (ssize_t)strlen(names + start) + 1) {
    const char *name = names + start;
    if (strcmp(name, access_list) == 0 || is_of_content(name)) continue;
    if (!keeps_owner && strcmp(name, "security.capability") == 0) continue;
    copy(path, descriptor, name, &failure);
  }
  free(names);
  return failure;
}

#else

frc_attributes_failure frc_attributes_copy_access(const char *path, int descriptor) {
  (void)path, (void)descriptor;
  return (frc_attributes_failure){0};
}

frc_attributes_failure frc_attributes_copy(const char *path, int descriptor, int keeps_owner) {
  (void)path, (void)descriptor, (void)keeps_owner;
  return (frc_attributes_failure){0};
}

#endif
