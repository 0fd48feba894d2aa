// Reads the few values of each line of JSON that a filter needs.
//
// A line that is read is valid JSON. Other lines are left to `frc_json_read`, which finds their errors. No
// exception leaves this interface.

#ifndef FRC_JSON_ROWS_H
#define FRC_JSON_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The number of elements of an array that have slots. Further elements are not kept.
#define FRC_JSON_ROWS_MAXIMUM_ELEMENTS 1000

typedef enum frc_json_slot_kind {
  FRC_JSON_SLOT_MISSING,  // no such member
  FRC_JSON_SLOT_NULL,
  FRC_JSON_SLOT_FALSE,
  FRC_JSON_SLOT_TRUE,
  FRC_JSON_SLOT_INTEGER,  // bits: the Int64
  FRC_JSON_SLOT_DOUBLE,   // bits: those of the double
  FRC_JSON_SLOT_STRING,   // bits: the address of its UTF-8, length: its bytes
  FRC_JSON_SLOT_ARRAY,    // bits: the address of its first element, length: their number, of which
                          // FRC_JSON_ROWS_MAXIMUM_ELEMENTS have slots
  FRC_JSON_SLOT_OBJECT,
  FRC_JSON_SLOT_WIDE_INTEGER,  // outside Int64: no bits, the digits are its text
  FRC_JSON_SLOT_OTHER,    // the path leads through something that is not an object
} frc_json_slot_kind;

typedef struct frc_json_slot {
  uint64_t bits;
  uint32_t length;
  uint8_t kind;
} frc_json_slot;

typedef enum frc_json_row_status {
  FRC_JSON_ROW_READ,    // the slots hold the values of the line
  FRC_JSON_ROW_BLANK,   // only white space
  FRC_JSON_ROW_UNREAD,  // the line has an error, or is too long
} frc_json_row_status;

typedef struct frc_json_row {
  frc_json_row_status status;
  size_t start;   // of the line in the text
  size_t length;  // without the line feed
} frc_json_row;

// Reads one text after another and reuses its memory. One thread at a time may use it.
typedef struct frc_json_rows frc_json_rows;

// Null if there is not enough memory.
frc_json_rows *frc_json_rows_create(void);
void frc_json_rows_destroy(frc_json_rows *rows);

// Returns the number of the path that extends the path with the number `path` by a key; 0 is the path of the line itself.
// Negative if there is not enough memory. The reader recurses over the keys of a path.
int32_t frc_json_rows_member(frc_json_rows *rows, int32_t path, const uint8_t *key, size_t length);

// Returns the slot for the value at a path. Negative if there is not enough memory.
int32_t frc_json_rows_slot(frc_json_rows *rows, int32_t path);

// Begins a text of whole lines, which must stay valid until its last line is read.
void frc_json_rows_begin(frc_json_rows *rows, const uint8_t *text, size_t length);

// Reads the next line; false after the last one.
bool frc_json_rows_next(frc_json_rows *rows, frc_json_row *row);

// The slots of the last line that was read. They and what they point to are valid until the next line.
const frc_json_slot *frc_json_rows_slots(const frc_json_rows *rows);

// Returns the text of the value in a slot of the last line that was read, as the line spells it; null if the
// slot is missing or other. Takes time linear in the length of the text.
const uint8_t *frc_json_rows_text(const frc_json_rows *rows, int32_t slot, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
