#include "frc_editor.h"
#include "frc_signals.h"

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

struct frc_editor {
  EditLine *edit;
  History *history;
  const frc_editor_callbacks *callbacks;
  const char *prompt;
  char *line;       // what was read last, without its end
  size_t capacity;
  bool is_interrupted;
  bool is_hidden;   // the line has to be shown again
  bool has_progress;
};

static struct frc_editor *of(EditLine *edit) {
  void *data = NULL;
  el_get(edit, EL_CLIENTDATA, &data);
  return data;
}

static char *prompt(EditLine *edit) { return (char *)(uintptr_t)of(edit)->prompt; }

// Ctrl-C reaches the editor as a character, since the terminal makes no signal of it meanwhile.
static unsigned char interrupt(EditLine *edit, int character) {
  (void)character;
  of(edit)->is_interrupted = true;
  fputs("^C", stdout);
  return CC_NEWLINE;
}

static unsigned char complete(EditLine *edit, int character) {
  (void)character;
  struct frc_editor *editor = of(edit);
  const LineInfo *info = el_line(edit);
  size_t cursor = (size_t)(info->cursor - info->buffer);
  size_t length = (size_t)(info->lastchar - info->buffer);
  char *line = malloc(length + 1);
  if (line == NULL) return CC_ERROR;
  memcpy(line, info->buffer, length);
  line[length] = 0;
  editor->is_hidden = false;
  editor->has_progress = false;
  if (editor->callbacks->complete != NULL)
    editor->callbacks->complete(editor->callbacks->context, editor, line, cursor);
  free(line);
  if (editor->is_hidden) return CC_REDISPLAY;
  return editor->has_progress ? CC_REFRESH : CC_ERROR;
}

static volatile sig_atomic_t is_resized = 0;

static void resized(int signal) {
  (void)signal;
  is_resized = 1;
}

// Waits for a byte; false at the end of the input, or where somebody else sent the signal of Ctrl-C.
static bool await_byte(struct frc_editor *editor) {
  while (true) {
    if (frc_interrupted()) {
      editor->is_interrupted = true;
      return false;
    }
    if (is_resized) {
      is_resized = 0;
      el_resize(editor->edit);
    }
    int interval = editor->callbacks->idle != NULL ? editor->callbacks->interval : 0;
    struct pollfd descriptor = {.fd = 0, .events = POLLIN};
    int ready = poll(&descriptor, 1, interval > 0 ? interval : -1);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
    if (ready == 0) {
      editor->is_hidden = false;
      editor->callbacks->idle(editor->callbacks->context, editor);
      if (editor->is_hidden) el_set(editor->edit, EL_REFRESH);
    }
  }
}

// A character from the terminal, decoded by the locale; bytes that are none are passed over.
static int read_character(EditLine *edit, wchar_t *character) {
  struct frc_editor *editor = of(edit);
  mbstate_t state = {0};
  while (true) {
    char byte;
    if (!await_byte(editor)) return 0;
    ssize_t count = read(0, &byte, 1);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return 0;
    size_t length = mbrtowc(character, &byte, 1, &state);
    if (length == (size_t)-2) continue;
    if (length == (size_t)-1) {
      memset(&state, 0, sizeof state);
      continue;
    }
    if (length == 0) *character = 0;
    return 1;
  }
}

// Characters have to be those of UTF-8 in every locale.
static void choose_locale(void) {
  if (setlocale(LC_CTYPE, "") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
  if (setlocale(LC_CTYPE, "C.UTF-8") == NULL) setlocale(LC_CTYPE, "en_US.UTF-8");
}

frc_editor *frc_editor_create(const char *program, int history_size) {
  choose_locale();
  frc_signals_keep_terminal();
  frc_editor *editor = calloc(1, sizeof *editor);
  if (editor == NULL) return NULL;
  editor->edit = el_init(program, stdin, stdout, stderr);
  editor->history = history_init();
  if (editor->edit == NULL || editor->history == NULL) {
    frc_editor_destroy(editor);
    return NULL;
  }
  HistEvent event;
  history(editor->history, &event, H_SETSIZE, history_size);
  history(editor->history, &event, H_SETUNIQUE, 1);
  EditLine *edit = editor->edit;
  el_set(edit, EL_CLIENTDATA, editor);
  el_set(edit, EL_PROMPT, prompt);
  el_set(edit, EL_EDITOR, "emacs");
  el_set(edit, EL_HIST, history, editor->history);
  el_set(edit, EL_GETCFN, read_character);
  el_set(edit, EL_ADDFN, "frc-complete", "Complete the word", complete);
  el_set(edit, EL_ADDFN, "frc-interrupt", "Give the line up", interrupt);
  el_set(edit, EL_BIND, "^I", "frc-complete", NULL);
  el_set(edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
  // Home, End and Delete, as terminals send them.
  el_set(edit, EL_BIND, "\033[H", "ed-move-to-beg", NULL);
  el_set(edit, EL_BIND, "\033[F", "ed-move-to-end", NULL);
  el_set(edit, EL_BIND, "\033[3~", "ed-delete-next-char", NULL);
  // The keys that the owner set come before ours, all but Ctrl-C.
  el_source(edit, NULL);
  el_set(edit, EL_SETTY, "-d", "-isig", NULL);
  el_set(edit, EL_BIND, "^C", "frc-interrupt", NULL);
  struct sigaction action = {0};
  action.sa_handler = resized;
  sigemptyset(&action.sa_mask);
  sigaction(SIGWINCH, &action, NULL);
  return editor;
}

void frc_editor_destroy(frc_editor *editor) {
  if (editor == NULL) return;
  if (editor->edit != NULL) el_end(editor->edit);
  if (editor->history != NULL) history_end(editor->history);
  free(editor->line);
  free(editor);
}

frc_editor_result frc_editor_read(
    frc_editor *editor, const char *prompt, const frc_editor_callbacks *callbacks,
    const char **line) {
  editor->prompt = prompt;
  editor->callbacks = callbacks;
  editor->is_interrupted = false;
  frc_interrupt_clear();
  // Before the prompt: who sees it may type, Ctrl-C too.
  el_set(editor->edit, EL_PREP_TERM, 1);
  int count = 0;
  const char *text = el_gets(editor->edit, &count);
  if (editor->is_interrupted) return FRC_EDITOR_INTERRUPTED;
  if (text == NULL || count <= 0) return FRC_EDITOR_END;
  size_t length = strlen(text);
  while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) length--;
  if (length + 1 > editor->capacity) {
    char *grown = realloc(editor->line, length + 1);
    if (grown == NULL) return FRC_EDITOR_END;
    editor->line = grown;
    editor->capacity = length + 1;
  }
  memcpy(editor->line, text, length);
  editor->line[length] = 0;
  *line = editor->line;
  return FRC_EDITOR_LINE;
}

void frc_editor_remember(frc_editor *editor, const char *line) {
  HistEvent event;
  history(editor->history, &event, H_ENTER, line);
}

void frc_editor_insert(frc_editor *editor, int count, const char *text) {
  el_deletestr(editor->edit, count);
  if (el_insertstr(editor->edit, text) == 0) editor->has_progress = true;
}

void frc_editor_hide(frc_editor *editor, bool keeps_line) {
  if (!editor->is_hidden) fputs(keeps_line ? "\n" : "\r\033[K", stdout);
  fflush(stdout);
  editor->is_hidden = true;
}

static atomic_bool is_interrupted = false;

static void interrupted(int signal) {
  (void)signal;
  atomic_store_explicit(&is_interrupted, true, memory_order_relaxed);
}

void frc_interrupt_watch(void) {
  struct sigaction action = {0};
  action.sa_handler = interrupted;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  // Who started the program may have held the signal back.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigprocmask(SIG_UNBLOCK, &signals, NULL);
}

bool frc_interrupted(void) {
  return atomic_load_explicit(&is_interrupted, memory_order_relaxed);
}

void frc_interrupt_clear(void) {
  atomic_store_explicit(&is_interrupted, false, memory_order_relaxed);
}
