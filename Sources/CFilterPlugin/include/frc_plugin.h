// Plug-ins: functions, operators, casts, messages and keys of the filter language from a shared
// object.
//
// A plug-in is a shared object with two functions that C can call:
//
//   frc_plugin_api_version   returns the version of this file that it was compiled with
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
// * A plug-in runs inside the program with all of its rights: load only plug-ins that you trust. A
//   plug-in is never unloaded.
// * Several threads may call a body at the same time, as they may evaluate a predicate. A body guards
//   the data that it shares, `user_data` included.
// * No exception, jump or panic may leave a function that the program called.
// * The api table is the same for the whole life of the program and may be kept.
// * A registry may be used until frc_plugin_register returns. After that, each function that adds an
//   entry returns FRC_REGISTRY_CLOSED, frees the data of the entry with its `destroy`, and changes
//   nothing; refuse does nothing.
// * A call and its values may be used until the body returns, by one thread at a time. After that they
//   behave as null: values have no kind, functions that make values return null, set_result and
//   set_error do nothing. The bytes that an frc_bytes points to are freed, and reading them is an error
//   that nothing detects. So is a use on another thread at the moment at which the body returns.
// * Null is allowed in place of any value: a null value has no kind, no content and no elements.

#ifndef FRC_PLUGIN_H
#define FRC_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this file. A program loads plug-ins of its own version and of all earlier ones: every
// declaration keeps its offset and meaning, and later versions only add to the ends of frc_plugin_api
// and of the entries. What they add to entries is read only from plug-ins of these versions. Version 2
// added messages and keys of values.
#define FRC_PLUGIN_API_VERSION 2

// The greatest number of arguments of a function.
#define FRC_PLUGIN_MAXIMUM_ARGUMENTS 64

// The greatest depth of nested lists, sets and objects that a call makes.
#define FRC_PLUGIN_MAXIMUM_DEPTH 256

// The greatest number of values in such a list, set or object, including those of its elements. A value that is used
// twice counts twice; a text or data counts once more for each 32 bytes.
#define FRC_PLUGIN_MAXIMUM_SIZE 4194304

// The kinds of values.
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

// The forms in which numbers are stored.
typedef enum frc_number_form {
  FRC_NO_NUMBER,
  FRC_INTEGER,  // 64 bits
  FRC_WIDE,     // an integer outside 64 bits
  FRC_DOUBLE,
  FRC_DECIMAL,  // up to 38 decimal digits
} frc_number_form;

// Bytes that the program or the plug-in owns. `start` may be null if there are none. A text is UTF-8, does
// not end with a zero and may contain zeros.
typedef struct frc_bytes {
  const void *start;
  size_t length;
} frc_bytes;

typedef struct frc_plugin_api frc_plugin_api;

// Receives entries while a plug-in registers. Like the two types below it is a handle to memory of the
// program.
typedef struct frc_registry frc_registry;

// One use of an entry. It owns the values that are made for it.
typedef struct frc_call frc_call;

// A value that cannot be changed.
typedef struct frc_value frc_value;

// The body of an entry. It sets a result or an error. If it sets several, the last one counts.
//
//   function             the arguments in order, as many as it takes
//   word operator        the left and the right side; the result is a boolean
//   collection operator  one list, the elements
//   cast                 one value
//   message              the receiver, which is never nil, and then the arguments
//   leaf key             one value, never nil
//
// Arguments have the kinds that the entry declares, or are nil. A boolean may be passed for a number, and
// a list and a set for each other.
typedef void (*frc_body)(const frc_plugin_api *api, frc_call *call,
                         const frc_value *const *arguments, size_t count, void *user_data);

// Frees `user_data`. Called once for each entry that was added or refused, when nothing can use it any
// more. May be null.
typedef void (*frc_destructor)(void *user_data);

// The results of functions that add entries.
enum {
  FRC_ADDED = 0,
  FRC_REFUSED = 1,          // the entry is not valid, which refuses the plug-in
  FRC_REGISTRY_CLOSED = 2,  // the registration is over, or the registry is null
};

enum {
  // Equal arguments have equal results, and the body has no other effect: a call with constant arguments
  // is made once.
  FRC_PURE = 1,
};

// Every entry has a summary, a phrase on one line that ends with a full stop, and an example, a predicate
// that is true for any item. All texts of entries are UTF-8 with a zero at the end, and are copied. Names
// have no control characters; in other texts the program shows them as escapes.

// `levenshtein(a, b)`
typedef struct frc_function {
  const char *name;            // a name, or a selector such as "distance:to:", a colon for each argument
  const char *summary;
  const char *example;
  const frc_kind *parameters;  // the kinds of the arguments in order; null if any kind is accepted
  size_t parameter_count;      // the last kind holds for all further arguments
  size_t minimum_arguments;    // 0 only if maximum_arguments is 0
  size_t maximum_arguments;
  frc_kind result;             // FRC_ANY if it differs; nil is always allowed
  uint32_t flags;
  frc_body body;
  void *user_data;
  frc_destructor destroy;
} frc_function;

// `name SOUNDS_LIKE "Robert"`
typedef struct frc_word_operator {
  const char *name;            // not a word of the language; filters may use any case
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
  frc_body body;               // is called for nil too
  void *user_data;
  frc_destructor destroy;
} frc_cast;

// `FUNCTION(name, "initials")`. Equal receivers and arguments must have equal results: a call whose parts
// are constant is made once. Since version 2.
typedef struct frc_message {
  const char *name;            // the selector: a name, or a name with a colon for each argument
  const char *summary;
  const char *example;
  frc_kind receiver;           // the kind of the receiver
  const frc_kind *parameters;  // the kinds of the arguments in order; null if any kind is accepted
  size_t parameter_count;      // the last kind holds for all further arguments
  frc_kind result;
  frc_body body;
  void *user_data;
  frc_destructor destroy;
} frc_message;

// `name.initials`: a key of values that have no members. Equal values must have equal results.
// Since version 2.
typedef struct frc_leaf_key {
  const char *name;
  const char *summary;
  const char *example;
  const frc_kind *kinds;       // the kinds that have the key: FRC_BOOLEAN, FRC_NUMBER, FRC_STRING,
                               // FRC_DATE, FRC_DATA, FRC_UUID; a boolean is not a number here
  size_t kind_count;
  frc_kind result;
  frc_body body;
  void *user_data;
  frc_destructor destroy;
} frc_leaf_key;

struct frc_plugin_api {
  // The version of the program, FRC_PLUGIN_API_VERSION or later.
  uint32_t version;

  // Registering. Each function returns FRC_ADDED, or FRC_REFUSED for an entry that is not valid. One such
  // entry refuses the plug-in, with the reason of the first one. After the registration they return
  // FRC_REGISTRY_CLOSED.

  int (*add_function)(frc_registry *registry, const frc_function *entry);
  int (*add_word_operator)(frc_registry *registry, const frc_word_operator *entry);
  int (*add_collection_operator)(frc_registry *registry, const frc_collection_operator *entry);
  int (*add_cast)(frc_registry *registry, const frc_cast *entry);

  // Refuses the plug-in with a reason. The text is copied.
  void (*refuse)(frc_registry *registry, const char *message);

  // Reading values. If the value has another kind, functions that return a bool return false and do not
  // change `result`.

  frc_kind (*kind)(const frc_value *value);
  frc_number_form (*number_form)(const frc_value *value);
  bool (*get_boolean)(const frc_value *value, bool *result);

  // A whole number that fits into 64 bits, in any form; a boolean as 1 or 0.
  bool (*get_integer)(const frc_value *value, int64_t *result);

  // The nearest double of any number; a boolean as 1 or 0.
  bool (*get_double)(const frc_value *value, double *result);

  // The digits of any number, such as "-12.5". They are exact; a double has the shortest digits
  // that identify it.
  bool (*get_digits)(const frc_value *value, frc_bytes *result);

  // The text of an argument is not copied.
  bool (*get_text)(const frc_value *value, frc_bytes *result);
  bool (*get_data)(const frc_value *value, frc_bytes *result);

  // Seconds since 2001-01-01T00:00:00Z.
  bool (*get_date)(const frc_value *value, double *result);
  bool (*get_uuid)(const frc_value *value, uint8_t result[16]);

  // The number of elements of a list or set, or of members of an object; 0 for any other value.
  size_t (*count)(const frc_value *value);

  // An element of a list or set, or the value of a member; null for an index that is out of bounds. Takes
  // constant time after the first call.
  const frc_value *(*element)(const frc_value *value, size_t index);

  // The key of a member of an object; false for an index that is out of bounds.
  bool (*get_key)(const frc_value *value, size_t index, frc_bytes *result);

  // The value of a key of an object; null if it has no such key.
  const frc_value *(*member)(const frc_value *value, const void *key, size_t length);

  // Making values. The functions copy their arguments. They return null for a value that cannot be made,
  // such as a text that is not UTF-8. The reason is kept, and becomes the error of the call if null becomes
  // its result.

  const frc_value *(*make_nil)(frc_call *call);
  const frc_value *(*make_boolean)(frc_call *call, bool value);
  const frc_value *(*make_integer)(frc_call *call, int64_t value);
  const frc_value *(*make_double)(frc_call *call, double value);

  // An integer of any size, from its decimal digits.
  const frc_value *(*make_wide)(frc_call *call, const char *digits, size_t length);

  // A decimal number, from digits such as "-12.5" or "1e3".
  const frc_value *(*make_decimal)(frc_call *call, const char *digits, size_t length);
  const frc_value *(*make_text)(frc_call *call, const char *text, size_t length);
  const frc_value *(*make_data)(frc_call *call, const void *bytes, size_t length);
  const frc_value *(*make_date)(frc_call *call, double seconds);
  const frc_value *(*make_uuid)(frc_call *call, const uint8_t bytes[16]);
  const frc_value *(*make_list)(frc_call *call, const frc_value *const *elements, size_t count);

  // Of equal elements, the first one is kept.
  const frc_value *(*make_set)(frc_call *call, const frc_value *const *elements, size_t count);

  // If a key repeats, its last value counts.
  const frc_value *(*make_object)(frc_call *call, const frc_bytes *keys,
                                  const frc_value *const *values, size_t count);

  // The end of a call.

  // Sets the result: a value that was made, or an argument.
  void (*set_result)(frc_call *call, const frc_value *value);

  // Sets the error: a sentence without a full stop. The text is copied.
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

// The functions that a plug-in exports. FRC_PLUGIN declares them in C and C++. A plug-in in another language
// exports functions with these names and types.
//
//   uint32_t frc_plugin_api_version(void)
//     Returns FRC_PLUGIN_API_VERSION. Called first. A plug-in of an unknown version is not used further.
//
//   int frc_plugin_register(const frc_plugin_api *api, frc_registry *registry)
//     Adds the entries. Returns 0, or another number to refuse the plug-in.

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
