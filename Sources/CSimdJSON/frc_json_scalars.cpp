#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <cmath>
#include <cstring>

#include "frc_json_scalars.h"

// MARK: UTF-8

static size_t sequence_length(const uint8_t *text, size_t left) {
  auto continues = [&](size_t index) { return index < left && (text[index] & 0xC0) == 0x80; };
  uint8_t lead = text[0];
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (!continues(1) || !continues(2)) return 0;
    if (lead == 0xE0 && text[1] < 0xA0) return 0;
    if (lead == 0xED && text[1] > 0x9F) return 0;
    return 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (!continues(1) || !continues(2) || !continues(3)) return 0;
    if (lead == 0xF0 && text[1] < 0x90) return 0;
    if (lead == 0xF4 && text[1] > 0x8F) return 0;
    return 4;
  }
  return 0;
}

size_t frc_utf8_error_offset(const uint8_t *text, size_t length) {
  size_t offset = 0;
  while (offset < length) {
    size_t count = sequence_length(text + offset, length - offset);
    if (count == 0) return offset;
    offset += count;
  }
  return length;
}

// MARK: Numbers

static bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

static void set_value(frc_json_token *token, frc_json_kind kind, uint64_t bits) {
  token->kind = kind;
  token->first = static_cast<uint32_t>(bits);
  token->second = static_cast<uint32_t>(bits >> 32);
}

static void set_double(frc_json_token *token, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  set_value(token, FRC_JSON_DOUBLE, bits);
}

// Powers of ten that a double holds exactly: one rounding, so the result is the nearest double.
static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

frc_json_status frc_read_number(const uint8_t *text, size_t length, frc_json_token *token) {
  size_t at = 0;
  bool negative = text[0] == '-';
  if (negative) at = 1;

  uint64_t digits = 0;      // all digits read so far, as long as they fit
  bool fits = true;         // whether they do
  int64_t exponent = 0;     // of the last digit, in powers of ten
  auto take = [&](uint8_t byte) {
    uint64_t digit = byte - '0';
    if (digits > (UINT64_MAX - digit) / 10) fits = false;
    digits = digits * 10 + digit;
  };

  if (at == length || !is_digit(text[at])) return FRC_JSON_BAD_NUMBER;
  if (text[at] == '0' && at + 1 < length && is_digit(text[at + 1])) return FRC_JSON_BAD_NUMBER;
  while (at < length && is_digit(text[at])) take(text[at++]);

  if (at == length) {
    uint64_t limit = static_cast<uint64_t>(INT64_MAX) + (negative ? 1 : 0);
    if (fits && digits <= limit) {
      set_value(token, FRC_JSON_INTEGER, negative ? 0 - digits : digits);
    } else {
      token->kind = FRC_JSON_WIDE_INTEGER;
    }
    return FRC_JSON_OK;
  }
  if (at < length && text[at] == '.') {
    at += 1;
    if (at == length || !is_digit(text[at])) return FRC_JSON_BAD_NUMBER;
    while (at < length && is_digit(text[at])) {
      take(text[at++]);
      exponent -= 1;
    }
  }
  if (at < length && (text[at] == 'e' || text[at] == 'E')) {
    at += 1;
    bool down = at < length && text[at] == '-';
    if (at < length && (text[at] == '-' || text[at] == '+')) at += 1;
    if (at == length || !is_digit(text[at])) return FRC_JSON_BAD_NUMBER;
    int64_t power = 0;
    while (at < length && is_digit(text[at])) {
      if (power < 1000000000) power = power * 10 + (text[at] - '0');
      at += 1;
    }
    exponent += down ? -power : power;
  }
  if (at != length) return FRC_JSON_BAD_NUMBER;

  if (fits && digits <= (uint64_t(1) << 53) && exponent >= -22 && exponent <= 22) {
    double value = static_cast<double>(digits);
    value = exponent < 0 ? value / exact_powers[-exponent] : value * exact_powers[exponent];
    set_double(token, negative ? -value : value);
    return FRC_JSON_OK;
  }
  const char *start = reinterpret_cast<const char *>(text);
  double value = simdjson::internal::from_chars(start, start + length);
  if (!std::isfinite(value)) return FRC_JSON_NUMBER_TOO_LARGE;
  set_double(token, value);
  return FRC_JSON_OK;
}

// MARK: Strings

static int hex_digit(uint8_t byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
  if (byte >= 'A' && byte <= 'F') return byte - 'A' + 10;
  return -1;
}

// The code unit of the four hexadecimal digits at `text`, or -1.
static int32_t code_unit(const uint8_t *text, size_t left) {
  if (left < 4) return -1;
  int32_t unit = 0;
  for (int index = 0; index < 4; index++) {
    int digit = hex_digit(text[index]);
    if (digit < 0) return -1;
    unit = unit << 4 | digit;
  }
  return unit;
}

static size_t encode(uint32_t scalar, uint8_t *target) {
  if (scalar < 0x80) {
    target[0] = scalar;
    return 1;
  }
  if (scalar < 0x800) {
    target[0] = 0xC0 | scalar >> 6;
    target[1] = 0x80 | (scalar & 0x3F);
    return 2;
  }
  if (scalar < 0x10000) {
    target[0] = 0xE0 | scalar >> 12;
    target[1] = 0x80 | (scalar >> 6 & 0x3F);
    target[2] = 0x80 | (scalar & 0x3F);
    return 3;
  }
  target[0] = 0xF0 | scalar >> 18;
  target[1] = 0x80 | (scalar >> 12 & 0x3F);
  target[2] = 0x80 | (scalar >> 6 & 0x3F);
  target[3] = 0x80 | (scalar & 0x3F);
  return 4;
}

static uint8_t simple_escape(uint8_t letter) {
  switch (letter) {
    case '"': case '\\': case '/': return letter;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return 0;
  }
}

frc_json_status frc_unescape(
    const uint8_t *text, size_t length, uint8_t *target, size_t *written, size_t *error_offset) {
  size_t at = 0;
  size_t out = 0;
  while (at < length) {
    if (text[at] != '\\') {
      target[out++] = text[at++];
      continue;
    }
    *error_offset = at;
    if (at + 1 == length) return FRC_JSON_BAD_ESCAPE;
    if (text[at + 1] != 'u') {
      uint8_t byte = simple_escape(text[at + 1]);
      if (byte == 0) return FRC_JSON_BAD_ESCAPE;
      target[out++] = byte;
      at += 2;
      continue;
    }
    int32_t unit = code_unit(text + at + 2, length - at - 2);
    if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF)) return FRC_JSON_BAD_ESCAPE;
    at += 6;
    uint32_t scalar = unit;
    if (unit >= 0xD800 && unit <= 0xDBFF) {
      // The first half of a pair says nothing without the second.
      if (length - at < 6 || text[at] != '\\' || text[at + 1] != 'u') return FRC_JSON_BAD_ESCAPE;
      int32_t low = code_unit(text + at + 2, length - at - 2);
      if (low < 0xDC00 || low > 0xDFFF) return FRC_JSON_BAD_ESCAPE;
      scalar = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
      at += 6;
    }
    // An escape is at least as long as what it stands for.
    out += encode(scalar, target + out);
  }
  *written = out;
  return FRC_JSON_OK;
}
