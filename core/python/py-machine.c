/* SPDX-License-Identifier: Apache-2.0 */
/* "from tileloom import machine": what a schedule that fits any machine asks about the one it is for, that on which the script runs. */
#include "core/base/extremum.h"
#include "core/device/device.h"
#include "core/python/python.h"
#include "core/target/target.h"

static gboolean
takes_nothing (TlPyInterp *interp, const TlPyArgs *args)
{
  return (args->n_positional == 0 && args->n_named == 0)
         || tl_py_fail (interp, args->call, "this function takes no arguments");
}

static gboolean
vector_bits (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = tl_py_int (tl_target_host ().vector_bits);
  return takes_nothing (interp, args);
}

static gboolean
vector_registers (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlTarget host = tl_target_host ();

  *value = tl_py_int (tl_target_vector_registers (&host));
  return takes_nothing (interp, args);
}

static gboolean
cores (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = tl_py_int (tl_max (tl_device_host ()->n_units, 1));
  return takes_nothing (interp, args);
}

/* cache_bytes (level), cache_bytes (level, bytes where the system does not say) */
static gboolean
cache_bytes (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlDeviceInfo *info = tl_device_host ();
  const gint64     bytes[] = { info->l1d_bytes, info->l2_bytes, info->l3_bytes };
  gint64           level, otherwise = 0;

  if (args->n_positional < 1 || args->n_positional > 2 || args->n_named != 0 || !tl_py_get_int (&args->positional[0], &level) || level < 1
      || level > 3 || (args->n_positional == 2 && !tl_py_get_int (&args->positional[1], &otherwise)))
    return tl_py_fail (interp, args->call, "cache_bytes takes a level, 1, 2 or 3, and the bytes to take where that cache is unknown");
  *value = tl_py_int (bytes[level - 1] > 0 ? bytes[level - 1] : otherwise);
  return bytes[level - 1] > 0 || args->n_positional == 2
         || tl_py_fail (interp, args->call, "the system does not say how large cache %d is", (int) level);
}

const TlPyNative tl_py_machine[] = {
  { "machine", "vector_bits", vector_bits, FALSE },
  { "machine", "vector_registers", vector_registers, FALSE },
  { "machine", "cores", cores, FALSE },
  { "machine", "cache_bytes", cache_bytes, FALSE },
  { NULL, NULL, NULL, FALSE },
};
