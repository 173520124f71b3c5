/* SPDX-License-Identifier: Apache-2.0 */
#include "core/records/trial-origin.h"

static const char *const names[TL_N_ORIGINS] = { "unknown", "start", "rules", "random", "mutated", "added" };

const char *
tl_origin_name (TlOriginKind kind)
{
  g_return_val_if_fail (kind < TL_N_ORIGINS, names[TL_ORIGIN_UNKNOWN]);

  return names[kind];
}

TlOriginKind
tl_origin_from_name (const char *name)
{
  for (guint i = 0; i < TL_N_ORIGINS; i++)
    if (g_strcmp0 (name, names[i]) == 0)
      return (TlOriginKind) i;
  return TL_ORIGIN_UNKNOWN;
}
