/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/space-choice.h"

#include "core/base/i18n.h"
#include "ui/widgets/present.h"

struct _TlSpaceChoice
{
  GtkDropDown *drop_down;   /* borrowed */
  gboolean     is_gpu;      /* the target */
  GPtrArray   *scripts;     /* owned, char *: paths of its entries after the built-in ones */
  void       (*say) (const char *sentence, gpointer user_data);
  gpointer     user_data;
};

typedef struct
{
  const char *title, *set;   /* NULL: the default */
} RuleSet;

/* Built-in rule sets for CPUs and for GPUs, listed before the scripts. */
static const RuleSet built_in[][2] = {
  { { N_("Default rules"), NULL }, { N_("Default rules"), NULL } },
  { { N_("Vector register rules"), "vector" }, { N_("Thread tile rules"), "threads" } },
  { { N_("MetaSchedule rules"), "tvm" }, { N_("MetaSchedule rules"), "tvm" } },
};

TlSpaceChoice *
tl_space_choice_new (GtkDropDown *drop_down, void (*say) (const char *sentence, gpointer user_data), gpointer user_data)
{
  TlSpaceChoice            *choice = g_new0 (TlSpaceChoice, 1);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  choice->drop_down = drop_down;
  choice->scripts = g_ptr_array_new_with_free_func (g_free);
  choice->say = say;
  choice->user_data = user_data;
  for (guint i = 0; i < G_N_ELEMENTS (built_in); i++)
    gtk_string_list_append (names, _(built_in[i][FALSE].title));
  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (names));
  return choice;
}

void
tl_space_choice_free (TlSpaceChoice *choice)
{
  g_ptr_array_unref (choice->scripts);
  g_free (choice);
}

void
tl_space_choice_update (TlSpaceChoice *choice, TlSession *session)
{
  TlTarget       target = tl_session_target (session);
  GtkStringList *names = GTK_STRING_LIST (gtk_drop_down_get_model (choice->drop_down));
  guint          selected = gtk_drop_down_get_selected (choice->drop_down);

  if (tl_target_has_kernels (&target) == choice->is_gpu)
    return;
  choice->is_gpu = !choice->is_gpu;
  for (guint i = 0; i < G_N_ELEMENTS (built_in); i++)
    gtk_string_list_splice (names, i, 1, (const char *const[]) { _(built_in[i][choice->is_gpu].title), NULL });
  gtk_drop_down_set_selected (choice->drop_down, selected);
}

gboolean
tl_space_choice_apply (TlSpaceChoice *choice, TlTuneConfig *config, GError **error)
{
  guint       selected = gtk_drop_down_get_selected (choice->drop_down);
  const char *set;

  if (selected == GTK_INVALID_LIST_POSITION)
    return TRUE;
  if (selected >= G_N_ELEMENTS (built_in))
    return tl_tune_config_set (config, "space", g_ptr_array_index (choice->scripts, selected - G_N_ELEMENTS (built_in)), error);
  set = built_in[selected][choice->is_gpu].set;
  return set == NULL || tl_tune_config_set (config, "rules", set, error);
}

static void
add_script (TlSpaceChoice *choice, const char *path)
{
  TlTuneConfig       config = tl_tune_config_default ();
  g_autoptr (GError) error = NULL;
  GtkStringList     *names = GTK_STRING_LIST (gtk_drop_down_get_model (choice->drop_down));
  g_autofree char   *name = g_path_get_basename (path);

  if (!tl_tune_config_set (&config, "space", path, &error))
    {
      choice->say (error->message, choice->user_data);
      return;
    }
  g_ptr_array_add (choice->scripts, g_strdup (path));
  gtk_string_list_append (names, name);
  gtk_drop_down_set_selected (choice->drop_down, choice->scripts->len - 1 + G_N_ELEMENTS (built_in));
}

static void
on_script_chosen (GtkNativeDialog *dialog, int response, TlSpaceChoice *choice)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        add_script (choice, path);
    }
  g_object_unref (dialog);
}

void
tl_space_choice_ask (TlSpaceChoice *choice)
{
  GtkWindow                *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (choice->drop_down)));
  GtkFileChooserNative     *dialog = gtk_file_chooser_native_new (_("Use Schedule Script as Design Space"), window,
                                                                  GTK_FILE_CHOOSER_ACTION_OPEN, _("_Use"), _("_Cancel"));
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _("Schedule Scripts"));
  gtk_file_filter_add_pattern (filter, "*.py");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (on_script_chosen), choice);
  tl_show_native_next (GTK_NATIVE_DIALOG (dialog));
}
