// A line editor over libedit, and the flag that Ctrl-C sets.
//
// Swift cannot call the functions of libedit, which take variable arguments, and its callbacks have no
// context. Only `frc_interrupted` may be called by several threads.

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
  FRC_EDITOR_INTERRUPTED,  // Ctrl-C: the line was discarded
  FRC_EDITOR_END,          // Ctrl-D, or the end of the input
} frc_editor_result;

typedef struct frc_editor_callbacks {
  void *context;

  // Called for Tab with the line in UTF-8 and the number of bytes before the cursor. May insert text and show a list.
  void (*complete)(void *context, frc_editor *editor, const char *line, size_t cursor);

  // Called about every `interval` milliseconds while nothing is typed, if that is positive.
  void (*idle)(void *context, frc_editor *editor);
  int interval;
} frc_editor_callbacks;

// Creates an editor of standard input and output; null if that fails.
frc_editor *frc_editor_create(const char *program, int history_size);
void frc_editor_destroy(frc_editor *editor);

// Reads a line without its end; `*line` is valid until the next call.
frc_editor_result frc_editor_read(
    frc_editor *editor, const char *prompt, const frc_editor_callbacks *callbacks,
    const char **line);

// Adds a line to the history.
void frc_editor_remember(frc_editor *editor, const char *line);

// Within `complete`: replaces the `count` characters before the cursor by a text.
void frc_editor_insert(frc_editor *editor, int count, const char *text);

// Within `complete` and `idle`: prepares output to the terminal. Removes the line, or keeps it above the
// output; it is shown again when the callback has returned.
void frc_editor_hide(frc_editor *editor, bool keeps_line);

// From this call on, Ctrl-C outside the editor sets a flag and does not end the program.
void frc_interrupt_watch(void);
bool frc_interrupted(void);
void frc_interrupt_clear(void);

#ifdef __cplusplus
}
#endif

#endif
