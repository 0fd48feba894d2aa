#include "frc_signals.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// All that end a program and can be caught, but for those of a closed pipe and a file that is too
// large, which are ignored.
static const int signals[] = {
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1,
    SIGSEGV, SIGUSR2, SIGALRM, SIGTERM, SIGXCPU, SIGVTALRM, SIGPROF, SIGSYS,
};
enum { signal_count = sizeof signals / sizeof signals[0] };

static struct sigaction before[signal_count];
static atomic_bool is_handling = false;
static bool is_watching = false;

static struct termios settings;
static atomic_bool has_settings = false;

static char file[PATH_MAX + 1];
static atomic_bool has_file = false;

static void give_terminal_back(void) {
  if (!atomic_load(&has_settings)) return;
  // A program in the background that sets the terminal would be stopped.
  sigset_t stop, mask;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  sigprocmask(SIG_BLOCK, &stop, &mask);
  tcsetattr(0, TCSANOW, &settings);
  sigprocmask(SIG_SETMASK, &mask, NULL);
}

// The signal is sent again to the handler that was installed before, and ends the program when this returns.
static void ended(int number) {
  int error = errno;
  if (atomic_exchange(&has_file, false)) unlink(file);
  give_terminal_back();
  for (int index = 0; index < signal_count; index++)
    if (signals[index] == number) sigaction(number, &before[index], NULL);
  raise(number);
  errno = error;
}

static void watch(void) {
  if (is_watching || !atomic_load(&is_handling)) return;
  is_watching = true;
  struct sigaction action = {0};
  action.sa_handler = ended;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < signal_count; index++) {
    if (sigaction(signals[index], NULL, &before[index]) != 0) continue;
    // What is ignored, as by nohup, stays so; Ctrl-C may be handled already.
    bool is_handled = (before[index].sa_flags & SA_SIGINFO) == 0 &&
                      (before[index].sa_handler == SIG_IGN ||
                       (signals[index] == SIGINT && before[index].sa_handler != SIG_DFL));
    if (!is_handled) sigaction(signals[index], &action, NULL);
  }
}

void frc_signals_handle(void) { atomic_store(&is_handling, true); }

void frc_signals_keep_terminal(void) {
  if (atomic_load(&has_settings) || tcgetattr(0, &settings) != 0) return;
  atomic_store(&has_settings, true);
  atexit(give_terminal_back);
  watch();
}

void frc_signals_remove_file(const char *path) {
  if (!atomic_load(&is_handling)) return;
  atomic_store(&has_file, false);
  if (path == NULL || strlen(path) > PATH_MAX) return;
  strcpy(file, path);
  atomic_store(&has_file, true);
  watch();
}
