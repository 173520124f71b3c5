/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes are a GVariant: reader and writer are this program on this machine, and anything else is recognized as malformed. */
#include "core/device/kernel-package.h"

#include <string.h>

#include "core/base/error.h"

#define ARG_TYPE     "(uuut)"              /* kind, index, bytes of a scalar, its value */
#define LAUNCH_TYPE  "(suuuuuuta" ARG_TYPE ")"
#define PACKAGE_TYPE "(ssata" LAUNCH_TYPE ")"

static void
launch_free (gpointer data)
{
  TlKernelLaunch *launch = data;

  g_free (launch->kernel);
  g_array_unref (launch->args);
  g_free (launch);
}

TlKernelPackage *
tl_kernel_package_new (const char *language, const char *source)
{
  TlKernelPackage *package = g_new0 (TlKernelPackage, 1);

  package->language = g_strdup (language);
  package->source = g_strdup (source);
  package->workspaces = g_array_new (FALSE, FALSE, sizeof (guint64));
  package->launches = g_ptr_array_new_with_free_func (launch_free);
  return package;
}

void
tl_kernel_package_free (TlKernelPackage *package)
{
  if (package == NULL)
    return;
  g_ptr_array_unref (package->launches);
  g_array_unref (package->workspaces);
  g_free (package->source);
  g_free (package->language);
  g_free (package);
}

TlKernelLaunch *
tl_kernel_package_add_launch (TlKernelPackage *package, const char *kernel)
{
  TlKernelLaunch *launch = g_new0 (TlKernelLaunch, 1);

  launch->kernel = g_strdup (kernel);
  launch->args = g_array_new (FALSE, FALSE, sizeof (TlKernelArg));
  for (guint i = 0; i < 3; i++)
    launch->n_blocks[i] = launch->n_threads[i] = 1;
  g_ptr_array_add (package->launches, launch);
  return launch;
}

/* --- writing --- */

static void
write_launch (GVariantBuilder *builder, const TlKernelLaunch *launch)
{
  g_variant_builder_open (builder, G_VARIANT_TYPE (LAUNCH_TYPE));
  g_variant_builder_add (builder, "s", launch->kernel);
  for (guint i = 0; i < 3; i++)
    g_variant_builder_add (builder, "u", launch->n_blocks[i]);
  for (guint i = 0; i < 3; i++)
    g_variant_builder_add (builder, "u", launch->n_threads[i]);
  g_variant_builder_add (builder, "t", launch->dynamic_shared_bytes);
  g_variant_builder_open (builder, G_VARIANT_TYPE ("a" ARG_TYPE));
  for (guint i = 0; i < launch->args->len; i++)
    {
      const TlKernelArg *arg = &g_array_index (launch->args, TlKernelArg, i);
      guint64 value;

      memcpy (&value, arg->bytes, sizeof value);
      g_variant_builder_add (builder, ARG_TYPE, (guint) arg->kind, arg->index, arg->n_bytes, value);
    }
  g_variant_builder_close (builder);
  g_variant_builder_close (builder);
}

GBytes *
tl_kernel_package_write (const TlKernelPackage *package)
{
  GVariantBuilder     builder;
  g_autoptr (GVariant) value = NULL;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (PACKAGE_TYPE));
  g_variant_builder_add (&builder, "s", package->language);
  g_variant_builder_add (&builder, "s", package->source);
  g_variant_builder_add_value (&builder, g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, package->workspaces->data,
                                                                   package->workspaces->len, sizeof (guint64)));
  g_variant_builder_open (&builder, G_VARIANT_TYPE ("a" LAUNCH_TYPE));
  for (guint i = 0; i < package->launches->len; i++)
    write_launch (&builder, package->launches->pdata[i]);
  g_variant_builder_close (&builder);
  value = g_variant_ref_sink (g_variant_builder_end (&builder));
  return g_variant_get_data_as_bytes (value);
}

/* --- reading --- */

static gboolean
read_arg (TlKernelLaunch *launch, GVariant *value, guint n_workspaces)
{
  TlKernelArg arg = { 0 };
  guint       kind;
  guint64     bits;

  g_variant_get (value, ARG_TYPE, &kind, &arg.index, &arg.n_bytes, &bits);
  arg.kind = kind;
  memcpy (arg.bytes, &bits, sizeof bits);
  g_array_append_val (launch->args, arg);
  return kind < TL_N_KERNEL_ARG_KINDS && arg.n_bytes <= sizeof arg.bytes && (kind != TL_KERNEL_ARG_WORKSPACE || arg.index < n_workspaces);
}

static gboolean
read_launch (TlKernelPackage *package, GVariant *value)
{
  g_autoptr (GVariant) args = g_variant_get_child_value (value, 8);
  const char     *kernel;
  TlKernelLaunch *launch;
  gboolean        is_right = TRUE;

  g_variant_get_child (value, 0, "&s", &kernel);
  launch = tl_kernel_package_add_launch (package, kernel);
  for (guint i = 0; i < 3; i++)
    {
      g_variant_get_child (value, 1 + i, "u", &launch->n_blocks[i]);
      g_variant_get_child (value, 4 + i, "u", &launch->n_threads[i]);
    }
  g_variant_get_child (value, 7, "t", &launch->dynamic_shared_bytes);
  for (gsize i = 0; is_right && i < g_variant_n_children (args); i++)
    {
      g_autoptr (GVariant) arg = g_variant_get_child_value (args, i);

      is_right = read_arg (launch, arg, package->workspaces->len);
    }
  return is_right;
}

TlKernelPackage *
tl_kernel_package_read (GBytes *bytes, const char *language, GError **error)
{
  g_autoptr (GVariant) value = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (PACKAGE_TYPE), bytes, FALSE));
  g_autoptr (GVariant) workspaces = NULL, launches = NULL;
  g_autoptr (TlKernelPackage) package = NULL;
  const char   *found, *source;
  const guint64 *sizes;
  gsize          n;
  gboolean       is_right = g_variant_is_normal_form (value);

  g_variant_get_child (value, 0, "&s", &found);
  g_variant_get_child (value, 1, "&s", &source);
  if (is_right && !g_str_equal (found, language))
    return tl_fail_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the code is %s, and this device takes %s", found, language);
  package = tl_kernel_package_new (found, source);
  workspaces = g_variant_get_child_value (value, 2);
  sizes = g_variant_get_fixed_array (workspaces, &n, sizeof (guint64));
  g_array_append_vals (package->workspaces, sizes, (guint) n);
  launches = g_variant_get_child_value (value, 3);
  for (gsize i = 0; is_right && i < g_variant_n_children (launches); i++)
    {
      g_autoptr (GVariant) launch = g_variant_get_child_value (launches, i);

      is_right = read_launch (package, launch);
    }
  if (!is_right)
    return tl_fail_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "malformed package of GPU kernels (%" G_GSIZE_FORMAT " bytes)",
                         g_bytes_get_size (bytes));
  return g_steal_pointer (&package);
}
