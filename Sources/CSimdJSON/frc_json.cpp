// simdjson's first stage gives the offset of every bracket, brace, colon, comma, opening quote and
// first byte of a scalar, and refuses bad UTF-8, unclosed strings and raw control characters. The
// walk below goes over these offsets with a stack of its own, so that depth costs no recursion and
// numbers keep their text. The first stage reads the last block through a copy: no padding needed.

#define SIMDJSON_EXCEPTIONS 0
#include "include/frc_json.h"

#include <simdjson.h>

#include <cstring>
#include <new>

#include "frc_json_buffer.h"
#include "frc_json_scalars.h"

namespace {

using frc::Buffer;

// The longest text for whose structure memory is kept until the next one.
constexpr size_t MOST_KEPT = 1 << 20;

bool is_space(uint8_t byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

}  // namespace

struct frc_json_reader {
  simdjson::dom::parser parser;
  size_t capacity = 0;
  Buffer<frc_json_token> tokens;
  Buffer<uint8_t> scratch;
  uint32_t open[FRC_JSON_MAXIMUM_DEPTH];
  size_t depth = 0;
  size_t error_offset = 0;

  const uint8_t *text = nullptr;
  size_t length = 0;
  const uint32_t *starts = nullptr;
  size_t start_count = 0;
  size_t next = 0;

  frc_json_status read(const uint8_t *bytes, size_t size);
  frc_json_status find_structure();
  frc_json_status walk();
  frc_json_status read_value(bool &opened);
  frc_json_status read_string(frc_json_kind kind);
  frc_json_status read_literal(const char *word, frc_json_kind kind);
  frc_json_status close();

  frc_json_status fail(frc_json_status status, size_t offset) {
    error_offset = offset;
    return status;
  }

  // The error of a place where the text has something else than `status` says, or has ended.
  frc_json_status unexpected(frc_json_status status) {
    if (next >= start_count) return fail(FRC_JSON_UNEXPECTED_END, length);
    return fail(status, starts[next]);
  }

  // The first byte of the next token, or 0 at the end.
  uint8_t peek() const { return next < start_count ? text[starts[next]] : 0; }

  // The end of the token that starts at `next`: white space before the following one left out.
  size_t end_of_token() const {
    size_t end = next + 1 < start_count ? starts[next + 1] : length;
    while (is_space(text[end - 1])) end -= 1;
    return end;
  }

  frc_json_token &append(frc_json_kind kind, size_t offset, size_t count) {
    frc_json_token &token = tokens.elements[tokens.count++];
    token = {};
    token.kind = kind;
    token.offset = static_cast<uint32_t>(offset);
    token.length = static_cast<uint32_t>(count);
    return token;
  }
};

frc_json_status frc_json_reader::find_structure() {
  if (length == 0) return fail(FRC_JSON_EMPTY, 0);
  if (length >= UINT32_MAX) return fail(FRC_JSON_TOO_LONG, 0);
  if (length > capacity || capacity == 0) {
    size_t wanted = length < 4096 ? 4096 : length > UINT32_MAX / 2 ? length : length + length / 2;
    capacity = 0;
    if (parser.allocate(wanted, FRC_JSON_MAXIMUM_DEPTH) != simdjson::SUCCESS) {
      return fail(FRC_JSON_NO_MEMORY, 0);
    }
    capacity = wanted;
  }
  auto error = parser.implementation->stage1(text, length, simdjson::stage1_mode::regular);
  starts = parser.implementation->structural_indexes.get();
  start_count = parser.implementation->n_structural_indexes;
  switch (error) {
    case simdjson::SUCCESS:
      return FRC_JSON_OK;
    case simdjson::EMPTY:
      return fail(FRC_JSON_EMPTY, 0);
    case simdjson::MEMALLOC:
      return fail(FRC_JSON_NO_MEMORY, 0);
    default:
      break;
  }
  // The stage says what is wrong, but not where.
  size_t bad = frc_utf8_error_offset(text, length);
  if (bad < length) return fail(FRC_JSON_BAD_UTF8, bad);
  size_t quote = 0;
  bool inside = false;
  for (size_t at = 0; at < length; at++) {
    if (inside && text[at] < 0x20) return fail(FRC_JSON_CONTROL_CHARACTER, at);
    if (inside && text[at] == '\\') {
      at += 1;
    } else if (text[at] == '"') {
      inside = !inside;
      quote = at;
    }
  }
  if (inside) return fail(FRC_JSON_UNCLOSED_STRING, quote);
  // A backslash outside a string escapes a quote for the stage.
  return fail(FRC_JSON_EXPECTED_VALUE, 0);
}

frc_json_status frc_json_reader::read_string(frc_json_kind kind) {
  size_t start = starts[next];
  size_t end = end_of_token();
  if (end < start + 2 || text[end - 1] != '"') return fail(FRC_JSON_UNCLOSED_STRING, start);
  frc_json_token &token = append(kind, start, end - start);
  size_t inside = end - start - 2;
  next += 1;
  if (memchr(text + start + 1, '\\', inside) == nullptr) {
    token.first = static_cast<uint32_t>(start + 1);
    token.second = static_cast<uint32_t>(inside);
    return FRC_JSON_OK;
  }
  // All strings together are no longer than the text, for which there is room.
  size_t written = 0, bad = 0;
  auto status =
      frc_unescape(text + start + 1, inside, scratch.elements + scratch.count, &written, &bad);
  if (status != FRC_JSON_OK) return fail(status, start + 1 + bad);
  token.is_escaped = 1;
  token.first = static_cast<uint32_t>(scratch.count);
  token.second = static_cast<uint32_t>(written);
  scratch.count += written;
  return FRC_JSON_OK;
}

frc_json_status frc_json_reader::read_literal(const char *word, frc_json_kind kind) {
  size_t start = starts[next];
  size_t count = end_of_token() - start;
  if (count != strlen(word) || memcmp(text + start, word, count) != 0) {
    return fail(FRC_JSON_BAD_LITERAL, start);
  }
  append(kind, start, count);
  next += 1;
  return FRC_JSON_OK;
}

frc_json_status frc_json_reader::read_value(bool &opened) {
  opened = false;
  switch (peek()) {
    case '{':
    case '[': {
      if (depth == FRC_JSON_MAXIMUM_DEPTH) return fail(FRC_JSON_TOO_DEEP, starts[next]);
      open[depth++] = static_cast<uint32_t>(tokens.count);
      append(peek() == '{' ? FRC_JSON_OBJECT : FRC_JSON_ARRAY, starts[next], 0);
      next += 1;
      opened = true;
      return FRC_JSON_OK;
    }
    case '"':
      return read_string(FRC_JSON_STRING);
    case 't':
      return read_literal("true", FRC_JSON_TRUE);
    case 'f':
      return read_literal("false", FRC_JSON_FALSE);
    case 'n':
      return read_literal("null", FRC_JSON_NULL);
    case '-': case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9': {
      size_t start = starts[next];
      frc_json_token &token = append(FRC_JSON_INTEGER, start, end_of_token() - start);
      next += 1;
      auto status = frc_read_number(text + start, token.length, &token);
      return status == FRC_JSON_OK ? status : fail(status, start);
    }
    default:
      return unexpected(FRC_JSON_EXPECTED_VALUE);
  }
}

// Ends the innermost array or object at the bracket that comes next.
frc_json_status frc_json_reader::close() {
  size_t end = starts[next++];
  append(FRC_JSON_END, end, 1);
  frc_json_token &container = tokens.elements[open[--depth]];
  container.length = static_cast<uint32_t>(end + 1 - container.offset);
  container.second = static_cast<uint32_t>(tokens.count);
  return FRC_JSON_OK;
}

frc_json_status frc_json_reader::walk() {
  bool opened = false;
  auto status = read_value(opened);
  while (status == FRC_JSON_OK && depth > 0) {
    frc_json_token &container = tokens.elements[open[depth - 1]];
    bool is_object = container.kind == FRC_JSON_OBJECT;
    if (peek() == (is_object ? '}' : ']') && next < start_count) {
      opened = false;
      status = close();
      continue;
    }
    if (!opened) {
      if (peek() != ',') {
        return unexpected(
            is_object ? FRC_JSON_EXPECTED_COMMA_OR_BRACE : FRC_JSON_EXPECTED_COMMA_OR_BRACKET);
      }
      next += 1;
      if (!is_object && peek() == ']') return unexpected(FRC_JSON_EXPECTED_VALUE);
    }
    container.first += 1;
    if (is_object) {
      if (peek() != '"') return unexpected(FRC_JSON_EXPECTED_KEY);
      status = read_string(FRC_JSON_KEY);
      if (status != FRC_JSON_OK) return status;
      if (peek() != ':') return unexpected(FRC_JSON_EXPECTED_COLON);
      next += 1;
    }
    status = read_value(opened);
  }
  if (status == FRC_JSON_OK && next < start_count) {
    return fail(FRC_JSON_TRAILING_CONTENT, starts[next]);
  }
  return status;
}

frc_json_status frc_json_reader::read(const uint8_t *bytes, size_t size) {
  text = bytes;
  length = size;
  next = 0;
  depth = 0;
  tokens.count = 0;
  scratch.count = 0;
  auto status = find_structure();
  if (status == FRC_JSON_OK) {
    // Every start gives at most one token; a text has a scratch of its own length.
    if (!tokens.reserve(start_count + 1) || !scratch.reserve(length + 4)) {
      return fail(FRC_JSON_NO_MEMORY, 0);
    }
    status = walk();
  }
  // What is made of the tokens of a large text takes memory too: the structure makes room for it.
  if (capacity > MOST_KEPT) {
    parser.implementation.reset();
    capacity = 0;
    starts = nullptr;
  }
  if (status != FRC_JSON_OK) tokens.count = 0;
  return status;
}

// MARK: The interface

frc_json_reader *frc_json_reader_create(void) { return new (std::nothrow) frc_json_reader; }

void frc_json_reader_destroy(frc_json_reader *reader) { delete reader; }

frc_json_status frc_json_read(frc_json_reader *reader, const uint8_t *text, size_t length) {
  return reader->read(text, length);
}

const frc_json_token *frc_json_tokens(const frc_json_reader *reader, size_t *count) {
  *count = reader->tokens.count;
  return reader->tokens.elements;
}

const uint8_t *frc_json_scratch(const frc_json_reader *reader) { return reader->scratch.elements; }

size_t frc_json_error_offset(const frc_json_reader *reader) { return reader->error_offset; }

bool frc_utf8_is_valid(const uint8_t *text, size_t length) {
  return simdjson::validate_utf8(reinterpret_cast<const char *>(text), length);
}

size_t frc_json_minify(const uint8_t *text, size_t length, uint8_t *target) {
  size_t written = 0;
  auto error = simdjson::minify(
      reinterpret_cast<const char *>(text), length, reinterpret_cast<char *>(target), written);
  return error == simdjson::SUCCESS ? written : 0;
}
