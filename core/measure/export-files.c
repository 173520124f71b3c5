/* SPDX-License-Identifier: Apache-2.0 */
#include "core/measure/export-files.h"

#include <string.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/schedule/interface.h"
#include "core/text/script.h"

/* One export under way. All borrowed. */
typedef struct
{
  TlWorkerPool          *pool;
  TlState               *state;
  const char             *func_name;
  const TlTarget        *target;
  const TlExportOptions *options;
  GCancellable          *cancellable;
} Export;

static GBytes *
compiled (const Export *export, const char *form, GError **error)
{
  return tl_worker_pool_export (export->pool, tl_state_module (export->state), export->func_name, export->target, form, export->options,
                                export->cancellable, error);
}

static gboolean
write_compiled (const Export *export, const char *form, const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = compiled (export, form, error);

  return bytes && tl_file_write_bytes (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}

static gboolean
write_header (const Export *export, const char *form, const char *path, GError **error)
{
  const TlModule *module = tl_state_module (export->state);
  g_autofree char *text = tl_export_header (tl_module_prim (module, export->func_name), export->options, error);

  return text && tl_file_write (path, text, error);
}

static gboolean
link_shared (const char *object, const char *path, GError **error)
{
  g_autofree char *cc = g_find_program_in_path ("cc");
  g_autofree char *output = NULL, *complaint = NULL;
  /* Libraries that the object does not need are left out by --as-needed. */
  const char *const argv[] = { cc, "-shared", "-o", path, object, "-Wl,--as-needed", "-lgomp", "-lm", NULL };
  int status;

  if (!cc)
    return tl_fail (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED,
                    "A shared library requires a C compiler (cc), which is not installed: install one, or export an object and link it");
  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, &complaint, &status, error))
    return FALSE;
  if (g_spawn_check_wait_status (status, NULL))
    return TRUE;
  return tl_fail (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED, "cc does not link %s: %s", path, g_strstrip (complaint));
}

static gboolean
write_shared (const Export *export, const char *form, const char *path, GError **error)
{
  g_autofree char *object = NULL;
  int fd = g_file_open_tmp ("tileloom-XXXXXX.o", &object, error);
  gboolean ok;

  if (fd < 0)
    return FALSE;
  close (fd);
  ok = write_compiled (export, "object", object, error) && link_shared (object, path, error);
  unlink (object);
  return ok;
}

/* The C source of function "pack_N" of @interface as test_pack_N. *@source stays NULL where there is none, FALSE with an error. */
static gboolean
compile_conversion (const Export *export, const TlModule *interface, const char *what, guint param, char **source, GError **error)
{
  g_autofree char   *name = g_strdup_printf ("%s_%u", what, param), *symbol = g_strconcat ("test_", name, NULL);
  TlExportOptions    options = { .symbol = symbol };
  g_autoptr (GBytes) bytes = NULL;

  if (tl_module_prim (interface, name) == NULL)
    return TRUE;
  bytes = tl_worker_pool_export (export->pool, interface, name, export->target, "c", &options, export->cancellable, error);
  if (bytes)
    *source = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return bytes != NULL;
}

static gboolean
write_test_program (const Export *export, const char *form, const char *path, GError **error)
{
  const TlPrimFunc    *func = tl_module_prim (tl_state_module (export->state), export->func_name);
  const TlPrimFunc    *workload = tl_module_prim (tl_state_module (tl_state_root (export->state)), export->func_name);
  g_autofree char     *script = export->options->interface ? tl_interface_script (export->state, export->func_name, error) : NULL;
  g_autoptr (TlModule) interface = script ? tl_script_read_text (script, error) : NULL;
  g_autofree TlExportConversion *conversions = interface ? g_new0 (TlExportConversion, func->n_params + 1) : NULL;
  gboolean             ok = interface != NULL || !export->options->interface;
  g_autofree char     *text = NULL;

  for (guint i = 0; ok && conversions && i < func->n_params; i++)
    ok = compile_conversion (export, interface, "pack", i, &conversions[i].pack, error)
         && compile_conversion (export, interface, "unpack", i, &conversions[i].unpack, error);
  if (ok)
    text = tl_export_test_program (workload, func, export->options, conversions, export->cancellable, error);
  for (guint i = 0; conversions && i < func->n_params; i++)
    {
      g_free (conversions[i].pack);
      g_free (conversions[i].unpack);
    }
  return text && tl_file_write (path, text, error);
}

/* Its name reads like that of a program somebody wrote: such a one is not overwritten. */
static gboolean
write_script (const Export *export, const char *form, const char *path, GError **error)
{
  g_autofree char *text = tl_export_script (tl_state_module (export->state), NULL), *old = NULL;
  gboolean         is_file = g_file_test (path, G_FILE_TEST_IS_REGULAR);   /* a device may be read without end */

  if (!g_utf8_validate (export->options->script, -1, NULL))
    return tl_fail (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED, "Debug information requires a path in UTF-8");
  if (!is_file || !g_file_get_contents (path, &old, NULL, NULL) || g_str_has_prefix (old, "# " TL_EXPORT_MARK))
    return tl_file_write (path, text, error);
  return tl_fail (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED,
                  "This file exists and was not written by an export: choose another name for the script");
}

gboolean
tl_export_write_files (TlWorkerPool *pool, TlState *state, const char *func_name, const TlTarget *target, const TlExportOptions *options,
                       const TlExportFiles *files, GCancellable *cancellable, GError **error)
{
  TlExportOptions  own = *options;
  g_autofree char *interface = NULL;
  g_autofree char *script = files->script ? g_canonicalize_filename (files->script, NULL) : NULL;
  Export           export = { pool, state, func_name, target, &own, cancellable };
  const struct
  {
    const char *path;
    gboolean (*write) (const Export *export, const char *form, const char *path, GError **error);
    const char *form;
  } outputs[] = {
    { files->script, write_script, NULL },
    { files->object, write_compiled, "object" }, { files->header, write_header, NULL },
    { files->c_source, write_compiled, "c" },    { files->shared, write_shared, NULL },
    { files->llvm, write_compiled, "llvm" },     { files->test_program, write_test_program, NULL },
  };

  if (!tl_state_check_order (state, error) || !tl_export_check_symbol (options->symbol, error))
    return FALSE;
  own.script = script;
  own.interface = interface = tl_interface_describe (state, func_name);
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    if (outputs[i].path && !outputs[i].write (&export, outputs[i].form, outputs[i].path, error))
      {
        g_prefix_error (error, "%s: ", outputs[i].path);
        return FALSE;
      }
  return TRUE;
}
