/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/recent.h"

#include <string.h>

#include "core/base/extremum.h"

#define MAX_RECENT 24

void
tl_recent_file_free (TlRecentFile *file)
{
  g_free (file->path);
  g_free (file->title);
  g_free (file);
}

static char *
list_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "tileloom", "recent.ini", NULL);
}

static void
read_curve (GKeyFile *file, const char *group, TlRecentFile *recent)
{
  gsize             n = 0;
  g_autofree double *curve = g_key_file_get_double_list (file, group, "curve", &n, NULL);

  recent->n_curve = (guint) tl_min (n, (gsize) TL_RECENT_CURVE);
  if (recent->n_curve > 0)
    memcpy (recent->curve_s, curve, recent->n_curve * sizeof *curve);
}

static GPtrArray *
read_list (void)
{
  g_autofree char     *path = list_path ();
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_auto (GStrv)       groups = NULL;
  GPtrArray           *list = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_recent_file_free);

  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL))
    return list;
  groups = g_key_file_get_groups (file, NULL);
  for (guint i = 0; groups[i] != NULL; i++)
    {
      TlRecentFile *recent = g_new0 (TlRecentFile, 1);

      recent->path = g_key_file_get_string (file, groups[i], "path", NULL);
      recent->title = g_key_file_get_string (file, groups[i], "title", NULL);
      recent->opened_s = g_key_file_get_int64 (file, groups[i], "opened", NULL);
      recent->best_s = g_key_file_get_double (file, groups[i], "best", NULL);
      recent->start_s = g_key_file_get_double (file, groups[i], "start", NULL);
      recent->n_variants = (guint) g_key_file_get_uint64 (file, groups[i], "variants", NULL);
      recent->n_trials = (guint) g_key_file_get_uint64 (file, groups[i], "trials", NULL);
      recent->n_wanted = (guint) g_key_file_get_uint64 (file, groups[i], "wanted", NULL);
      read_curve (file, groups[i], recent);
      if (recent->path != NULL && recent->title != NULL)
        g_ptr_array_add (list, recent);
      else
        tl_recent_file_free (recent);
    }
  return list;
}

/* Losing this list costs nothing but comfort: nobody waits for the disk, and failures to write it are not reported. */
static void
write_list (GPtrArray *list)
{
  g_autofree char     *path = list_path (), *text = NULL;
  g_autofree char     *folder = g_path_get_dirname (path);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  gsize                length;

  g_mkdir_with_parents (folder, 0700);
  for (guint i = 0; i < MIN (list->len, MAX_RECENT); i++)
    {
      TlRecentFile    *recent = g_ptr_array_index (list, i);
      g_autofree char *group = g_strdup_printf ("%u", i);

      g_key_file_set_string (file, group, "path", recent->path);
      g_key_file_set_string (file, group, "title", recent->title);
      g_key_file_set_int64 (file, group, "opened", recent->opened_s);
      g_key_file_set_double (file, group, "best", recent->best_s);
      g_key_file_set_double (file, group, "start", recent->start_s);
      g_key_file_set_uint64 (file, group, "variants", recent->n_variants);
      g_key_file_set_uint64 (file, group, "trials", recent->n_trials);
      g_key_file_set_uint64 (file, group, "wanted", recent->n_wanted);
      if (recent->n_curve > 0)
        g_key_file_set_double_list (file, group, "curve", recent->curve_s, recent->n_curve);
    }
  text = g_key_file_to_data (file, &length, NULL);
  g_file_set_contents_full (path, text, (gssize) length, G_FILE_SET_CONTENTS_NONE, 0666, NULL);
}

GPtrArray *
tl_recent_list (void)
{
  GPtrArray *list = read_list ();

  for (guint i = list->len; i > 0; i--)
    if (!g_file_test (((TlRecentFile *) g_ptr_array_index (list, i - 1))->path, G_FILE_TEST_EXISTS))
      g_ptr_array_remove_index (list, i - 1);
  return list;
}

static TlRecentFile *
find_path (GPtrArray *list, const char *path, guint *position)
{
  for (*position = 0; *position < list->len; ++*position)
    if (g_str_equal (((TlRecentFile *) list->pdata[*position])->path, path))
      return list->pdata[*position];
  return NULL;
}

static void
copy_figures (TlRecentFile *to, const TlRecentFile *from)
{
  to->best_s = from->best_s;
  to->start_s = from->start_s;
  to->n_variants = from->n_variants;
  to->n_trials = from->n_trials;
  to->n_wanted = from->n_wanted;
  to->n_curve = from->n_curve;
  memcpy (to->curve_s, from->curve_s, sizeof to->curve_s);
}

void
tl_recent_add (const char *path, const char *title)
{
  g_autoptr (GPtrArray) list = read_list ();
  g_autoptr (GFile)     file = g_file_new_for_commandline_arg (path);
  TlRecentFile         *recent = g_new0 (TlRecentFile, 1), *earlier;
  guint                 position;

  recent->path = g_file_get_path (file);
  recent->title = g_strdup (title);
  recent->opened_s = g_get_real_time () / G_USEC_PER_SEC;
  if (recent->path == NULL)
    {
      tl_recent_file_free (recent);
      return;
    }
  earlier = find_path (list, recent->path, &position);
  if (earlier != NULL)
    {
      copy_figures (recent, earlier);
      g_ptr_array_remove_index (list, position);
    }
  g_ptr_array_insert (list, 0, recent);
  write_list (list);
}

void
tl_recent_set_figures (const TlRecentFile *figures)
{
  g_autoptr (GPtrArray) list = read_list ();
  g_autoptr (GFile)     file = g_file_new_for_commandline_arg (figures->path);
  g_autofree char      *path = g_file_get_path (file);
  guint                 position;
  TlRecentFile         *listed = path != NULL ? find_path (list, path, &position) : NULL;

  if (listed == NULL)
    return;
  copy_figures (listed, figures);
  write_list (list);
}

char *
tl_drafts_folder (void)
{
  char *folder = g_build_filename (g_get_user_data_dir (), "tileloom", "drafts", NULL);

  g_mkdir_with_parents (folder, 0700);
  return folder;
}
