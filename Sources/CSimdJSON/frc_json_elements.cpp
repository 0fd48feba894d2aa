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

}  // namespace

size_t frc_json_elements_split(frc_json_elements *state, uint8_t *text, size_t length) {
  frc_json_elements &now = *state;
  size_t at = 0;
  auto stop = [&](frc_json_elements_status status) {
    now.status = status;
    return at;
  };
  while (at < length) {
    if (now.in_string) {
      if (now.is_escaped) {
        now.is_escaped = false;
        if (text[at] == '\n') return stop(FRC_JSON_ELEMENTS_UNCLOSED);
        at += 1;
        continue;
      }
      while (at < length && text[at] != '"' && text[at] != '\\' && text[at] != '\n') at += 1;
      if (at == length) break;
      if (text[at] == '\n') return stop(FRC_JSON_ELEMENTS_UNCLOSED);
      now.in_string = text[at] != '"';
      now.is_escaped = text[at] == '\\';
      at += 1;
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
      case OPEN: {
        if (now.depth == FRC_JSON_ELEMENTS_MAXIMUM_DEPTH) return stop(FRC_JSON_ELEMENTS_TOO_DEEP);
        uint64_t bit = uint64_t(1) << now.depth % 64;
        uint64_t &word = now.objects[now.depth / 64];
        word = text[at] == '{' ? word | bit : word & ~bit;
        now.depth += 1;
        now.has_content = true;
        break;
      }
      case CLOSE:
        // What closes another kind of level would have the rest of the array taken for its element.
        if (now.depth > 0) {
          uint32_t level = now.depth - 1;
          bool is_object = now.objects[level / 64] >> level % 64 & 1;
          if (is_object != (text[at] == '}')) {
            return stop(is_object ? FRC_JSON_ELEMENTS_NO_OBJECT_END : FRC_JSON_ELEMENTS_NO_ARRAY_END);
          }
          now.depth = level;
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
    at += 1;
  }
  return at;
}
