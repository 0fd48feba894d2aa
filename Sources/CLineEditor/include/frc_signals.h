// What is put right before a signal ends the program: the settings of the terminal, and a file that
// is only half written. Handlers may call few functions and no Swift.

#ifndef FRC_SIGNALS_H
#define FRC_SIGNALS_H

#ifdef __cplusplus
extern "C" {
#endif

// Begins to handle signals. Until then nothing is put right, and the signals of the process are as they were: the
// program may be one of several that run in it.
void frc_signals_handle(void);

// Remembers the settings of the terminal at standard input. They are set again when the program
// exits, or is ended by a signal that can be caught.
void frc_signals_keep_terminal(void);

// Removes the file at `path` if a signal ends the program; null for none.
void frc_signals_remove_file(const char *path);

#ifdef __cplusplus
}
#endif

#endif
