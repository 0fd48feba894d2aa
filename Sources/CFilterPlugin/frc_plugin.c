#include "frc_plugin.h"

// Plug-ins of other languages write the kinds as 32-bit numbers.
_Static_assert(sizeof(frc_kind) == 4, "frc_kind has 32 bits");
_Static_assert(sizeof(frc_number_form) == 4, "frc_number_form has 32 bits");
_Static_assert(sizeof(bool) == 1, "bool has 8 bits");
