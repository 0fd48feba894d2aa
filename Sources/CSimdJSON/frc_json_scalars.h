// Reads scalars of JSON byte by byte.

#ifndef FRC_JSON_SCALARS_H
#define FRC_JSON_SCALARS_H

#include "frc_json.h"

// Returns the offset of the first byte that is not UTF-8; `length` if there is none.
size_t frc_utf8_error_offset(const uint8_t *text, size_t length);

// Reads a number of `length` bytes.
frc_json_status frc_read_number(const uint8_t *text, size_t length, frc_json_token *token);

// Writes the UTF-8 of the content of a string to `target`, which has room for `length` bytes. After an error,
// `error_offset` is its position.
frc_json_status frc_unescape(
    const uint8_t *text, size_t length, uint8_t *target, size_t *written, size_t *error_offset);

#endif
