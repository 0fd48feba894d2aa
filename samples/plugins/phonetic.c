// Names that sound or look alike: levenshtein(a, b) and SOUNDS_LIKE.

#include <frc_plugin.h>
#include <stdlib.h>

FRC_PLUGIN

// ---- levenshtein(a, b)

// The scalar that begins at *position, which moves behind it. The text is valid UTF-8.
static uint32_t next_scalar(frc_bytes text, size_t *position) {
  const unsigned char *bytes = text.start;
  uint32_t first = bytes[(*position)++];
  size_t more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
  uint32_t scalar = more ? first & (0x3F >> more) : first;
  while (more-- && *position < text.length) scalar = scalar << 6 | (bytes[(*position)++] & 0x3F);
  return scalar;
}

// How many scalars have to be put in, taken out or changed; -1 where memory is short.
static int64_t distance(frc_bytes from, frc_bytes to) {
  // One row of the table: its columns are the scalars of `to`, at most as many as bytes.
  int64_t *row = malloc((to.length + 1) * sizeof(int64_t));
  if (!row) return -1;
  for (size_t column = 0; column <= to.length; column++) row[column] = (int64_t)column;
  size_t last = 0;
  for (size_t at = 0; at < to.length; last++) next_scalar(to, &at);
  for (size_t at = 0; at < from.length;) {
    uint32_t scalar = next_scalar(from, &at);
    int64_t diagonal = row[0]++;
    size_t other = 0;
    for (size_t column = 1; column <= last; column++) {
      int64_t best = diagonal + (next_scalar(to, &other) != scalar);
      if (row[column] + 1 < best) best = row[column] + 1;
      if (row[column - 1] + 1 < best) best = row[column - 1] + 1;
      diagonal = row[column];
      row[column] = best;
    }
  }
  int64_t result = row[last];
  free(row);
  return result;
}

static void levenshtein(const frc_plugin_api *api, frc_call *call,
                        const frc_value *const *arguments, size_t count, void *user_data) {
  (void)count, (void)user_data;
  frc_bytes from, to;
  if (!api->get_text(arguments[0], &from) || !api->get_text(arguments[1], &to)) {
    // One of them is nil: there is no distance.
    api->set_result(call, api->make_nil(call));
    return;
  }
  // The work grows with the product of the lengths.
  if (from.length > 10000 || to.length > 10000) {
    api->set_error(call, "levenshtein takes texts of up to 10000 bytes");
    return;
  }
  int64_t result = distance(from, to);
  if (result < 0) {
    api->set_error(call, "levenshtein has no memory");
  } else {
    api->set_result(call, api->make_integer(call, result));
  }
}

// ---- name SOUNDS_LIKE "Robert"

// The digit of a letter: 0 of a vowel, which separates equal digits, -1 of H and W, which do not, and
// of what is no letter -2.
static int soundex_digit(unsigned char letter) {
  static const signed char digits[26] = {0, 1, 2, 3, 0, 1, 2, -1, 0, 2, 2, 4, 5,
                                         5, 0, 1, 2, 6, 2, 3, 0, 1, -1, 2, 0, 2};
  letter |= 0x20;
  return letter < 'a' || letter > 'z' ? -2 : digits[letter - 'a'];
}

// The American soundex of the letters A to Z; false where there are none.
static bool soundex(frc_bytes text, char code[4]) {
  const unsigned char *bytes = text.start;
  int length = 0, previous = 0;
  for (size_t index = 0; index < text.length && length < 4; index++) {
    int digit = soundex_digit(bytes[index]);
    if (digit == -2) continue;
    if (length == 0) {
      code[length++] = (char)(bytes[index] & ~0x20);
    } else if (digit > 0 && digit != previous) {
      code[length++] = (char)('0' + digit);
    }
    if (digit >= 0) previous = digit;
  }
  if (length == 0) return false;
  while (length < 4) code[length++] = '0';
  return true;
}

static void sounds_like(const frc_plugin_api *api, frc_call *call,
                        const frc_value *const *arguments, size_t count, void *user_data) {
  (void)count, (void)user_data;
  frc_bytes left, right;
  char first[4], second[4];
  bool same = api->get_text(arguments[0], &left) && api->get_text(arguments[1], &right) &&
              soundex(left, first) && soundex(right, second);
  for (int index = 0; same && index < 4; index++) same = first[index] == second[index];
  api->set_result(call, api->make_boolean(call, same));
}

int frc_plugin_register(const frc_plugin_api *api, frc_registry *registry) {
  const frc_kind strings[] = {FRC_STRING, FRC_STRING};
  const frc_function function = {
    .name = "levenshtein",
    .summary = "How many letters two texts differ by.",
    .example = "levenshtein(\"kitten\", \"sitting\") == 3",
    .parameters = strings,
    .parameter_count = 2,
    .minimum_arguments = 2,
    .maximum_arguments = 2,
    .result = FRC_NUMBER,
    .flags = FRC_PURE,
    .body = levenshtein,
  };
  const frc_word_operator operator = {
    .name = "SOUNDS_LIKE",
    .summary = "Two English names have the same soundex; a text without letters has none.",
    .example = "\"Robert\" SOUNDS_LIKE \"Rupert\"",
    .left = FRC_STRING,
    .right = FRC_STRING,
    .body = sounds_like,
  };
  return api->add_function(registry, &function) || api->add_word_operator(registry, &operator);
}
