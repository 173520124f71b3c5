/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/json-depth.h"

gboolean
tl_json_is_too_deep (const char *json, guint most)
{
  guint    depth = 0;
  gboolean in_string = FALSE;

  for (; *json != '\0'; json++)
    if (in_string)
      {
        if (*json == '\\' && json[1] != '\0')
          json++;
        else if (*json == '"')
          in_string = FALSE;
      }
    else if (*json == '"')
      in_string = TRUE;
    else if (*json == '[' || *json == '{')
      {
        if (++depth > most)
          return TRUE;
      }
    else if ((*json == ']' || *json == '}') && depth > 0)
      depth--;
  return FALSE;
}
