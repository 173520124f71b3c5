/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/stack.h"

#include <pthread.h>

/* Stack for the calls made where recursion ends: messages, walks over the parts read so far. */
#define RESERVED_BYTES 49152u

static const void *
find_floor (void)
{
  pthread_attr_t attr;
  void          *lowest = NULL;
  size_t         size = 0;

  if (pthread_getattr_np (pthread_self (), &attr) != 0)
    return NULL;
  if (pthread_attr_getstack (&attr, &lowest, &size) != 0)
    lowest = NULL;
  pthread_attr_destroy (&attr);
  return lowest != NULL ? (const char *) lowest + MIN (size / 4, RESERVED_BYTES) : NULL;
}

const void *
tl_stack_floor (void)
{
  static _Thread_local const void *floor;
  static _Thread_local gboolean    is_known;   /* of the main thread, the system reads a file to find it */

  if (!is_known)
    floor = find_floor ();
  is_known = TRUE;
  return floor;
}

gboolean
tl_stack_is_low (const void *floor)
{
  return floor != NULL && (const char *) __builtin_frame_address (0) < (const char *) floor;
}
