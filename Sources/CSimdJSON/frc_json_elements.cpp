#include "include/frc_json_elements.h"

namespace {

// What a byte outside of strings is; everything else belongs to a scalar or is a colon.
enum Class : uint8_t { OTHER, BLANK, RETURN, FEED, QUOTE, OPEN, CLOSE, COMMA };

struct Classes {
  Class of[256] = {};

  constexpr Classes() {
    of[' '] = of['\t'] = BLANK;
    of['\r'] = RETURN;
    of['\n'] = FEED;
    of['"'] = QUOTE;
    of['['] = of['{'] = OPEN;
    of[']'] = of['}'] = CLOSE;
    of[','] = COMMA;
  }
};

constexpr Classes classes;

// Opens a level; false where it is too deep.
bool open(frc_json_elements &now, uint8_t bracket) {
  if (now.depth == FRC_JSON_ELEMENTS_MAXIMUM_DEPTH) return false;
  uint64_t bit = uint64_t(1) << now.depth % 64;
  uint64_t &word = now.objects[now.depth / 64];
  word = bracket == '{' ? word | bit : word & ~bit;
  now.depth += 1;
  return true;
}

// Whether the innermost level is an object.
bool is_object(const frc_json_elements &now) {
  uint32_t level = now.depth - 1;
  return now.objects[level / 64] >> level % 64 & 1;
}

// Takes the bytes from `at` up to `length` one by one: the rules that `split_block` follows, and all
// that it leaves alone. Gives the place of what is wrong, or `length`.
size_t split_bytes(frc_json_elements &now, uint8_t *text, size_t at, size_t length) {
  auto stop = [&](frc_json_elements_status status) {
    now.status = status;
    return at;
  };
  for (; at < length; at += 1) {
    if (now.in_string) {
      if (text[at] == '\n') return stop(FRC_JSON_ELEMENTS_UNCLOSED);
      if (now.is_escaped) {
        now.is_escaped = false;
      } else {
        now.in_string = text[at] != '"';
        now.is_escaped = text[at] == '\\';
      }
      continue;
    }
    Class found = classes.of[text[at]];
    if (now.status == FRC_JSON_ELEMENTS_END && (found == OTHER || found > FEED)) {
      return stop(FRC_JSON_ELEMENTS_TRAILING);
    }
    switch (found) {
      case BLANK:
        break;
      case RETURN:
        text[at] = ' ';
        break;
      case FEED:
        text[at] = '\r';
        break;
      case QUOTE:
        now.in_string = true;
        now.has_content = true;
        break;
      case OPEN:
        if (!open(now, text[at])) return stop(FRC_JSON_ELEMENTS_TOO_DEEP);
        now.has_content = true;
        break;
      case CLOSE:
        // What closes another kind of level would have the rest of the array taken for its element.
        if (now.depth > 0) {
          if (is_object(now) != (text[at] == '}')) {
            return stop(
                is_object(now) ? FRC_JSON_ELEMENTS_NO_OBJECT_END : FRC_JSON_ELEMENTS_NO_ARRAY_END);
          }
          now.depth -= 1;
          break;
        }
        if (text[at] == '}') return stop(FRC_JSON_ELEMENTS_NO_ARRAY_END);
        if (!now.has_content && now.count > 0) return stop(FRC_JSON_ELEMENTS_MISSING);
        now.count += now.has_content;
        now.has_content = false;
        now.status = FRC_JSON_ELEMENTS_END;
        text[at] = '\n';
        break;
      case COMMA:
        if (now.depth > 0) break;
        if (!now.has_content) return stop(FRC_JSON_ELEMENTS_MISSING);
        now.count += 1;
        now.has_content = false;
        text[at] = '\n';
        break;
      default:
        now.has_content = true;
        break;
    }
  }
  return at;
}

// The number of bytes that are looked at together, a bit of a word each.
constexpr size_t BLOCK = 64;

typedef uint8_t Bytes __attribute__((vector_size(BLOCK)));
typedef bool Bits __attribute__((ext_vector_type(BLOCK)));

// A bit for each byte that equals `value`.
inline uint64_t equal(const Bytes &bytes, uint8_t value) {
  return __builtin_bit_cast(uint64_t, __builtin_convertvector(bytes == value, Bits));
}

// The bits below a bit.
inline uint64_t below(unsigned bit) { return (uint64_t(1) << bit) - 1; }

// A bit for each byte that a backslash before it escapes; the text may begin with such a byte. It
// subtracts the first backslash of each row of them from bits at odd places: where the row begins
// decides whether the difference ends at an odd or an even one.
inline uint64_t escaped(uint64_t backslashes, uint64_t first) {
  constexpr uint64_t ODD = 0xAAAAAAAAAAAAAAAA;
  uint64_t starts = backslashes & ~first;
  uint64_t ends = (((starts << 1) | ODD) - starts) ^ ODD;
  return ends ^ (backslashes | first);
}

// A bit for each byte from a quote on up to the next one, which is left out.
inline uint64_t between(uint64_t quotes) {
  for (unsigned shift = 1; shift < BLOCK; shift *= 2) quotes ^= quotes << shift;
  return quotes;
}

// Takes the next `BLOCK` bytes as `split_bytes` does, as long as nothing is wrong and the array goes
// on; gives the number of bytes taken.
unsigned split_block(frc_json_elements &now, uint8_t *text) {
  Bytes bytes;
  __builtin_memcpy(&bytes, text, BLOCK);
  uint64_t backslashes = equal(bytes, '\\');
  uint64_t after = escaped(backslashes, now.is_escaped);
  uint64_t strings = between(equal(bytes, '"') & ~after) ^ -uint64_t(now.in_string);
  uint64_t feeds = equal(bytes, '\n');
  uint64_t returns = equal(bytes, '\r') & ~strings;

  // Outside of strings a backslash escapes nothing, so that all above holds up to the first.
  uint64_t odd = (feeds & strings) | (backslashes & ~strings);
  unsigned end = odd == 0 ? BLOCK : __builtin_ctzll(odd);
  uint64_t known = odd == 0 ? ~uint64_t(0) : below(end);

  // Brackets and braces differ in one bit.
  Bytes folded = bytes | 0x20;
  uint64_t brackets = (equal(folded, '{') | equal(folded, '}')) & ~strings & known;
  uint64_t commas = equal(bytes, ',') & ~strings & known;
  uint64_t contents = ~(feeds | returns | equal(bytes, ' ') | equal(bytes, '\t'));

  uint64_t left = brackets | commas;
  unsigned start = 0;  // of the element
  auto has_content = [&](unsigned at) {
    uint64_t bits = contents & ~below(start);
    return now.has_content || (at < BLOCK ? bits & below(at) : bits) != 0;
  };
  while (uint64_t wanted = now.depth > 0 ? left & brackets : left) {
    unsigned at = __builtin_ctzll(wanted);
    bool is_right = true;
    if (commas >> at & 1) {
      is_right = has_content(at);
      if (is_right) {
        now.count += 1;
        now.has_content = false;
        text[at] = '\n';
        start = at + 1;
      }
    } else if (text[at] == '{' || text[at] == '[') {
      is_right = open(now, text[at]);
    } else {
      is_right = now.depth > 0 && is_object(now) == (text[at] == '}');
      if (is_right) now.depth -= 1;
    }
    if (!is_right) {
      end = at;
      known = below(end);
      break;
    }
    left &= ~below(at) & ~(uint64_t(1) << at);
  }
  now.has_content = start < BLOCK && has_content(end);
  now.in_string = strings >> (end < BLOCK ? end : BLOCK - 1) & 1;
  now.is_escaped = end < BLOCK ? after >> end & 1 : (backslashes & ~after) >> (BLOCK - 1);

  for (uint64_t left = feeds & ~strings & known; left != 0; left &= left - 1) {
    text[__builtin_ctzll(left)] = '\r';
  }
  for (uint64_t left = returns & known; left != 0; left &= left - 1) {
    text[__builtin_ctzll(left)] = ' ';
  }
  return end;
}

}  // namespace

size_t frc_json_elements_split(frc_json_elements *state, uint8_t *text, size_t length) {
  frc_json_elements &now = *state;
  size_t at = 0;
  while (length - at >= BLOCK && now.status == FRC_JSON_ELEMENTS_MORE) {
    size_t end = at + BLOCK;
    at += split_block(now, text + at);
    if (at < end) at = split_bytes(now, text, at, end);
    if (at < end) return at;
  }
  return split_bytes(now, text, at, length);
}

size_t frc_json_elements_lines(const uint8_t *text, size_t length) {
  size_t count = 0;
  size_t at = 0;
  for (; length - at >= BLOCK; at += BLOCK) {
    Bytes bytes;
    __builtin_memcpy(&bytes, text + at, BLOCK);
    count += __builtin_popcountll(equal(bytes, '\r'));
  }
  for (; at < length; at += 1) count += text[at] == '\r';
  return count;
}
