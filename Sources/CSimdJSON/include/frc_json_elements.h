// The elements of a JSON array of any length, each made a line of its own.
//
// Only brackets, commas and quotes are looked at: whoever reads the lines says what is wrong inside
// an element.

#ifndef FRC_JSON_ELEMENTS_H
#define FRC_JSON_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frc_json_limits.h"

#ifdef __cplusplus
extern "C" {
#endif

// How deep elements may nest: as deep as the reader goes that they are handed to.
#define FRC_JSON_ELEMENTS_MAXIMUM_DEPTH FRC_JSON_MAXIMUM_DEPTH

typedef enum frc_json_elements_status {
  FRC_JSON_ELEMENTS_MORE,            // the array goes on
  FRC_JSON_ELEMENTS_END,             // the array is complete, and white space has followed
  FRC_JSON_ELEMENTS_MISSING,         // a comma without an element beside it
  FRC_JSON_ELEMENTS_NO_ARRAY_END,    // a brace where an array is open
  FRC_JSON_ELEMENTS_NO_OBJECT_END,   // a bracket where an object is open
  FRC_JSON_ELEMENTS_TOO_DEEP,        // nested deeper than FRC_JSON_ELEMENTS_MAXIMUM_DEPTH
  FRC_JSON_ELEMENTS_UNCLOSED,        // a line feed in a string
  FRC_JSON_ELEMENTS_TRAILING,        // something behind the array
} frc_json_elements_status;

// All zero before the first byte behind the opening bracket.
typedef struct frc_json_elements {
  uint64_t count;    // of the elements that are complete
  uint64_t objects[FRC_JSON_ELEMENTS_MAXIMUM_DEPTH / 64];  // a bit a level: whether it is an object
  uint32_t depth;
  bool in_string;
  bool is_escaped;   // a backslash in a string came last
  bool has_content;  // the element that is open is not only white space
  uint8_t status;
} frc_json_elements;

// Takes the next bytes and changes them in place: what ends an element becomes a line feed; of the
// white space outside strings, a line feed becomes a carriage return, and that a space. So no element
// holds a line feed, and its carriage returns count its lines. Reads and writes `length` bytes of
// `text` and no others, 64 at a time where so many are left. Gives the number of bytes taken, fewer
// than `length` where the status says that something is wrong at that place.
size_t frc_json_elements_split(frc_json_elements *state, uint8_t *text, size_t length);

// The number of carriage returns in `length` bytes, which are the line feeds that there were.
size_t frc_json_elements_lines(const uint8_t *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
