/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/retimes.h"

void
tl_retimes_note (TlRetimes *retimes, double first_s, double again_s)
{
  if (first_s > 0 && (retimes->first_s == 0 || first_s < retimes->first_s))
    retimes->first_s = first_s;
  if (again_s > 0 && (retimes->again_s == 0 || again_s < retimes->again_s))
    retimes->again_s = again_s;
}

double
tl_retimes_scale (const TlRetimes *retimes)
{
  return retimes->first_s > 0 && retimes->again_s > 0 ? retimes->again_s / retimes->first_s : 1;
}
