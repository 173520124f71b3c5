/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/editor.h"

#include "core/base/i18n.h"
#include "ui/data-files.h"
#include "core/session/steps/split-plan.h"
#include "ui/explore/primitive-form.h"
#include "ui/explore/split-ruler.h"
#include "ui/widgets/present.h"

struct _TlEditor
{
  GObject      parent_instance;
  TlSession   *session;
  TlAdvisor   *advisor;
  TlStepGains *gains;     /* nullable: the file is not there or damaged */
  GPtrArray   *listed;    /* TlVariant; NULL: all */
  GtkWidget   *host;      /* weak, as are … */
  GtkWidget   *home;
  GtkWidget   *ruler;
};

G_DEFINE_FINAL_TYPE (TlEditor, tl_editor, G_TYPE_OBJECT)

enum { REFUSED, MESSAGE, LISTED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
tl_editor_finalize (GObject *object)
{
  TlEditor *self = TL_EDITOR (object);

  g_clear_weak_pointer (&self->host);
  g_clear_weak_pointer (&self->ruler);
  g_clear_weak_pointer (&self->home);
  g_clear_pointer (&self->gains, tl_step_gains_free);
  g_clear_pointer (&self->listed, g_ptr_array_unref);
  g_object_unref (self->advisor);
  g_object_unref (self->session);
  G_OBJECT_CLASS (tl_editor_parent_class)->finalize (object);
}

static void
tl_editor_class_init (TlEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_editor_finalize;
  signals[REFUSED] = g_signal_new ("refused", TL_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_ERROR,
                                   G_TYPE_POINTER);
  signals[MESSAGE] = g_signal_new ("message", TL_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[LISTED] = g_signal_new ("listed", TL_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_editor_init (TlEditor *self)
{
}

/* Without them, primitives are shown without gains. */
static TlStepGains *
read_gains (void)
{
  g_autofree char   *path = tl_data_folder ("benchmarks/step-gains.json");
  g_autoptr (GError) error = NULL;
  TlStepGains       *gains = tl_step_gains_read (path, &error);

  if (gains == NULL && !g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_message ("%s", error->message);
  return gains;
}

TlEditor *
tl_editor_new (TlSession *session)
{
  TlEditor *self = g_object_new (TL_TYPE_EDITOR, NULL);

  self->session = g_object_ref (session);
  self->advisor = tl_advisor_new (session);
  self->gains = read_gains ();
  return self;
}

void
tl_editor_refuse (TlEditor *self, const GError *error)
{
  g_signal_emit (self, signals[REFUSED], 0, error, NULL);
}

const TlStepGains *
tl_editor_gains (TlEditor *self)
{
  return self->gains;
}

void
tl_editor_report (TlEditor *self, const char *text)
{
  g_signal_emit (self, signals[MESSAGE], 0, text);
}

const TlStepGain *
tl_editor_find_gain (TlEditor *self, const TlApplicablePrimitive *applicable)
{
  TlTarget target = tl_session_target (self->session);

  return applicable->is_legal ? tl_step_gains_find (self->gains, &target, applicable->primitive->name, applicable->which) : NULL;
}

TlSession *
tl_editor_session (TlEditor *self)
{
  return self->session;
}

void
tl_editor_set_host (TlEditor *self, GtkWidget *host)
{
  g_set_weak_pointer (&self->host, host);
}

void
tl_editor_list_variants (TlEditor *self, GPtrArray *variants)
{
  if (variants == NULL && self->listed == NULL)
    return;
  g_clear_pointer (&self->listed, g_ptr_array_unref);
  self->listed = variants;
  g_signal_emit (self, signals[LISTED], 0);
}

GPtrArray *
tl_editor_listed_variants (TlEditor *self)
{
  return self->listed;
}

TlAdvisor *
tl_editor_advisor (TlEditor *self)
{
  return self->advisor;
}

void
tl_editor_set_split_ruler (TlEditor *self, GtkWidget *ruler)
{
  g_set_weak_pointer (&self->ruler, ruler);
}

GtkWidget *
tl_editor_split_ruler (TlEditor *self)
{
  return self->ruler;
}

GtkWidget *
tl_editor_home (TlEditor *self)
{
  return self->home;
}

void
tl_editor_set_home (TlEditor *self, GtkWidget *home)
{
  g_set_weak_pointer (&self->home, home);
}

static gboolean
unparent_later (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/* Returns the keyboard focus to the widget that the popover pointed at; it may be gone. */
static void
return_focus (TlEditor *self, GtkWidget *popover)
{
  GtkWidget *host = gtk_widget_get_parent (popover), *anchor = g_object_get_data (G_OBJECT (popover), "anchor");
  GtkRoot   *root = gtk_widget_get_root (popover);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (host == NULL || (focus != NULL && focus != popover && !gtk_widget_is_ancestor (focus, popover)))
    return;
  gtk_widget_grab_focus (anchor != NULL && gtk_widget_get_mapped (anchor) ? anchor : self->home != NULL ? self->home : host);
}

/* Deferred, because the handler of the button that closed it still runs. */
static void
on_closed (GtkWidget *popover, gpointer editor)
{
  return_focus (editor, popover);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_later, g_object_ref (popover), g_object_unref);
}

/* Below @at or above it; beside it where neither is high enough, since a popover must not cover what it is about. */
static void
place (GtkWidget *popover, const GdkRectangle *at, GtkWidget *host)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (host));
  double     top = at->y;
  int        height;

  gtk_widget_translate_coordinates (host, window, 0, at->y, NULL, &top);
  gtk_widget_measure (popover, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  if (top + at->height + height <= gtk_widget_get_height (window))
    gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  else if (top >= height)
    gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_TOP);
  else
    gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_RIGHT);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), at);
}

void
tl_editor_popup (TlEditor *self, GtkWidget *popover, GtkWidget *anchor)
{
  graphene_rect_t bounds;

  if (self->host == NULL)
    {
      g_object_ref_sink (popover);
      g_object_unref (popover);
      return;
    }
  if (anchor != NULL)
    g_object_set_data_full (G_OBJECT (popover), "anchor", g_object_ref (anchor), g_object_unref);
  g_signal_connect_object (popover, "closed", G_CALLBACK (on_closed), self, 0);
  gtk_widget_set_parent (popover, self->host);
  if (anchor != NULL && gtk_widget_compute_bounds (anchor, self->host, &bounds))
    {
      GdkRectangle at = { (int) bounds.origin.x, (int) bounds.origin.y, (int) bounds.size.width, (int) bounds.size.height };

      place (popover, &at, self->host);
    }
  tl_present_in_steps (popover);
}

/* Selects the results of a step: the handles it returned, or what remains of the old selection. */
static void
select_results (TlEditor *self)
{
  TlState *state = tl_session_state (self->session);
  TlNodeId nodes[8];
  guint    first, n = tl_state_outputs (state, &first), n_nodes = 0;

  for (guint i = 0; i < n && n_nodes < G_N_ELEMENTS (nodes); i++)
    {
      const TlRvValue *value = tl_state_rv (state, first + i);

      if (value->kind != TL_RV_INT && tl_module_find (tl_state_module (state), value->node) != NULL)
        nodes[n_nodes++] = value->node;
    }
  if (n_nodes > 0)
    tl_selection_pick (tl_session_selection (self->session), nodes[n_nodes - 1]);
}

gboolean
tl_editor_perform (TlEditor *self, const TlPrimitive *primitive, const TlArg *args, guint n_args)
{
  const TlInst       step = { .primitive = primitive, .args = args, .n_args = n_args };
  g_autoptr (GError) error = NULL;

  if (tl_session_current (self->session) == NULL)
    return FALSE;
  if (!tl_session_apply (self->session, primitive, args, n_args, &error))
    {
      g_signal_emit (self, signals[REFUSED], 0, error, &step);
      return FALSE;
    }
  select_results (self);
  return TRUE;
}

void
tl_editor_perform_in_branch (TlEditor *self, const TlPrimitive *primitive, const TlArg *args, guint n_args)
{
  const TlInst          step = { .primitive = primitive, .args = args, .n_args = n_args };
  g_autoptr (TlVariant) current = g_object_ref (tl_session_current (self->session));
  g_autoptr (GError)    error = NULL;
  g_autoptr (TlState)   state = tl_session_try (self->session, primitive, args, n_args, &error);
  g_autofree char      *name = NULL, *text = NULL, *report = NULL;

  if (state == NULL)
    {
      g_signal_emit (self, signals[REFUSED], 0, error, &step);
      return;
    }
  name = tl_history_free_name (tl_session_history (self->session), "branch");
  tl_session_add_variant (self->session, name, state, NULL);
  tl_session_set_current (self->session, current);
  text = tl_state_describe (state);
  report = g_strdup_printf (_("New variant “%s”: %s"), name, text);
  tl_editor_report (self, report);
}

void
tl_editor_take_draft (TlEditor *self, const TlInst *refused)
{
  g_autoptr (GError) error = NULL;

  if (!tl_session_apply_as_draft (self->session, refused, &error))
    {
      g_signal_emit (self, signals[REFUSED], 0, error, refused);
      return;
    }
  select_results (self);
}

/* The loop or block that the last step was about. */
static void
select_subject (TlEditor *self, const TlState *state)
{
  const TlArg     *arg = &tl_state_inst (state)->args[0];
  const TlRvValue *value;

  if (arg->kind == TL_ARG_LIST && arg->n_items > 0)
    arg = &arg->items[0];
  value = arg->kind == TL_ARG_RV ? tl_state_rv (state, arg->rv) : NULL;
  if (value != NULL && value->kind != TL_RV_INT && tl_module_find (tl_state_module (state), value->node) != NULL)
    tl_selection_pick (tl_session_selection (self->session), value->node);
}

void
tl_editor_take_repair (TlEditor *self, TlState *refused_on, const TlRepair *repair)
{
  tl_session_take_repair (self->session, refused_on, repair);
  if (repair->moved == NULL)
    select_subject (self, repair->state);
  select_results (self);
}

void
tl_editor_take_split (TlEditor *self, TlState *from, TlState *to, const char *label)
{
  tl_session_take_steps (self->session, from, to, label);
  select_results (self);
}

void
tl_editor_take_suggestion (TlEditor *self, TlState *start, const TlSuggestion *suggestion)
{
  tl_session_take_steps (self->session, start, suggestion->state, suggestion->sentence);
  select_subject (self, suggestion->state);
  select_results (self);
}

void
tl_editor_ask (TlEditor *self, const TlApplicablePrimitive *applicable, GtkWidget *anchor)
{
  tl_primitive_form_open (self, applicable->primitive, applicable->args, anchor);
}

void
tl_editor_start (TlEditor *self, const TlPrimitive *primitive, gboolean ask, GtkWidget *anchor)
{
  TlSelection        *selection = tl_session_selection (self->session);
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (GError)  error = NULL;
  TlArg              *args;
  const TlNodeId     *nodes;
  guint               n_nodes;

  if (tl_session_current (self->session) == NULL)
    return;
  nodes = tl_selection_nodes (selection, &n_nodes);
  if (!ask && self->ruler != NULL && primitive == tl_primitive_find ("split")
      && tl_split_ruler_open (TL_SPLIT_RULER (self->ruler), FALSE, anchor))
    return;
  if (!ask && !tl_primitive_has_choice (primitive)
      && tl_applicable_primitive_guess_args (primitive, tl_state_module (tl_session_state (self->session)), nodes,
                                             n_nodes, arena, &args,
                                             &error))
    {
      tl_editor_perform (self, primitive, args, tl_primitive_n_args (primitive));
      return;
    }
  tl_primitive_form_open (self, primitive, NULL, anchor);
}

void
tl_editor_start_applicable (TlEditor *self, const TlApplicablePrimitive *applicable, GtkWidget *anchor)
{
  gboolean may_fit = !applicable->fits || tl_primitive_has_choice (applicable->primitive);

  tl_editor_start (self, applicable->primitive, !applicable->is_legal && may_fit, anchor);
}

const TlPrimitive *
tl_editor_find_shortcut (const char *key)
{
  const TlPrimitive *primitive;

  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
    if (primitive->shortcut != NULL && g_ascii_strcasecmp (primitive->shortcut, key) == 0)
      return primitive;
  return NULL;
}
