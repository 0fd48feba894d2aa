// Memory that grows and never throws.

#ifndef FRC_JSON_BUFFER_H
#define FRC_JSON_BUFFER_H

#include <stddef.h>
#include <stdlib.h>

namespace frc {

// For elements that can be copied byte by byte.
template <typename Element>
struct Buffer {
  Element *elements = nullptr;
  size_t count = 0;
  size_t capacity = 0;

  Buffer() = default;
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { free(elements); }

  bool reserve(size_t wanted) {
    if (wanted <= capacity) return true;
    size_t larger = capacity * 2 > wanted ? capacity * 2 : wanted;
    void *grown = realloc(elements, larger * sizeof(Element));
    if (grown == nullptr) return false;
    elements = static_cast<Element *>(grown);
    capacity = larger;
    return true;
  }

  bool append(const Element &element) {
    if (!reserve(count + 1)) return false;
    elements[count++] = element;
    return true;
  }
};

}  // namespace frc

#endif
