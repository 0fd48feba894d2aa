// Splits a JSON array of any length into one line for each element.
//
// Only brackets, commas and quotes are read. The reader of the lines finds the errors inside an element.

#ifndef FRC_JSON_ELEMENTS_H
#define FRC_JSON_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frc_json_limits.h"

#ifdef __cplusplus
extern "C" {
#endif

// The greatest depth of nested elements, which is that of the reader of the lines.
#define FRC_JSON_ELEMENTS_MAXIMUM_DEPTH FRC_JSON_MAXIMUM_DEPTH

typedef enum frc_json_elements_status {
  FRC_JSON_ELEMENTS_MORE,            // the array continues
  FRC_JSON_ELEMENTS_END,             // the array is complete, and only white space follows
  FRC_JSON_ELEMENTS_MISSING,         // a comma without an element beside it
  FRC_JSON_ELEMENTS_NO_ARRAY_END,    // a brace while an array is open
  FRC_JSON_ELEMENTS_NO_OBJECT_END,   // a bracket while an object is open
  FRC_JSON_ELEMENTS_TOO_DEEP,        // nested deeper than FRC_JSON_ELEMENTS_MAXIMUM_DEPTH
  FRC_JSON_ELEMENTS_UNCLOSED,        // a line feed in a string
  FRC_JSON_ELEMENTS_TRAILING,        // text after the array
} frc_json_elements_status;

// All zero before the first byte after the opening bracket.
typedef struct frc_json_elements {
  uint64_t count;    // the number of complete elements
  uint64_t objects[FRC_JSON_ELEMENTS_MAXIMUM_DEPTH / 64];  // a bit for each level: whether it is an object
  uint32_t depth;
  bool in_string;
  bool is_escaped;   // the last byte is a backslash in a string
  bool has_content;  // the current element has more than white space
  uint8_t status;
} frc_json_elements;

// Reads the next bytes and changes them in place: the end of an element becomes a line feed. In white space
// outside strings, a line feed becomes a carriage return, and a carriage return becomes a space. No element
// therefore contains a line feed, and its carriage returns count its lines. Reads and writes only the
// `length` bytes of `text`, 64 at a time if so many are left. Returns the number of bytes read; fewer than
// `length` if the status is an error at that offset.
size_t frc_json_elements_split(frc_json_elements *state, uint8_t *text, size_t length);

// Returns the number of carriage returns in `length` bytes, which were line feeds.
size_t frc_json_elements_lines(const uint8_t *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
