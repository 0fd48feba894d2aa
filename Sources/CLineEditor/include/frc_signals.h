// Restores the settings of the terminal and removes an incomplete file before a signal ends the program.
// Handlers of signals may call only a few functions, and no Swift.

#ifndef FRC_SIGNALS_H
#define FRC_SIGNALS_H

#ifdef __cplusplus
extern "C" {
#endif

// Begins to handle signals. Before this call nothing is restored, and the handlers of the process are not changed,
// because the process may run several programs.
void frc_signals_handle(void);

// Saves the settings of the terminal at standard input. They are restored when the program exits, or when a
// signal that can be caught ends it.
void frc_signals_keep_terminal(void);

// Removes the file at `path` if a signal ends the program; null for none.
void frc_signals_remove_file(const char *path);

#ifdef __cplusplus
}
#endif

#endif
