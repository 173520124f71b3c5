/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command palette: all actions of the window with their keys and, where they are disabled, the reason. Titles are those of the main
 * menu; the table has the actions that it lacks.
 */
#include "ui/window-private.h"

#include <string.h>

#include "core/base/i18n.h"
#include "ui/command-palette.h"

#define PALETTE_ACTION "win.commands"

static const struct { const char *action, *title; } other_actions[] = {
  { "win.open", N_("Open…") },
  { "win.undo", N_("Undo") },
  { "win.redo", N_("Redo") },
  { "win.measure", N_("Measure the Current Variant") },
  { "win.tune", N_("Start Tuning") },
  { "win.page::model", N_("Model") },
  { "win.page::explore", N_("Explore") },
  { "win.page::tune", N_("Tune") },
  { "win.page::compare", N_("Compare") },
  { "win.panes", N_("Show or Hide the Side Panes") },
  { "win.previous-function", N_("Previous Function") },
  { "win.next-function", N_("Next Function") },
  { "win.restore", N_("Save the Project to Its File Again") },
  { "window.close", N_("Close Window") },
  { "app.quit", N_("Quit") },
};

void
tl_window_set_obstacle (TlWindow *self, const char *action, const char *reason)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), action, reason == NULL);
  if (reason != NULL)
    g_hash_table_insert (self->obstacles, (gpointer) action, g_strdup (reason));
  else
    g_hash_table_remove (self->obstacles, action);
}

/* --- listing --- */

static char *
keys_text (TlWindow *self, const char *action)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  g_auto (GStrv)  keys = gtk_application_get_accels_for_action (application, action);
  guint           keyval;
  GdkModifierType modifiers;

  if (keys[0] == NULL || !gtk_accelerator_parse (keys[0], &keyval, &modifiers))
    return NULL;
  return gtk_accelerator_get_label (keyval, modifiers);
}

static void
add_action (TlWindow *self, TlCommandList *commands, const char *action, const char *title)
{
  g_autofree char *keys = keys_text (self, action), *plain = g_strndup (action, strcspn (action, ":"));

  tl_command_list_add_action (commands, action, title, keys, g_hash_table_lookup (self->obstacles, plain));
}

/* "_New Window" without the mark of its key. */
static char *
without_mnemonic (const char *label)
{
  const char *mark = strchr (label, '_');

  return mark != NULL ? g_strdup_printf ("%.*s%s", (int) (mark - label), label, mark + 1) : g_strdup (label);
}

static void
add_item (TlWindow *self, TlCommandList *commands, GMenuModel *section, int index)
{
  g_autofree char *label = NULL, *action = NULL, *title = NULL;

  if (!g_menu_model_get_item_attribute (section, index, G_MENU_ATTRIBUTE_ACTION, "s", &action)
      || !g_menu_model_get_item_attribute (section, index, G_MENU_ATTRIBUTE_LABEL, "s", &label))
    return;
  title = without_mnemonic (label);
  if (strcmp (action, PALETTE_ACTION) != 0)
    add_action (self, commands, action, title);
}

static void
add_menu (TlWindow *self, TlCommandList *commands)
{
  for (int i = 0; i < g_menu_model_get_n_items (self->main_menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (self->main_menu, i, G_MENU_LINK_SECTION);

      for (int j = 0; section != NULL && j < g_menu_model_get_n_items (section); j++)
        add_item (self, commands, section, j);
    }
}

/* --- doing --- */

static void
take_step (TlWindow *self, TlCommandList *commands, TlSuggestion *suggestion)
{
  TlExplorePage *page = TL_EXPLORE_PAGE (self->explore_page);
  TlEditor      *editor = tl_explore_page_editor (page);
  GtkWidget     *anchor = tl_explore_page_show_selection (page);

  if (suggestion->kind == TL_SUGGESTION_STEP)
    tl_editor_take_suggestion (editor, tl_command_list_start (commands), suggestion);
  else if (suggestion->kind == TL_SUGGESTION_ASKS)
    tl_editor_start (editor, suggestion->applicable->primitive, FALSE, anchor);
  else
    tl_editor_start_applicable (editor, suggestion->applicable, anchor);
}

static void
run_action (TlWindow *self, const char *detailed_name)
{
  g_autofree char     *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (g_action_parse_detailed_name (detailed_name, &name, &target, NULL))
    gtk_widget_activate_action_variant (GTK_WIDGET (self), name, target);
}

static void
show_page (TlWindow *self, const char *page)
{
  tl_window_show_work (self);
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (self->pages), page);
  tl_window_update_actions (self);
}

static void
do_command (GtkWindow *window, TlCommandList *commands, TlPaletteCommand *command)
{
  TlWindow *self = TL_WINDOW (window);

  switch (tl_palette_command_kind (command))
    {
    case TL_COMMAND_STEP:
      show_page (self, "explore");
      take_step (self, commands, tl_palette_command_suggestion (command));
      break;
    case TL_COMMAND_ACTION:
      run_action (self, tl_palette_command_name (command));
      break;
    case TL_COMMAND_NODE:
      show_page (self, "explore");
      tl_selection_pick (tl_session_selection (self->session), tl_palette_command_node (command));
      tl_explore_page_show_selection (TL_EXPLORE_PAGE (self->explore_page));
      break;
    case TL_COMMAND_FUNCTION:
      tl_session_set_func (self->session, tl_palette_command_name (command));
      break;
    case TL_COMMAND_VARIANT:
      tl_session_set_current (self->session, tl_palette_command_variant (command));
      break;
    case TL_COMMAND_RECENT:
      tl_window_open (self, tl_palette_command_name (command));
      break;
    case TL_COMMAND_N_KINDS:
      break;
    }
}

static void
act_commands (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow                 *self = TL_WINDOW (widget);
  TlEditor                 *editor = tl_explore_page_editor (TL_EXPLORE_PAGE (self->explore_page));
  g_autoptr (TlCommandList) commands = tl_command_list_new (self->session, tl_editor_gains (editor));

  for (guint i = 0; i < G_N_ELEMENTS (other_actions); i++)
    if (tl_window_has_model (self) || strcmp (other_actions[i].action, "win.page::model") != 0)
      add_action (self, commands, other_actions[i].action, _(other_actions[i].title));
  add_menu (self, commands);
  tl_command_palette_open (GTK_WINDOW (self), commands, do_command);
}

void
tl_window_install_commands (TlWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, PALETTE_ACTION, NULL, act_commands);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, main_menu);
}
