// A line editor over libedit, and the flag that Ctrl-C sets.
//
// libedit's functions take variable arguments and its callbacks are plain functions: neither is for
// Swift. Nothing here is for two threads but `frc_interrupted`.

#ifndef FRC_EDITOR_H
#define FRC_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct frc_editor frc_editor;

typedef enum frc_editor_result {
  FRC_EDITOR_LINE,         // a line was typed
  FRC_EDITOR_INTERRUPTED,  // Ctrl-C: the line is gone
  FRC_EDITOR_END,          // Ctrl-D, or nothing to read any more
} frc_editor_result;

typedef struct frc_editor_callbacks {
  void *context;

  // Tab: the line in UTF-8, and the bytes before the cursor. May insert text and show a listing.
  void (*complete)(void *context, frc_editor *editor, const char *line, size_t cursor);

  // Called about every `interval` milliseconds while nothing is typed, if that is positive.
  void (*idle)(void *context, frc_editor *editor);
  int interval;
} frc_editor_callbacks;

// An editor at standard input and output; null where there can be none.
frc_editor *frc_editor_create(const char *program, int history_size);
void frc_editor_destroy(frc_editor *editor);

// Reads a line without its end; `*line` is valid until the next call.
frc_editor_result frc_editor_read(
    frc_editor *editor, const char *prompt, const frc_editor_callbacks *callbacks,
    const char **line);

// Makes a line part of what the arrow keys go through.
void frc_editor_remember(frc_editor *editor, const char *line);

// Inside `complete`: puts text in at the cursor, in place of the `count` characters before it.
void frc_editor_insert(frc_editor *editor, int count, const char *text);

// Inside `complete` and `idle`: whether something is going to be written to the terminal. The line
// is taken away at once, or left above, and shown again when the callback has returned.
void frc_editor_hide(frc_editor *editor, bool keeps_line);

// Ctrl-C while nothing is edited sets a flag from here on, and ends the program no more.
void frc_interrupt_watch(void);
bool frc_interrupted(void);
void frc_interrupt_clear(void);

#ifdef __cplusplus
}
#endif

#endif
