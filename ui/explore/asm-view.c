/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/asm-view.h"

#include "core/base/i18n.h"
#include "core/session/machine-loop.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/tip.h"

struct _TlAsmView
{
  GtkWidget     parent_instance;
  /* Owned */
  TlSession    *session;
  TlSelection  *selection;
  char         *assembly;      /* nullable: none yet … */
  GArray       *nodes;         /* … of its rows */
  TlMachineLoop    *hot;           /* nullable: no loop */
  GCancellable *predicting;
  TlAfterFrame *find;
  /* Children */
  GtkWidget    *strip;
  GtkWidget    *loop;          /* its name */
  GtkWidget    *figures;
  TlCodeText   *text;
  gboolean      is_gpu;
  gboolean      is_new;        /* the text: it is scrolled to the loop */
};

G_DEFINE_FINAL_TYPE (TlAsmView, tl_asm_view, GTK_TYPE_WIDGET)

TlCodeText *
tl_asm_view_text (TlAsmView *self)
{
  return self->text;
}

/* --- cycles --- */

static char *
describe (const TlLoopCycles *cycles)
{
  g_autofree char *rate = g_strdup_printf (_("%.3g cycles per iteration · %.3g instructions per cycle"), cycles->cycles,
                                           cycles->instructions_per_cycle);

  if (cycles->bound == NULL || cycles->waiting < 0.005)
    return g_strconcat (rate, " · ", _("no bottleneck"), NULL);
  return g_strdup_printf (_("%s · waits for %s in %.0f %% of the cycles"), rate, cycles->bound, cycles->waiting * 100);
}

static void
show_figures (TlAsmView *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->figures), text);
  tl_widget_set_tooltip (self->figures, text);
}

static void
on_predicted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlAsmView)    self = user_data;
  g_autoptr (GError)       error = NULL;
  g_autoptr (TlLoopCycles) cycles = tl_loop_cycles_finish (result, &error);
  g_autofree char         *text = cycles != NULL ? describe (cycles) : NULL;

  if (self->session != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_figures (self, text != NULL ? text : error->message);
}

static void
predict (TlAsmView *self)
{
  TlTarget target = tl_session_target (self->session);

  if (self->is_gpu)
    {
      show_figures (self, self->hot->text);
      return;
    }
  self->predicting = g_cancellable_new ();
  tl_loop_cycles_async (self->hot, &target, self->predicting, on_predicted, g_object_ref (self));
}

/* --- the loop --- */

/* @within: a loop or block, 0: all code. */
static TlMachineLoop *
find_within (TlAsmView *self, TlNodeId within)
{
  const TlModule *module = tl_state_module (tl_session_state (self->session));

  return self->is_gpu ? tl_machine_loop_find_gpu (self->assembly, self->nodes, module, within)
                      : tl_machine_loop_find (self->assembly, self->nodes, module, within);
}

static TlMachineLoop *
find_hot (TlAsmView *self, gboolean *is_selected)
{
  TlNodeId       selected = tl_selection_primary (self->selection);
  TlMachineLoop *hot = selected != 0 ? find_within (self, selected) : NULL;

  *is_selected = hot != NULL;
  return hot != NULL ? hot : find_within (self, 0);
}

static void
go_to_loop (TlAsmView *self)
{
  if (self->hot != NULL)
    tl_code_text_show_line (self->text, g_array_index (self->hot->lines, guint, 0));
}

static void
name_loop (TlAsmView *self, gboolean is_selected)
{
  const char      *format = self->is_gpu ? (is_selected ? _("Selected: loop of %s") : _("Hot loop of %s"))
                                         : (is_selected ? _("Loop %s of the selection") : _("Hot loop %s"));
  g_autofree char *text = g_strdup_printf (format, self->hot->name);

  gtk_label_set_text (GTK_LABEL (self->loop), text);
}

/* The same loop again keeps its figures. */
static void
find_loop (GtkWidget *widget)
{
  TlAsmView *self = TL_ASM_VIEW (widget);
  TlMachineLoop *hot;
  gboolean   is_selected, is_same;

  if (self->assembly == NULL || tl_session_current (self->session) == NULL)
    return;
  hot = find_hot (self, &is_selected);
  is_same = !self->is_new && hot != NULL && self->hot != NULL && g_strcmp0 (hot->text, self->hot->text) == 0;
  g_clear_pointer (&self->hot, tl_machine_loop_free);
  self->hot = hot;
  tl_code_text_set_hot_lines (self->text, hot != NULL ? hot->lines : NULL);
  gtk_widget_set_visible (self->strip, hot != NULL);
  if (hot != NULL)
    name_loop (self, is_selected);
  if (self->is_new && !is_selected)
    go_to_loop (self);
  self->is_new = FALSE;
  if (is_same)
    return;
  g_cancellable_cancel (self->predicting);
  g_clear_object (&self->predicting);
  show_figures (self, "…");
  if (hot != NULL)
    predict (self);
}

static void
on_selection_changed (TlAsmView *self)
{
  tl_after_frame_ask (self->find);
}

void
tl_asm_view_set_selection (TlAsmView *self, TlSelection *selection)
{
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_func (self->selection, on_selection_changed, self);
  g_set_object (&self->selection, selection);
  g_signal_connect_object (selection, "changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  tl_code_text_set_selection (self->text, selection);
  on_selection_changed (self);
}

void
tl_asm_view_set (TlAsmView *self, const char *assembly, const GArray *nodes)
{
  g_free (self->assembly);
  self->assembly = g_strdup (assembly);
  g_clear_pointer (&self->nodes, g_array_unref);
  self->nodes = g_array_copy ((GArray *) nodes);
  tl_code_text_set (self->text, assembly);
  tl_code_text_set_nodes (self->text, nodes);
  self->is_new = TRUE;
  tl_after_frame_ask (self->find);
}

/* --- building --- */

static void
tl_asm_view_dispose (GObject *object)
{
  TlAsmView *self = TL_ASM_VIEW (object);
  GtkWidget *child;

  g_cancellable_cancel (self->predicting);
  g_clear_object (&self->predicting);
  g_clear_pointer (&self->find, tl_after_frame_free);
  g_clear_object (&self->session);
  g_clear_object (&self->selection);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tl_asm_view_parent_class)->dispose (object);
}

static void
tl_asm_view_finalize (GObject *object)
{
  TlAsmView *self = TL_ASM_VIEW (object);

  g_free (self->assembly);
  g_clear_pointer (&self->nodes, g_array_unref);
  g_clear_pointer (&self->hot, tl_machine_loop_free);
  G_OBJECT_CLASS (tl_asm_view_parent_class)->finalize (object);
}

static void
tl_asm_view_class_init (TlAsmViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_asm_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = tl_asm_view_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
make_strip (TlAsmView *self)
{
  GtkWidget *go = gtk_button_new_with_label (_("Show Loop"));

  self->strip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  self->loop = gtk_label_new ("");
  self->figures = gtk_label_new ("");
  gtk_widget_add_css_class (self->strip, "cycles-strip");
  gtk_widget_add_css_class (self->loop, "heading");
  gtk_widget_add_css_class (self->figures, "numeric");
  gtk_label_set_xalign (GTK_LABEL (self->figures), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->figures), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->figures, TRUE);
  tl_widget_set_tooltip (go, _("Scroll to the marked loop"));
  g_signal_connect_swapped (go, "clicked", G_CALLBACK (go_to_loop), self);
  gtk_box_append (GTK_BOX (self->strip), self->loop);
  gtk_box_append (GTK_BOX (self->strip), self->figures);
  gtk_box_append (GTK_BOX (self->strip), go);
  gtk_widget_set_visible (self->strip, FALSE);
  gtk_widget_set_parent (self->strip, GTK_WIDGET (self));
}

static void
tl_asm_view_init (TlAsmView *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->find = tl_after_frame_new (GTK_WIDGET (self), find_loop);
  make_strip (self);
}

GtkWidget *
tl_asm_view_new (TlSession *session, const char *title, gboolean is_gpu)
{
  TlAsmView *self = g_object_new (TL_TYPE_ASM_VIEW, NULL);

  self->session = g_object_ref (session);
  self->is_gpu = is_gpu;
  self->text = TL_CODE_TEXT (tl_code_text_new (session, title, "tileloom-asm"));
  tl_widget_set_tooltip (self->loop, is_gpu ? _("Instructions of one thread in one iteration of its innermost loop")
                                            : _("Predicted by llvm-mca for the target's CPU, with all data in the L1 cache"));
  gtk_widget_set_parent (GTK_WIDGET (self->text), GTK_WIDGET (self));
  tl_asm_view_set_selection (self, tl_session_selection (session));
  return GTK_WIDGET (self);
}
