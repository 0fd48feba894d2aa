// Reads JSON text into a flat list of tokens in document order.
//
// simdjson finds the structure and validates UTF-8. The walk over that structure, the grammar of scalars
// and the positions of errors are implemented here. No exception leaves this interface.

#ifndef FRC_JSON_H
#define FRC_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "frc_json_elements.h"
#include "frc_json_limits.h"
#include "frc_json_rows.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum frc_json_kind {
  FRC_JSON_NULL,
  FRC_JSON_TRUE,
  FRC_JSON_FALSE,
  FRC_JSON_INTEGER,  // value: the Int64
  FRC_JSON_WIDE_INTEGER,  // outside Int64: the digits are its text
  FRC_JSON_DOUBLE,   // value: the bits of the double
  FRC_JSON_STRING,   // value: offset and length of its UTF-8, in the text or, if escaped, in the scratch buffer
  FRC_JSON_KEY,      // as a string; the value of the member follows
  FRC_JSON_ARRAY,    // value: number of elements, and the index of the token after its end
  FRC_JSON_OBJECT,   // value: number of members, and the index of the token after its end
  FRC_JSON_END,      // of an array or object
} frc_json_kind;

typedef struct frc_json_token {
  uint8_t kind;
  uint8_t is_escaped;  // the UTF-8 of a string is in the scratch buffer
  uint32_t offset;     // the first byte in the text, with quotes and brackets
  uint32_t length;     // bytes in the text; of an array or object including its end
  uint32_t first;      // low half of the value, offset, or count
  uint32_t second;     // high half of the value, length, or index
} frc_json_token;

typedef enum frc_json_status {
  FRC_JSON_OK,
  FRC_JSON_EMPTY,               // no value, only white space
  FRC_JSON_BAD_UTF8,
  FRC_JSON_UNCLOSED_STRING,
  FRC_JSON_CONTROL_CHARACTER,   // not escaped, in a string
  FRC_JSON_BAD_ESCAPE,
  FRC_JSON_BAD_NUMBER,
  FRC_JSON_NUMBER_TOO_LARGE,    // for a double
  FRC_JSON_BAD_LITERAL,         // neither true, false nor null
  FRC_JSON_EXPECTED_VALUE,
  FRC_JSON_EXPECTED_KEY,
  FRC_JSON_EXPECTED_COLON,
  FRC_JSON_EXPECTED_COMMA_OR_BRACKET,
  FRC_JSON_EXPECTED_COMMA_OR_BRACE,
  FRC_JSON_TRAILING_CONTENT,
  FRC_JSON_UNEXPECTED_END,
  FRC_JSON_TOO_DEEP,
  FRC_JSON_TOO_LONG,            // 4 GiB or more
  FRC_JSON_NO_MEMORY,
} frc_json_status;

// Reads one text after another and reuses its memory. One thread at a time may use it.
typedef struct frc_json_reader frc_json_reader;

// Null if there is not enough memory.
frc_json_reader *frc_json_reader_create(void);
void frc_json_reader_destroy(frc_json_reader *reader);

// Reads the only value of a text. The text needs no padding at its end and may be freed after the call.
// Tokens and the scratch buffer stay valid until the next call.
frc_json_status frc_json_read(frc_json_reader *reader, const uint8_t *text, size_t length);

const frc_json_token *frc_json_tokens(const frc_json_reader *reader, size_t *count);
const uint8_t *frc_json_scratch(const frc_json_reader *reader);

// The position of the error in the last text that had one, in bytes.
size_t frc_json_error_offset(const frc_json_reader *reader);

// Copies valid JSON without the white space between tokens. `target` has room for `length` bytes.
// Returns the number of bytes that were written.
size_t frc_json_minify(const uint8_t *text, size_t length, uint8_t *target);

// Whether a text is UTF-8.
bool frc_utf8_is_valid(const uint8_t *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
