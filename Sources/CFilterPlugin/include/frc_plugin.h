// Plug-ins: functions, operators, casts, messages and keys of the filter language from a shared
// object.
//
// A plug-in is a shared object with two functions that C can call:
//
//   frc_plugin_api_version   says which version of this file it was compiled with
//   frc_plugin_register      adds its entries
//
//   #include <frc_plugin.h>
//
//   FRC_PLUGIN
//
//   static void twice(const frc_plugin_api *api, frc_call *call,
//                     const frc_value *const *arguments, size_t count, void *user_data) {
//     double number;
//     bool is_number = api->get_double(arguments[0], &number);
//     api->set_result(call, is_number ? api->make_double(call, number * 2) : api->make_nil(call));
//   }
//
//   int frc_plugin_register(const frc_plugin_api *api, frc_registry *registry) {
//     const frc_kind number = FRC_NUMBER;
//     const frc_function function = {
//       .name = "twice", .summary = "The number times two.", .example = "twice(4) == 8",
//       .parameters = &number, .parameter_count = 1, .minimum_arguments = 1, .maximum_arguments = 1,
//       .result = FRC_NUMBER, .flags = FRC_PURE, .body = twice };
//     return api->add_function(registry, &function);
//   }
//
//   clang -shared -fPIC -I DIRECTORY-OF-THIS-FILE twice.c -o twice.so
//   frc-query --plugin ./twice.so "twice(age) > 60" people.json
//
// Rules.
//
// * A plug-in runs inside the program with all of its rights: load only what you trust. It is never
//   unloaded.
// * A body is called from several threads at a time where predicates are. What it shares it has to
//   guard itself, `user_data` included.
// * Nothing may be thrown, jumped or panicked out of a function that the program called.
// * The api table is the same for the whole life of the program and may be kept.
// * A registry may be used until frc_plugin_register returns. After that each function that adds gives
//   FRC_REGISTRY_CLOSED, frees the data of the entry with its `destroy`, and changes nothing; refuse
//   does nothing.
// * A call and its values may be used until the body returns, by one thread at a time. After that they
//   are as null is: values have no kind, functions that make values give null, set_result and
//   set_error do nothing. Bytes that an frc_bytes points to are gone, and reading them is a fault that
//   nothing checks. So is a use on another thread at the moment at which the body returns.
// * Null is allowed wherever a value is: a null value has no kind, no content and no elements.

#ifndef FRC_PLUGIN_H
#define FRC_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this file. A program loads plug-ins of its own version and of all earlier ones: what
// stands here keeps its place and meaning, and later versions only add to the ends of frc_plugin_api
// and, read only from plug-ins that know them, of the entries. Version 2 added messages and keys of
// values.
#define FRC_PLUGIN_API_VERSION 2

// How many arguments a function may take.
#define FRC_PLUGIN_MAXIMUM_ARGUMENTS 64

// How deep the lists, sets and objects that one call makes may nest.
#define FRC_PLUGIN_MAXIMUM_DEPTH 256

// How many values such a list, set or object may have in it, those of its elements included. A value that is used twice
// counts twice; a text or data counts once more for each 32 bytes.
#define FRC_PLUGIN_MAXIMUM_SIZE 4194304

// The kinds of value.
typedef enum frc_kind {
  FRC_ANY,      // in a declaration: every kind. Of a null value: no kind
  FRC_NIL,
  FRC_BOOLEAN,  // is also the number 1 or 0
  FRC_NUMBER,
  FRC_STRING,
  FRC_DATE,
  FRC_DATA,
  FRC_UUID,
  FRC_LIST,
  FRC_SET,      // distinct values in a stable order
  FRC_OBJECT,   // keys and values in a stable order
} frc_kind;

// How a number is kept.
typedef enum frc_number_form {
  FRC_NO_NUMBER,
  FRC_INTEGER,  // 64 bits
  FRC_WIDE,     // an integer outside 64 bits
  FRC_DOUBLE,
  FRC_DECIMAL,  // up to 38 decimal digits
} frc_number_form;

// Bytes in memory of somebody else, whose start may be null where there are none. A text is UTF-8, has
// no zero at its end and may hold zeros.
typedef struct frc_bytes {
  const void *start;
  size_t length;
} frc_bytes;

typedef struct frc_plugin_api frc_plugin_api;

// Takes entries while a plug-in registers. Like the two types below it is a handle: what it points to
// is the program's affair.
typedef struct frc_registry frc_registry;

// One use of an entry: owns what is made for it.
typedef struct frc_call frc_call;

// A value that cannot be changed.
typedef struct frc_value frc_value;

// What an entry does. It sets one result, or fails; of several the last counts.
//
//   function             the arguments in order, as many as it takes
//   word operator        the left and the right side; the result is a boolean
//   collection operator  one list, the elements
//   cast                 one value
//   message              what is asked, which is never nil, then the arguments
//   leaf key             one value, never nil
//
// Arguments have the kinds that the entry declares, or are nil. A boolean is given where a number is
// declared, and a list and a set where the other one is.
typedef void (*frc_body)(const frc_plugin_api *api, frc_call *call,
                         const frc_value *const *arguments, size_t count, void *user_data);

// Frees `user_data`: called once for each entry that was handed over, when nothing can use it any
// more, refused entries included. May be null.
typedef void (*frc_destructor)(void *user_data);

// What functions that add entries give.
enum {
  FRC_ADDED = 0,
  FRC_REFUSED = 1,          // the entry cannot be, which refuses the plug-in
  FRC_REGISTRY_CLOSED = 2,  // the registration is over, or the registry is null
};

enum {
  // Equal arguments give equal results and nothing else happens: a call whose arguments are constant
  // is made once.
  FRC_PURE = 1,
};

// Every entry has a summary, a fragment on one line with a full stop, and an example, a predicate that
// is true of any item. All texts of entries are UTF-8 with a zero at the end, and are copied. No name
// has control characters; in other texts the program shows them as escapes.

// `levenshtein(a, b)`
typedef struct frc_function {
  const char *name;            // a name, or a selector such as "distance:to:" with a colon an argument
  const char *summary;
  const char *example;
  const frc_kind *parameters;  // the kinds of the arguments in order; null where any are taken
  size_t parameter_count;      // the last kind stands for all further arguments
  size_t minimum_arguments;    // 0 only where maximum_arguments is
  size_t maximum_arguments;
  frc_kind result;             // FRC_ANY where it depends; nil is always allowed
  uint32_t flags;
  frc_body body;
  void *user_data;
  frc_destructor destroy;
} frc_function;

// `name SOUNDS_LIKE "Robert"`
typedef struct frc_word_operator {
  const char *name;            // a name that is no word of the language; filters may use any case
  const char *summary;
  const char *example;
  frc_kind left;
  frc_kind right;
  frc_body body;
  void *user_data;
  frc_destructor destroy;
} frc_word_operator;

// `prices.@median.amount`
typedef struct frc_collection_operator {
  const char *name;            // without the sign
  const char *summary;
  const char *example;
  bool takes_key;              // the next key is read from each element first
  frc_kind result;
  frc_body body;
  void *user_data;
  frc_destructor destroy;
} frc_collection_operator;

// `CAST(x, "Roman")`
typedef struct frc_cast {
  const char *name;            // of the type
  const char *summary;
  const char *example;
  frc_kind result;
  frc_body body;               // nil is given too
  void *user_data;
  frc_destructor destroy;
} frc_cast;

// `FUNCTION(name, "initials")`. Equal receivers and arguments have to give equal results: a call whose
// parts are constant is made once. Since version 2.
typedef struct frc_message {
  const char *name;            // the selector: a name, or names with a colon each, one for an argument
  const char *summary;
  const char *example;
  frc_kind receiver;           // the kind of what is asked
  const frc_kind *parameters;  // the kinds of the arguments in order; null where any are taken
  size_t parameter_count;      // the last kind stands for all further arguments
  frc_kind result;
  frc_body body;
  void *user_data;
  frc_destructor destroy;
} frc_message;

// `name.initials`: a key of values that have no members. Equal values have to give equal results.
// Since version 2.
typedef struct frc_leaf_key {
  const char *name;
  const char *summary;
  const char *example;
  const frc_kind *kinds;       // those that have the key: FRC_BOOLEAN, FRC_NUMBER, FRC_STRING,
                               // FRC_DATE, FRC_DATA, FRC_UUID; a boolean is no number here
  size_t kind_count;
  frc_kind result;
  frc_body body;
  void *user_data;
  frc_destructor destroy;
} frc_leaf_key;

struct frc_plugin_api {
  // The version of the program, FRC_PLUGIN_API_VERSION or later.
  uint32_t version;

  // Registering. Each gives FRC_ADDED, or FRC_REFUSED for an entry that cannot be: one such entry
  // refuses the plug-in, with the reason of the first. FRC_REGISTRY_CLOSED once the registration is
  // over.

  int (*add_function)(frc_registry *registry, const frc_function *entry);
  int (*add_word_operator)(frc_registry *registry, const frc_word_operator *entry);
  int (*add_collection_operator)(frc_registry *registry, const frc_collection_operator *entry);
  int (*add_cast)(frc_registry *registry, const frc_cast *entry);

  // Says why the plug-in cannot be used, and refuses it. The text is copied.
  void (*refuse)(frc_registry *registry, const char *message);

  // Reading values. What gives a bool gives false, and leaves `result` alone, where the value is of
  // another kind.

  frc_kind (*kind)(const frc_value *value);
  frc_number_form (*number_form)(const frc_value *value);
  bool (*get_boolean)(const frc_value *value, bool *result);

  // A whole number that fits in 64 bits, however it is kept; a boolean as 1 or 0.
  bool (*get_integer)(const frc_value *value, int64_t *result);

  // The nearest double of any number; a boolean as 1 or 0.
  bool (*get_double)(const frc_value *value, double *result);

  // The digits of any number, such as "-12.5"; exact but for doubles, which are shortest.
  bool (*get_digits)(const frc_value *value, frc_bytes *result);

  // The text of an argument lies where the program keeps it.
  bool (*get_text)(const frc_value *value, frc_bytes *result);
  bool (*get_data)(const frc_value *value, frc_bytes *result);

  // Seconds since 2001-01-01T00:00:00Z.
  bool (*get_date)(const frc_value *value, double *result);
  bool (*get_uuid)(const frc_value *value, uint8_t result[16]);

  // The number of elements of a list or set, or of members of an object; 0 of any other value.
  size_t (*count)(const frc_value *value);

  // An element of a list or set, or the value of a member; null outside. Constant time after the first.
  const frc_value *(*element)(const frc_value *value, size_t index);

  // The key of a member of an object; false outside.
  bool (*get_key)(const frc_value *value, size_t index, frc_bytes *result);

  // The value of a key of an object, null where it has none.
  const frc_value *(*member)(const frc_value *value, const void *key, size_t length);

  // Making values. All that they are made of is copied. Null for what cannot be made: an ill-formed
  // text, say. The reason is remembered, and is the error of the call if null becomes its result.

  const frc_value *(*make_nil)(frc_call *call);
  const frc_value *(*make_boolean)(frc_call *call, bool value);
  const frc_value *(*make_integer)(frc_call *call, int64_t value);
  const frc_value *(*make_double)(frc_call *call, double value);

  // An integer of any size, of its decimal digits.
  const frc_value *(*make_wide)(frc_call *call, const char *digits, size_t length);

  // A decimal number, of digits such as "-12.5" or "1e3".
  const frc_value *(*make_decimal)(frc_call *call, const char *digits, size_t length);
  const frc_value *(*make_text)(frc_call *call, const char *text, size_t length);
  const frc_value *(*make_data)(frc_call *call, const void *bytes, size_t length);
  const frc_value *(*make_date)(frc_call *call, double seconds);
  const frc_value *(*make_uuid)(frc_call *call, const uint8_t bytes[16]);
  const frc_value *(*make_list)(frc_call *call, const frc_value *const *elements, size_t count);

  // The first of equal elements is kept.
  const frc_value *(*make_set)(frc_call *call, const frc_value *const *elements, size_t count);

  // Of equal keys the last value counts.
  const frc_value *(*make_object)(frc_call *call, const frc_bytes *keys,
                                  const frc_value *const *values, size_t count);

  // The end of a call.

  // Sets the result: a value that was made or given.
  void (*set_result)(frc_call *call, const frc_value *value);

  // Fails, with a sentence without a full stop. The text is copied.
  void (*set_error)(frc_call *call, const char *message);

  // Registering, since version 2.

  int (*add_message)(frc_registry *registry, const frc_message *entry);
  int (*add_leaf_key)(frc_registry *registry, const frc_leaf_key *entry);
};

#if defined(_WIN32)
#define FRC_PLUGIN_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FRC_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define FRC_PLUGIN_EXPORT
#endif

// What a plug-in exports. They are declared where it is written in C or C++ and says FRC_PLUGIN; in
// other languages it exports functions of these names and types.
//
//   uint32_t frc_plugin_api_version(void)
//     FRC_PLUGIN_API_VERSION. Called first; a version that the program does not know ends it there.
//
//   int frc_plugin_register(const frc_plugin_api *api, frc_registry *registry)
//     Adds the entries; 0, or another number to refuse.

typedef uint32_t (*frc_plugin_api_version_function)(void);
typedef int (*frc_plugin_register_function)(const frc_plugin_api *api, frc_registry *registry);

#ifdef __cplusplus
#define FRC_PLUGIN_LINKAGE extern "C"
#else
#define FRC_PLUGIN_LINKAGE extern
#endif

#define FRC_PLUGIN                                                                                 \
  FRC_PLUGIN_LINKAGE FRC_PLUGIN_EXPORT uint32_t frc_plugin_api_version(void);                      \
  FRC_PLUGIN_LINKAGE FRC_PLUGIN_EXPORT int frc_plugin_register(const frc_plugin_api *api,          \
                                                               frc_registry *registry);            \
  uint32_t frc_plugin_api_version(void) { return FRC_PLUGIN_API_VERSION; }

#ifdef __cplusplus
}
#endif

#endif
