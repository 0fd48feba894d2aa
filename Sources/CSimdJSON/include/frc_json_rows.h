// Lines of JSON to the few values of each that a filter looks at.
//
// A line is read here or not at all: what is read is valid JSON, and everything else is left for
// `frc_json_read`, which says what is wrong with it. Nothing is thrown across this interface.

#ifndef FRC_JSON_ROWS_H
#define FRC_JSON_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// How many elements of an array have slots of their own; of a longer one only the first are kept.
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
  FRC_JSON_SLOT_OTHER,    // the way there leads through something that is no object
} frc_json_slot_kind;

typedef struct frc_json_slot {
  uint64_t bits;
  uint32_t length;
  uint8_t kind;
} frc_json_slot;

typedef enum frc_json_row_status {
  FRC_JSON_ROW_READ,    // the slots hold the values of the line
  FRC_JSON_ROW_BLANK,   // nothing but white space
  FRC_JSON_ROW_UNREAD,  // something is wrong with the line, or it is too long
} frc_json_row_status;

typedef struct frc_json_row {
  frc_json_row_status status;
  size_t start;   // of the line in the text
  size_t length;  // without the line feed
} frc_json_row;

// What one text after another is read with; its memory is kept between texts. Not for two threads.
typedef struct frc_json_rows frc_json_rows;

// Null where memory is short.
frc_json_rows *frc_json_rows_create(void);
void frc_json_rows_destroy(frc_json_rows *rows);

// The member `key` of the values at a place; 0 is the place of the line itself. Negative where
// memory is short. The number of keys on the way to a place is a depth of recursion.
int32_t frc_json_rows_member(frc_json_rows *rows, int32_t place, const uint8_t *key, size_t length);

// The slot that gets the value at a place. Negative where memory is short.
int32_t frc_json_rows_slot(frc_json_rows *rows, int32_t place);

// Begins a text of whole lines. The text stays until its last line is read.
void frc_json_rows_begin(frc_json_rows *rows, const uint8_t *text, size_t length);

// Reads the next line; false after the last one.
bool frc_json_rows_next(frc_json_rows *rows, frc_json_row *row);

// The slots of the last line that was read; valid until the next line, as is what they point to.
const frc_json_slot *frc_json_rows_slots(const frc_json_rows *rows);

// The text of the value in a slot of the last line that was read, as it is spelled there; null where
// the slot is missing or other. Takes time linear in its length.
const uint8_t *frc_json_rows_text(const frc_json_rows *rows, int32_t slot, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
