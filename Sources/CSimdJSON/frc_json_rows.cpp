// simdjson's first stage runs once over a text of many lines. A line feed inside a string is an error
// of that stage, so after a success every line begins outside of strings, and the offsets of the
// structure fall apart into lines as if each had been read alone. After an error each line is.
//
// The walk checks everything, as the one over single texts does, since the two have to agree on which
// lines are bad; but it keeps only what stands at a wanted place.

#define SIMDJSON_EXCEPTIONS 0
#include "include/frc_json_rows.h"

#include <simdjson.h>

#include <cstring>
#include <new>

#include "frc_json_buffer.h"
#include "frc_json_scalars.h"

namespace {

using frc::Buffer;

inline bool is_space(uint8_t byte) {
  return byte <= ' ' && (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t');
}

inline bool is_digit(uint8_t byte) { return static_cast<uint8_t>(byte - '0') < 10; }

constexpr double powers_of_ten[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,
                                    1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17};

// A place that a wanted path leads to or through.
struct Place {
  size_t key_start;  // in the keys of all places
  uint32_t key_length;
  int32_t slot;          // or negative
  int32_t first_member;  // or negative
  int32_t next;          // the next member of the same object, or negative
  uint64_t lengths;      // a bit for each length of a member's key, modulo 64
  uint64_t line;         // that a value was met in last
};

struct Level {
  int32_t place;    // of the object or array, or negative where nothing is wanted in it
  int32_t element;  // of an array: its slot, or negative
  bool is_object;
};

}  // namespace

struct frc_json_rows {
  simdjson::dom::parser parser;
  size_t capacity = 0;
  Buffer<Place> places;
  Buffer<uint8_t> keys;
  Buffer<frc_json_slot> slots;
  Buffer<const uint8_t *> texts;  // where the value of each slot begins
  Buffer<frc_json_slot> elements;
  Buffer<uint8_t> scratch;
  Level levels[FRC_JSON_MAXIMUM_DEPTH];

  const uint8_t *text = nullptr;
  size_t length = 0;
  size_t at = 0;              // where the next line begins
  size_t next_backslash = 0;  // the first one that is not before the line
  size_t scratch_limit = 0;
  uint64_t line = 0;
  bool is_whole = false;  // whether the structure of the whole text is known

  const uint8_t *base = nullptr;  // what the offsets of the structure count from
  size_t base_length = 0;
  const uint32_t *starts = nullptr;
  size_t start_count = 0;
  size_t next = 0;

  bool find_structure(const uint8_t *from, size_t count);
  bool read_line(size_t end, bool has_escapes);
  bool read_string(bool has_escapes, const uint8_t **utf8, size_t *count);
  bool read_number(frc_json_slot *slot, bool is_wanted);
  bool read_word(const char *word, size_t count);
  int32_t member(int32_t place, const uint8_t *key, size_t count) const;
  void clear(int32_t place, frc_json_slot_kind kind);
  void find_elements();

  uint8_t peek() const { return next < start_count ? base[starts[next]] : 0; }

  // Whether a number or word may end before this offset.
  bool ends_at(size_t offset) const {
    if (offset >= base_length) return true;
    uint8_t byte = base[offset];
    return byte == ',' || byte == '}' || byte == ']' || is_space(byte);
  }
};

bool frc_json_rows::find_structure(const uint8_t *from, size_t count) {
  base = from;
  base_length = count;
  next = 0;
  start_count = 0;
  if (count == 0 || count >= UINT32_MAX) return false;
  if (count > capacity) {
    capacity = 0;
    size_t wanted = count < 4096 ? 4096 : count;
    if (parser.allocate(wanted, FRC_JSON_MAXIMUM_DEPTH) != simdjson::SUCCESS) return false;
    capacity = wanted;
  }
  auto error = parser.implementation->stage1(from, count, simdjson::stage1_mode::regular);
  // A text of white space alone is an error to the stage, but not here.
  if (error != simdjson::SUCCESS && error != simdjson::EMPTY) return false;
  starts = parser.implementation->structural_indexes.get();
  start_count = error == simdjson::EMPTY ? 0 : parser.implementation->n_structural_indexes;
  return true;
}

// MARK: Scalars

inline bool frc_json_rows::read_string(bool has_escapes, const uint8_t **utf8, size_t *count) {
  size_t start = starts[next];
  size_t end = next + 1 < start_count ? starts[next + 1] : base_length;
  while (is_space(base[end - 1])) end -= 1;
  if (end < start + 2 || base[end - 1] != '"') return false;
  next += 1;
  *utf8 = base + start + 1;
  *count = end - start - 2;
  if (!has_escapes || memchr(*utf8, '\\', *count) == nullptr) return true;
  size_t written = 0, bad = 0;
  uint8_t *target = scratch.elements + scratch.count;
  if (frc_unescape(*utf8, *count, target, &written, &bad) != FRC_JSON_OK) return false;
  *utf8 = target;
  *count = written;
  scratch.count += written;
  return true;
}

inline bool frc_json_rows::read_number(frc_json_slot *slot, bool is_wanted) {
  size_t start = starts[next];
  next += 1;
  // Most numbers are integers of few digits.
  size_t end = start + (base[start] == '-');
  size_t first = end;
  uint64_t digits = 0;
  while (end < base_length && is_digit(base[end])) {
    digits = digits * 10 + (base[end] - '0');
    end += 1;
  }
  size_t count = end - first;
  if (count >= 1 && count <= 18 && (base[first] != '0' || count == 1)) {
    if (ends_at(end)) {
      slot->kind = FRC_JSON_SLOT_INTEGER;
      slot->bits = first > start ? 0 - digits : digits;
      return true;
    }
    // A short fraction is never too large. Its value is asked for only where it is wanted.
    if (base[end] == '.') {
      size_t fraction = ++end;
      while (end < base_length && is_digit(base[end])) {
        digits = digits * 10 + (base[end] - '0');
        end += 1;
      }
      size_t places = end - fraction;
      if (places >= 1 && ends_at(end)) {
        if (!is_wanted) return true;
        // Both are exact as doubles, so that the quotient is the nearest one.
        if (count + places <= 18 && digits <= uint64_t(1) << 53) {
          double value = static_cast<double>(digits) / powers_of_ten[places];
          if (first > start) value = -value;
          slot->kind = FRC_JSON_SLOT_DOUBLE;
          memcpy(&slot->bits, &value, sizeof value);
          return true;
        }
      }
    }
  }
  while (!ends_at(end)) end += 1;
  frc_json_token token = {};
  if (frc_read_number(base + start, end - start, &token) != FRC_JSON_OK) return false;
  slot->kind = token.kind == FRC_JSON_INTEGER  ? FRC_JSON_SLOT_INTEGER
               : token.kind == FRC_JSON_DOUBLE ? FRC_JSON_SLOT_DOUBLE
                                               : FRC_JSON_SLOT_WIDE_INTEGER;
  slot->bits = static_cast<uint64_t>(token.second) << 32 | token.first;
  return true;
}

inline bool frc_json_rows::read_word(const char *word, size_t count) {
  size_t start = starts[next];
  next += 1;
  return count <= base_length - start && memcmp(base + start, word, count) == 0 &&
         ends_at(start + count);
}

// MARK: Places

inline int32_t frc_json_rows::member(int32_t place, const uint8_t *key, size_t count) const {
  const Place &parent = places.elements[place];
  if ((parent.lengths >> (count % 64) & 1) == 0) return -1;
  for (int32_t index = parent.first_member; index >= 0; index = places.elements[index].next) {
    const Place &member = places.elements[index];
    if (member.key_length != count) continue;
    // Most other keys of the same length begin with another letter.
    const uint8_t *wanted = keys.elements + member.key_start;
    if (count == 0 || (*wanted == *key && memcmp(wanted, key, count) == 0)) return index;
  }
  return -1;
}

// Gives all slots below a place a kind. Goes as deep as paths are long: keep them short.
void frc_json_rows::clear(int32_t place, frc_json_slot_kind kind) {
  for (int32_t index = places.elements[place].first_member; index >= 0; index = places.elements[index].next) {
    const Place &member = places.elements[index];
    if (member.slot >= 0) slots.elements[member.slot].kind = kind;
    clear(index, kind);
  }
}

// While a line is read its elements may move, so that arrays count them; then they stay.
inline void frc_json_rows::find_elements() {
  for (size_t index = 0; index < slots.count; index += 1) {
    frc_json_slot &slot = slots.elements[index];
    if (slot.kind != FRC_JSON_SLOT_ARRAY) continue;
    slot.bits = reinterpret_cast<uintptr_t>(elements.elements + slot.bits);
  }
}

// MARK: Lines

bool frc_json_rows::read_line(size_t end, bool has_escapes) {
  size_t depth = 0;
  int32_t place = 0;      // of the value that comes next, or negative
  int32_t element = -1;   // the array slot that it is an element of, or negative
  frc_json_slot unwanted;

value: {
  frc_json_slot *slot = &unwanted;
  bool leads_on = false;
  if (place >= 0) {
    Place &here = places.elements[place];
    leads_on = here.first_member >= 0;
    // Of duplicate members the last counts.
    if (leads_on && here.line == line) clear(place, FRC_JSON_SLOT_MISSING);
    here.line = line;
    if (here.slot >= 0) {
      slot = &slots.elements[here.slot];
      if (next < start_count) texts.elements[here.slot] = base + starts[next];
    }
  } else if (element >= 0) {
    // A long array is only counted: a test that needs its elements reads the line as a value.
    if (slots.elements[element].length++ < FRC_JSON_ROWS_MAXIMUM_ELEMENTS) {
      if (!elements.append({})) return false;
      slot = &elements.elements[elements.count - 1];
    }
  }
  uint8_t byte = peek();
  if (byte == '"') {
    const uint8_t *utf8;
    size_t count;
    if (!read_string(has_escapes, &utf8, &count)) return false;
    slot->kind = FRC_JSON_SLOT_STRING;
    slot->bits = reinterpret_cast<uintptr_t>(utf8);
    slot->length = static_cast<uint32_t>(count);
    if (leads_on) clear(place, FRC_JSON_SLOT_OTHER);
  } else if (byte == '{') {
    if (depth == FRC_JSON_MAXIMUM_DEPTH) return false;
    slot->kind = FRC_JSON_SLOT_OBJECT;
    levels[depth++] = {leads_on ? place : -1, -1, true};
    next += 1;
    if (peek() != '}') goto key;
    goto close;
  } else if (byte == '[') {
    if (depth == FRC_JSON_MAXIMUM_DEPTH) return false;
    slot->kind = FRC_JSON_SLOT_ARRAY;
    slot->bits = elements.count;
    slot->length = 0;
    // Elements of elements would come between those of the outer array.
    element = place >= 0 ? places.elements[place].slot : -1;
    if (leads_on) clear(place, FRC_JSON_SLOT_OTHER);
    levels[depth++] = {-1, element, false};
    place = -1;
    next += 1;
    if (peek() != ']') goto value;
    goto close;
  } else if (byte == '-' || (byte >= '0' && byte <= '9')) {
    if (!read_number(slot, slot != &unwanted)) return false;
    if (leads_on) clear(place, FRC_JSON_SLOT_OTHER);
  } else if (byte == 't') {
    if (!read_word("true", 4)) return false;
    slot->kind = FRC_JSON_SLOT_TRUE;
    if (leads_on) clear(place, FRC_JSON_SLOT_OTHER);
  } else if (byte == 'f') {
    if (!read_word("false", 5)) return false;
    slot->kind = FRC_JSON_SLOT_FALSE;
    if (leads_on) clear(place, FRC_JSON_SLOT_OTHER);
  } else if (byte == 'n') {
    if (!read_word("null", 4)) return false;
    slot->kind = FRC_JSON_SLOT_NULL;
  } else {
    return false;
  }
  goto after;
}

key: {
  const uint8_t *utf8;
  size_t count;
  if (peek() != '"' || !read_string(has_escapes, &utf8, &count)) return false;
  if (peek() != ':') return false;
  next += 1;
  int32_t owner = levels[depth - 1].place;
  place = owner >= 0 ? member(owner, utf8, count) : -1;
  element = -1;
  goto value;
}

close:
  next += 1;
  depth -= 1;

after:
  // What stands behind the line feed belongs to other lines, and the value has to end before it.
  if (depth == 0) return starts[next - 1] < end && (next == start_count || starts[next] >= end);
  const Level &level = levels[depth - 1];
  uint8_t byte = peek();
  if (byte == ',') {
    next += 1;
    if (level.is_object) goto key;
    place = -1;
    element = level.element;
    goto value;
  }
  if (byte == (level.is_object ? '}' : ']')) goto close;
  return false;
}

// MARK: The interface

frc_json_rows *frc_json_rows_create(void) {
  auto *rows = new (std::nothrow) frc_json_rows;
  if (rows == nullptr || rows->places.append({0, 0, -1, -1, -1, 0, 0})) return rows;
  delete rows;
  return nullptr;
}

void frc_json_rows_destroy(frc_json_rows *rows) { delete rows; }

int32_t frc_json_rows_member(
    frc_json_rows *rows, int32_t place, const uint8_t *key, size_t length) {
  int32_t known = rows->member(place, key, length);
  if (known >= 0) return known;
  if (length > UINT32_MAX || rows->places.count >= INT32_MAX) return -1;
  size_t start = rows->keys.count;
  // No place is made of memory that is not there: `memcpy` wants an address even for no bytes.
  if (!rows->keys.reserve(start + length + 1)) return -1;
  if (length > 0) memcpy(rows->keys.elements + start, key, length);
  rows->keys.count += length;
  int32_t index = static_cast<int32_t>(rows->places.count);
  int32_t sibling = rows->places.elements[place].first_member;
  Place added = {start, static_cast<uint32_t>(length), -1, -1, sibling, 0, 0};
  if (!rows->places.append(added)) return -1;
  rows->places.elements[place].first_member = index;
  rows->places.elements[place].lengths |= uint64_t(1) << (length % 64);
  return index;
}

int32_t frc_json_rows_slot(frc_json_rows *rows, int32_t place) {
  Place &wanted = rows->places.elements[place];
  if (wanted.slot >= 0) return wanted.slot;
  if (!rows->texts.append(nullptr) || !rows->slots.append({})) return -1;
  wanted.slot = static_cast<int32_t>(rows->slots.count - 1);
  return wanted.slot;
}

void frc_json_rows_begin(frc_json_rows *rows, const uint8_t *text, size_t length) {
  rows->text = text;
  rows->length = length;
  rows->at = 0;
  rows->next_backslash = 0;
  rows->is_whole = rows->find_structure(text, length);
  const void *backslash = length > 0 ? memchr(text, '\\', length) : nullptr;
  rows->next_backslash =
      backslash == nullptr ? length : static_cast<const uint8_t *>(backslash) - text;
}

bool frc_json_rows_next(frc_json_rows *rows, frc_json_row *row) {
  if (rows->at >= rows->length) return false;
  const uint8_t *start = rows->text + rows->at;
  const void *feed = memchr(start, '\n', rows->length - rows->at);
  size_t end = feed == nullptr ? rows->length : static_cast<const uint8_t *>(feed) - rows->text;
  row->start = rows->at;
  row->length = end - rows->at;
  rows->at = end + 1;
  rows->line += 1;

  bool has_escapes = rows->next_backslash < end;
  if (has_escapes) {
    const void *backslash =
        end < rows->length ? memchr(rows->text + end, '\\', rows->length - end) : nullptr;
    rows->next_backslash = backslash == nullptr
                               ? rows->length
                               : static_cast<const uint8_t *>(backslash) - rows->text;
  }
  row->status = FRC_JSON_ROW_UNREAD;
  size_t last = end;
  if (!rows->is_whole) {
    if (row->length == 0) {
      row->status = FRC_JSON_ROW_BLANK;
      return true;
    }
    if (!rows->find_structure(start, row->length)) return true;
    last = row->length;
  }
  if (rows->next == rows->start_count || rows->starts[rows->next] >= last) {
    row->status = FRC_JSON_ROW_BLANK;
    return true;
  }
  rows->elements.count = 0;
  rows->scratch.count = 0;
  // All strings of a line together are no longer than the line.
  if (has_escapes && !rows->scratch.reserve(row->length + 4)) return true;
  if (rows->slots.count > 0) {
    memset(rows->slots.elements, 0, rows->slots.count * sizeof(frc_json_slot));
  }
  size_t first = rows->next;
  if (rows->read_line(last, has_escapes)) {
    rows->find_elements();
    row->status = FRC_JSON_ROW_READ;
    return true;
  }
  // The walk may have gone on into the next lines, or stopped in the middle of its own.
  rows->next = first;
  while (rows->next < rows->start_count && rows->starts[rows->next] < last) rows->next += 1;
  return true;
}

const frc_json_slot *frc_json_rows_slots(const frc_json_rows *rows) { return rows->slots.elements; }

const uint8_t *frc_json_rows_text(const frc_json_rows *rows, int32_t slot, size_t *length) {
  frc_json_slot_kind kind = static_cast<frc_json_slot_kind>(rows->slots.elements[slot].kind);
  if (kind == FRC_JSON_SLOT_MISSING || kind == FRC_JSON_SLOT_OTHER) return nullptr;
  const uint8_t *start = rows->texts.elements[slot];
  const uint8_t *end = rows->base + rows->base_length;
  const uint8_t *at = start;
  size_t depth = 0;
  do {
    uint8_t byte = *at++;
    if (byte == '"') {
      while (at < end && *at != '"') at += *at == '\\' ? 2 : 1;
      at += 1;
    } else if (byte == '{' || byte == '[') {
      depth += 1;
    } else if (byte == '}' || byte == ']') {
      depth -= 1;
    } else if (depth == 0) {
      while (at < end && *at != ',' && *at != '}' && *at != ']' && !is_space(*at)) at += 1;
    }
  } while (depth > 0 && at < end);
  *length = at - start;
  return start;
}
