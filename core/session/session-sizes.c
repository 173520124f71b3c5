/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values for extents that are no numbers. The program with its values is a program of its own, with a project of its own: what is measured
 * and tuned is of these sizes. Variants come along where their steps apply to it.
 */
#include "core/base/error.h"
#include "core/session/session-private.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/schedule/trace.h"

static gboolean
has_same_name (gconstpointer a, gconstpointer b)
{
  return strcmp (((const TlVar *) a)->name, ((const TlVar *) b)->name) == 0;
}

GPtrArray *
tl_session_sizes (TlSession *self)
{
  GPtrArray      *all = g_ptr_array_new ();
  const TlModule *module = self->program.root != NULL ? tl_state_module (self->program.root) : NULL;

  for (guint f = 0; module != NULL && f < module->n_prims; f++)
    {
      g_autoptr (GPtrArray) vars = tl_func_sizes (module->prims[f]);

      for (guint i = 0; i < vars->len; i++)
        if (!g_ptr_array_find_with_equal_func (all, vars->pdata[i], has_same_name, NULL))
          g_ptr_array_add (all, vars->pdata[i]);
    }
  return all;
}

/* --- the values that each document had last --- */

static char *
memory_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "tileloom", "sizes.ini", NULL);
}

static char *
memory_group (TlSession *self)
{
  return g_uri_escape_string (self->program.origin != NULL ? self->program.origin : tl_session_title (self), NULL, FALSE);
}

gint64
tl_session_remembered_size (TlSession *self, const char *name)
{
  g_autofree char     *path = memory_path (), *group = memory_group (self);
  g_autoptr (GKeyFile) file = g_key_file_new ();

  return g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL) ? tl_max (g_key_file_get_int64 (file, group, name, NULL), 0) : 0;
}

/* Losing them costs nothing but comfort: failures to write are not reported. */
static void
remember (TlSession *self, const TlSizes *sizes)
{
  g_autofree char      *path = memory_path (), *folder = g_path_get_dirname (path), *group = memory_group (self);
  g_autoptr (GKeyFile)  file = g_key_file_new ();
  g_autoptr (GPtrArray) vars = tl_session_sizes (self);

  g_mkdir_with_parents (folder, 0700);
  g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL);
  for (guint i = 0; i < vars->len; i++)
    {
      const char *name = ((const TlVar *) vars->pdata[i])->name;

      g_key_file_set_int64 (file, group, name, tl_sizes_get (sizes, name));
    }
  g_key_file_save_to_file (file, path, NULL);
}

/* --- the program with its values --- */

/* "matmul (n = 128, m = 64)" */
static char *
title_with (TlSession *self, const TlSizes *sizes)
{
  GString              *title = g_string_new (tl_session_title (self));
  g_autoptr (GPtrArray) vars = tl_session_sizes (self);

  for (guint i = 0; i < vars->len; i++)
    {
      const char *name = ((const TlVar *) vars->pdata[i])->name;

      g_string_append_printf (title, "%s%s = %" G_GINT64_FORMAT, i == 0 ? " (" : ", ", name, tl_sizes_get (sizes, name));
    }
  g_string_append (title, vars->len > 0 ? ")" : "");
  return g_string_free (title, FALSE);
}

/* FALSE after setting @error: a size without a value. */
static gboolean
check_all (TlSession *self, const TlSizes *sizes, GError **error)
{
  g_autoptr (GPtrArray) vars = tl_session_sizes (self);

  for (guint i = 0; i < vars->len; i++)
    if (tl_sizes_get (sizes, ((const TlVar *) vars->pdata[i])->name) == 0)
      return tl_fail (error, TL_SIZE_ERROR, TL_SIZE_ERROR_VALUE, _ ("%s has no value"), ((const TlVar *)vars->pdata[i])->name);
  return TRUE;
}

typedef struct
{
  char    *name;
  TlState *state;   /* of the program with its values */
  gboolean is_current;
} Moved;

static void
moved_free (gpointer data)
{
  Moved *moved = data;

  g_free (moved->name);
  tl_state_unref (moved->state);
  g_free (moved);
}

/* All variants that apply to @root; @problems gets a sentence for each that does not. */
static GPtrArray *
move_variants (TlSession *self, TlState *root, GPtrArray *problems)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (moved_free);

  for (guint i = 0; i < tl_history_n_variants (self->history); i++)
    {
      TlVariant         *variant = tl_history_nth (self->history, i);
      g_autoptr (GError) error = NULL;
      TlState           *state = tl_trace_replay (root, tl_variant_state (variant), TRUE, FALSE, &error);
      Moved             *moved;

      if (state == NULL)
        {
          g_ptr_array_add (problems, g_strdup_printf (_("Variant “%s” does not apply to these sizes: %s"), tl_variant_name (variant),
                                                      error->message));
          continue;
        }
      moved = g_new (Moved, 1);
      *moved = (Moved) { g_strdup (tl_variant_name (variant)), state, variant == tl_session_current (self) };
      g_ptr_array_add (list, moved);
    }
  return list;
}

static void
add_moved (TlSession *self, GPtrArray *list)
{
  g_autoptr (TlVariant) current = NULL;

  for (guint i = 0; i < list->len; i++)
    {
      const Moved *moved = list->pdata[i];
      TlVariant   *variant = tl_state_n_steps (moved->state) > 0 ? tl_session_add_variant (self, moved->name, moved->state, NULL) : NULL;

      if (moved->is_current && variant != NULL)
        g_set_object (&current, variant);
    }
  tl_history_forget_edits (self->history);
  if (list->len > 0)
    tl_session_set_current (self, current != NULL ? current : tl_history_nth (self->history, 0));
}

gboolean
tl_session_specialize (TlSession *self, const TlSizes *sizes, GError **error)
{
  g_autoptr (TlModule)  module = NULL;
  g_autoptr (TlOpened)  opened = NULL;
  g_autoptr (GPtrArray) moved = NULL, problems = g_ptr_array_new ();

  g_return_val_if_fail (self->program.root != NULL, FALSE);

  if (!check_all (self, sizes, error) || (module = tl_module_specialize (tl_state_module (self->program.root), sizes, error)) == NULL)
    return FALSE;
  remember (self, sizes);
  opened = g_new0 (TlOpened, 1);
  opened->module = tl_module_ref (module);
  opened->title = title_with (self, sizes);
  opened->origin = g_strdup (self->program.origin);
  opened->root = tl_state_new (module, tl_state_seed (self->program.root));
  opened->warnings = g_strdupv (self->warnings);
  moved = move_variants (self, opened->root, problems);
  g_ptr_array_add (problems, NULL);
  opened->problems = (char **) g_ptr_array_free (g_steal_pointer (&problems), FALSE);
  tl_session_show_opened (self, opened);
  add_moved (self, moved);
  return TRUE;
}
