/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/pages/explore-page.h"

#include <string.h>

#include "core/base/i18n.h"
#include "ui/canvas/memory-pane.h"
#include "ui/explore/code-panes.h"
#include "ui/explore/data/data-pane.h"
#include "ui/explore/draft-bar.h"
#include "ui/explore/inspector.h"
#include "ui/explore/gpu/gpu-pane.h"
#include "ui/explore/liveness-pane.h"
#include "ui/explore/roofline-pane.h"
#include "ui/pages/status-text.h"
#include "ui/explore/split-ruler.h"
#include "ui/explore/variants-pane.h"
#include "ui/widgets/late-bin.h"
#include "ui/explore/why-not-card.h"
#include "ui/target-button.h"
#include "ui/widgets/destroy.h"
#include "ui/widgets/scale-bin.h"
#include "ui/widgets/tip.h"

#define GPU_PAGE     "gpu"
#define NARROW_WIDTH 900
#define WIDE_WIDTH   1600
#define LEFT_PX      200

/* How panes share the room, in thousandths, and the keys by which settings remember it. */
typedef struct
{
  const char *nest_key;
  const char *above_key;
  int         nest;    /* of the nest, in the width that it shares with the data */
  int         above;   /* of both, or in a wide window of the data, in the height that it shares with the code */
} Shares;

static const Shares first_shares[] = {
  { "nest-permille", "canvas-permille", 520, 640 },
  { "wide-nest-permille", "wide-data-permille", 480, 600 },   /* is_wide */
};

struct _TlExplorePage
{
  GtkWidget  parent_instance;
  TlSession *session;
  TlEditor  *editor;
  GtkWidget *canvas;
  GtkWidget *variants;
  GtkWidget *why_not;
  GtkWidget *draft;
  TlSettings *settings;      /* nullable */
  GtkWidget *right_stack;
  char      *predicted;      /* nullable: the time of the program's kernels, in words … */
  TlState   *of_predicted;   /* … and that program */
  gboolean   wants_gpu;      /* its page of kernels was the last one, and is hidden for this target */
  GtkWidget *code;
  int        left_px;        /* of the variants at first */
  Shares     shares[2];      /* [is_wide] */
  gboolean   has_size;
  gboolean   shows_sides;
  guint      n_frames;       /* of the page, until its content is shown */
  gboolean   wants_focus;    /* the nest, once it is there */
  gboolean   is_narrow;
  gboolean   is_wide;        /* the code stands below the data, beside the nest */
  guint      side_source;
  /* Template widgets */
  GtkWidget *panes;
  GtkWidget *shows_variants;
  GtkWidget *shows_nest;
  GtkWidget *shows_data;
  GtkWidget *shows_code;
  GtkWidget *preview;
  GtkWidget *preview_text;
  GtkWidget *preview_take;
  GtkWidget *preview_end;
  GtkWidget *left_paned;
  GtkWidget *right_paned;
  GtkWidget *side_paned;
  GtkWidget *code_paned;
  GtkWidget *left;
  GtkWidget *right;
  GtkWidget *below;
  GtkWidget *upper;
  GtkWidget *overlay;
  GtkWidget *spinner;
  GtkWidget *status;
  GtkWidget *status_bar;
};

G_DEFINE_FINAL_TYPE (TlExplorePage, tl_explore_page, GTK_TYPE_WIDGET)

/* --- refusals --- */

static void
on_violation_changed (TlExplorePage *self)
{
  const TlViolation *violation = tl_why_not_card_violation (TL_WHY_NOT_CARD (self->why_not));

  if (violation == NULL)
    violation = tl_draft_bar_violation (TL_DRAFT_BAR (self->draft));
  tl_nest_canvas_mark_violation (TL_NEST_CANVAS (self->canvas), violation, tl_draft_bar_violations (TL_DRAFT_BAR (self->draft)));
  tl_code_panes_mark_violation (TL_CODE_PANES (self->code), violation);
}

/* Of a draft without pairs the loops and blocks at fault are marked, as of a refusal. */
static void
on_draft_changed (TlExplorePage *self)
{
  const GError   *rule = tl_draft_bar_rule (TL_DRAFT_BAR (self->draft));
  guint           n_culprits = 0;
  const TlNodeId *culprits = rule != NULL ? tl_refusal_culprits (rule, &n_culprits) : NULL;

  if (rule != NULL)
    tl_nest_canvas_mark_culprits (TL_NEST_CANVAS (self->canvas), culprits, n_culprits);
  on_violation_changed (self);
}

static void
on_refusal_closed (TlExplorePage *self)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  tl_nest_canvas_mark_culprits (TL_NEST_CANVAS (self->canvas), NULL, 0);
  on_violation_changed (self);
  if (focus != NULL && (focus == self->why_not || gtk_widget_is_ancestor (focus, self->why_not)))
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
on_show_in_script (TlExplorePage *self)
{
  if (self->is_narrow)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->shows_code), TRUE);
  tl_code_panes_show_violation (TL_CODE_PANES (self->code));
}

/*
 * Beside the nest, over the data, so that what is marked in the nest stays in view; over its foot where the nest stands alone. As wide as
 * it likes there and as high as that needs: GTK, asked for a place at the foot, tries the lines of each text at many widths.
 */
static gboolean
place_card (GtkOverlay *overlay, GtkWidget *card, GdkRectangle *place, gpointer user_data)
{
  TlExplorePage  *self = user_data;
  GtkWidget      *below = gtk_widget_get_mapped (self->right) ? self->right : GTK_WIDGET (overlay);
  graphene_rect_t bounds;
  int             least, width, height;

  if (card != self->why_not || !gtk_widget_compute_bounds (below, GTK_WIDGET (overlay), &bounds))
    return FALSE;
  gtk_widget_measure (card, GTK_ORIENTATION_HORIZONTAL, -1, &least, &width, NULL, NULL);
  width = MAX (least, MIN (width, (int) bounds.size.width));
  gtk_widget_measure (card, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  place->x = (int) (bounds.origin.x + (bounds.size.width - width) / 2);
  place->y = (int) (bounds.origin.y + bounds.size.height - height);
  place->width = width;
  place->height = height;
  return TRUE;
}

static void
show_refusal (TlExplorePage *self, const GError *error, const TlInst *refused)
{
  guint           n_culprits = 0;
  const TlNodeId *culprits = tl_refusal_culprits (error, &n_culprits);

  tl_why_not_card_show (TL_WHY_NOT_CARD (self->why_not), error, refused);
  tl_nest_canvas_mark_culprits (TL_NEST_CANVAS (self->canvas), culprits, n_culprits);
}

void
tl_explore_page_show_refusal (TlExplorePage *self, const GError *error)
{
  show_refusal (self, error, NULL);
}

static void
on_refused (TlEditor *editor, const GError *error, const TlInst *refused, gpointer user_data)
{
  show_refusal (user_data, error, refused);
}

/* --- status --- */

void
tl_explore_page_show_use (TlExplorePage *self, const char *tip)
{
  tl_variants_pane_show_use (TL_VARIANTS_PANE (self->variants), tip);
}

void
tl_explore_page_set_status (TlExplorePage *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->status), text);
}

static void
update_status (TlExplorePage *self)
{
  TlVariant       *variant = tl_session_current (self->session);
  gboolean         timing = tl_session_is_timing (self->session);
  gboolean         is_predicted = variant != NULL && self->of_predicted == tl_session_state (self->session);
  const char      *predicted = is_predicted ? self->predicted : NULL;
  g_autofree char *text = NULL, *roof = NULL;

  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), timing);
  gtk_widget_set_visible (self->spinner, timing);
  if (variant == NULL)
    return;
  roof = tl_status_tip (self->session);
  tl_widget_set_tooltip (self->status, roof);
  text = timing                                           ? g_strdup (_("Measuring…"))
         : tl_session_is_measuring_machine (self->session) ? g_strdup (_("Measuring the rates of this machine, once…"))
                                                           : tl_status_text (self->session, predicted);
  tl_explore_page_set_status (self, text);
}

/* --- the preview of a step --- */

/* Its number in the list of steps; 0: it is none of them. */
static guint
find_step (TlExplorePage *self, TlState *state)
{
  g_autoptr (GPtrArray) steps = tl_session_steps (self->session);
  guint                 number;

  return g_ptr_array_find (steps, state, &number) ? number : 0;
}

static gboolean
is_start (TlState *state)
{
  return tl_state_inst (state) == NULL;
}

static void
update_preview (TlExplorePage *self)
{
  TlState         *state = tl_session_visited (self->session);
  guint            number = state != NULL ? find_step (self, state) : 0;
  g_autofree char *words = state != NULL ? tl_state_describe (state) : NULL, *text = NULL;

  gtk_widget_set_visible (self->preview, state != NULL);
  if (state == NULL)
    return;
  if (is_start (state))
    text = g_strdup (_("Previewing the program without steps"));
  else if (number > 0)
    text = g_strdup_printf (_("Previewing step %u, %s"), number, words);
  else
    text = g_strdup (_("Previewing the change"));
  gtk_label_set_text (GTK_LABEL (self->preview_text), text);
  gtk_widget_set_visible (self->preview_take, number > 0 || is_start (state));
}

static void
on_preview_take (TlExplorePage *self)
{
  g_autoptr (TlState) state = tl_state_ref (tl_session_visited (self->session));

  tl_session_go_to (self->session, state);
}

static gboolean
end_preview (TlExplorePage *self)
{
  if (tl_session_visited (self->session) == NULL)
    return FALSE;
  tl_session_visit (self->session, NULL);
  return TRUE;
}

/* --- panes --- */

/* Whether there is room for a pane: beside the others, or alone in a narrow window, where a button chooses it. */
static gboolean
shows_pane (TlExplorePage *self, GtkWidget *button)
{
  if (!self->shows_sides)
    return button == self->shows_nest;
  return !self->is_narrow || gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button));
}

static void
show_panes (TlExplorePage *self)
{
  gboolean nest = shows_pane (self, self->shows_nest), data = shows_pane (self, self->shows_data);
  gboolean code = shows_pane (self, self->shows_code);

  gtk_widget_set_visible (self->panes, self->is_narrow && self->shows_sides);
  gtk_widget_set_visible (self->left, shows_pane (self, self->shows_variants));
  gtk_widget_set_visible (gtk_paned_get_start_child (GTK_PANED (self->right_paned)), nest);
  gtk_widget_set_visible (self->right, data);
  gtk_widget_set_visible (self->side_paned, data || (self->is_wide && code));
  gtk_widget_set_visible (self->upper, nest || data);
  gtk_widget_set_visible (self->below, code);
  tl_code_panes_set_narrow (TL_CODE_PANES (self->code), self->is_narrow);
  gtk_widget_set_visible (self->code_paned, nest || data || code);
}

/* Moves the handles between the panes to where the layout has them. */
static void
place_handles (TlExplorePage *self, int width, int height)
{
  const Shares *shares = &self->shares[self->is_wide];

  gtk_paned_set_position (GTK_PANED (self->left_paned), self->left_px);
  gtk_paned_set_position (GTK_PANED (self->right_paned), (width - self->left_px) * shares->nest / 1000);
  gtk_paned_set_position (GTK_PANED (self->is_wide ? self->side_paned : self->code_paned), (height * shares->above + 500) / 1000);
}

static void
place_code (TlExplorePage *self)
{
  GtkPaned *from = GTK_PANED (self->is_wide ? self->code_paned : self->side_paned);
  GtkPaned *to = GTK_PANED (self->is_wide ? self->side_paned : self->code_paned);

  if (gtk_paned_get_end_child (from) != self->below)
    return;
  g_object_ref (self->below);
  gtk_paned_set_end_child (from, NULL);
  gtk_paned_set_end_child (to, self->below);
  g_object_unref (self->below);
}

/* In the frame after the one with the new arrangement: GtkPaned scales a position that was set before. */
static gboolean
place_handles_later (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  guint *n_frames = user_data;

  if ((*n_frames)++ < 1)
    return G_SOURCE_CONTINUE;
  place_handles (TL_EXPLORE_PAGE (widget), gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  return G_SOURCE_REMOVE;
}

static gboolean
arrange (gpointer user_data)
{
  TlExplorePage *self = user_data;

  self->side_source = 0;
  place_code (self);
  show_panes (self);
  place_handles (self, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)));
  gtk_widget_add_tick_callback (GTK_WIDGET (self), place_handles_later, g_new0 (guint, 1), g_free);
  return G_SOURCE_REMOVE;
}

TlEditor *
tl_explore_page_editor (TlExplorePage *self)
{
  return self->editor;
}

GtkWidget *
tl_explore_page_show_selection (TlExplorePage *self)
{
  if (self->is_narrow)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->shows_nest), TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  return tl_nest_canvas_anchor (TL_NEST_CANVAS (self->canvas));
}

void
tl_explore_page_show_sides (TlExplorePage *self, gboolean shows_sides)
{
  self->shows_sides = shows_sides;
  show_panes (self);
}

/* --- layout --- */

static int
permille (int part, int whole)
{
  return whole > 0 ? (part * 1000 + whole / 2) / whole : 0;
}

void
tl_explore_page_keep_layout (TlExplorePage *self, TlSettings *settings)
{
  const Shares    *shares = &self->shares[self->is_wide];
  GtkWidget       *paned = self->is_wide ? self->side_paned : self->code_paned;
  g_autofree char *code = tl_code_panes_layout (TL_CODE_PANES (self->code));

  tl_settings_set_layout_text (settings, "side-tab", gtk_stack_get_visible_child_name (GTK_STACK (self->right_stack)));
  tl_settings_set_layout_text (settings, "code-panes", code);
  if (!self->has_size || !self->shows_sides || self->is_narrow)
    return;
  tl_settings_set_layout (settings, "variants", gtk_paned_get_position (GTK_PANED (self->left_paned)));
  tl_settings_set_layout (settings, shares->nest_key, permille (gtk_paned_get_position (GTK_PANED (self->right_paned)),
                                                               gtk_widget_get_width (self->right_paned)));
  /* Of the page, as it is placed: the panes are less high than it by the bar of the status. */
  tl_settings_set_layout (settings, shares->above_key, permille (gtk_paned_get_position (GTK_PANED (paned)),
                                                                gtk_widget_get_height (GTK_WIDGET (self))));
}

static void
take_number (TlSettings *settings, const char *name, int least, int most, int *number)
{
  int kept = tl_settings_layout (settings, name);

  if (kept >= least && kept <= most)
    *number = kept;
}

/* The canvas, which heard of it before, chooses by itself otherwise. */
static void
on_opened (TlExplorePage *self)
{
  guint nest = tl_settings_get (self->settings, TL_SETTING_NEST);

  if (nest != 0)
    tl_nest_canvas_choose_lines (TL_NEST_CANVAS (self->canvas), nest == 2);
}

static void
on_predicted_time (TlExplorePage *self, const char *text)
{
  g_free (self->predicted);
  self->predicted = g_strdup (text);
  g_clear_pointer (&self->of_predicted, tl_state_unref);
  if (tl_session_current (self->session) != NULL)
    self->of_predicted = tl_state_ref (tl_session_state (self->session));
  update_status (self);
}

static void
forget_predicted (TlExplorePage *self)
{
  g_clear_pointer (&self->of_predicted, tl_state_unref);
  g_clear_pointer (&self->predicted, g_free);
}

/* The page of kernels is there for targets that have some; where it was last shown, it is shown again then. */
static void
offer_gpu (TlExplorePage *self)
{
  TlTarget   target = tl_session_target (self->session);
  GtkWidget *pane = gtk_stack_get_child_by_name (GTK_STACK (self->right_stack), GPU_PAGE);
  gboolean   is_shown = gtk_stack_get_visible_child (GTK_STACK (self->right_stack)) == pane;

  forget_predicted (self);
  if (!tl_target_has_kernels (&target) && is_shown)
    gtk_stack_set_visible_child_name (GTK_STACK (self->right_stack), "data");
  gtk_stack_page_set_visible (gtk_stack_get_page (GTK_STACK (self->right_stack), pane), tl_target_has_kernels (&target));
  if (tl_target_has_kernels (&target) && self->wants_gpu)
    gtk_stack_set_visible_child (GTK_STACK (self->right_stack), pane);
  self->wants_gpu = self->wants_gpu && !tl_target_has_kernels (&target);
}

void
tl_explore_page_restore_layout (TlExplorePage *self, TlSettings *settings)
{
  g_autofree char *side = tl_settings_layout_text (settings, "side-tab"), *code = tl_settings_layout_text (settings, "code-panes");

  take_number (settings, "variants", 120, 800, &self->left_px);
  for (guint i = 0; i < G_N_ELEMENTS (self->shares); i++)
    {
      take_number (settings, self->shares[i].nest_key, 100, 900, &self->shares[i].nest);
      take_number (settings, self->shares[i].above_key, 100, 950, &self->shares[i].above);
    }
  self->wants_gpu = g_strcmp0 (side, GPU_PAGE) == 0;
  offer_gpu (self);
  if (side != NULL && gtk_stack_get_child_by_name (GTK_STACK (self->right_stack), side) != NULL)
    gtk_stack_set_visible_child_name (GTK_STACK (self->right_stack), side);
  if (code != NULL)
    tl_code_panes_set_layout (TL_CODE_PANES (self->code), code);
  g_set_object (&self->settings, settings);
  g_signal_connect_object (self->session, "opened", G_CALLBACK (on_opened), self, G_CONNECT_SWAPPED);
}

double
tl_explore_page_zoom (TlExplorePage *self)
{
  return tl_nest_canvas_zoom (TL_NEST_CANVAS (self->canvas));
}

void
tl_explore_page_set_zoom (TlExplorePage *self, double zoom)
{
  tl_nest_canvas_set_zoom (TL_NEST_CANVAS (self->canvas), zoom);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  TlWhyNotCard *why_not = TL_WHY_NOT_CARD (TL_EXPLORE_PAGE (user_data)->why_not);
  GtkWidget    *focus = gtk_root_get_focus (gtk_widget_get_root (user_data));

  /* A popover that is open takes the keys first. */
  if (focus != NULL && gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL)
    return FALSE;
  if (keyval == GDK_KEY_period && (modifiers & GDK_CONTROL_MASK) != 0)
    return tl_why_not_card_focus (why_not);
  if ((keyval == GDK_KEY_n || keyval == GDK_KEY_N) && (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) == 0 && !GTK_IS_EDITABLE (focus))
    return tl_why_not_card_walk (why_not, keyval == GDK_KEY_N ? -1 : 1)
           || tl_draft_bar_walk (TL_DRAFT_BAR (TL_EXPLORE_PAGE (user_data)->draft), keyval == GDK_KEY_N ? -1 : 1);
  if (keyval == GDK_KEY_d && (modifiers & GDK_CONTROL_MASK) != 0)
    return tl_why_not_card_draft (why_not);
  if ((keyval == GDK_KEY_bracketleft || keyval == GDK_KEY_bracketright) && !GTK_IS_EDITABLE (focus)
      && (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) == 0)
    return tl_session_visit_by (TL_EXPLORE_PAGE (user_data)->session, keyval == GDK_KEY_bracketleft ? -1 : 1);
  return keyval == GDK_KEY_Escape && (tl_why_not_card_close (why_not) || end_preview (user_data));
}

static void
watch_keys (TlExplorePage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

/* The frame before has shown the page without its content. */
static gboolean
show_content (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TlExplorePage *self = TL_EXPLORE_PAGE (widget);

  if (self->n_frames++ == 0)
    return G_SOURCE_CONTINUE;
  gtk_widget_show (gtk_widget_get_first_child (widget));
  if (self->wants_focus)
    gtk_widget_grab_focus (widget);
  return G_SOURCE_REMOVE;
}

/* The first time the window changes around the page in one frame, its content appears in the next one, and its sides behind that. */
static void
tl_explore_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tl_explore_page_parent_class)->map (widget);
  if (!gtk_widget_get_visible (gtk_widget_get_first_child (widget)))
    gtk_widget_add_tick_callback (widget, show_content, NULL, NULL);
}

static void
tl_explore_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlExplorePage *self = TL_EXPLORE_PAGE (widget);
  GtkWidget     *child = gtk_widget_get_first_child (widget);
  gboolean       is_narrow = tl_is_narrower (widget, width, NARROW_WIDTH), is_wide = !tl_is_narrower (widget, width, WIDE_WIDTH);
  int            least;

  if (self->is_narrow != is_narrow || self->is_wide != is_wide)
    {
      self->is_narrow = is_narrow;
      self->is_wide = is_wide;
      if (self->side_source == 0)
        self->side_source = g_idle_add (arrange, self);
    }
  if (!self->has_size && height > 300)
    {
      place_handles (self, width, height);
      self->has_size = TRUE;
    }
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_allocate (child, MAX (width, least), height, baseline, NULL);   /* wider only until the sides are hidden */
}

static void
tl_explore_page_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
{
  TlExplorePage *self = TL_EXPLORE_PAGE (widget);
  int            of_left = 0;

  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation != GTK_ORIENTATION_HORIZONTAL || !gtk_widget_get_visible (self->left))
    return;
  gtk_widget_measure (self->left, GTK_ORIENTATION_HORIZONTAL, -1, &of_left, NULL, NULL, NULL);
  *minimum -= of_left;   /* which is hidden where there is less */
}

static gboolean
tl_explore_page_grab_focus (GtkWidget *widget)
{
  TlExplorePage *self = TL_EXPLORE_PAGE (widget);

  self->wants_focus = TRUE;
  return gtk_widget_grab_focus (tl_nest_canvas_anchor (TL_NEST_CANVAS (self->canvas)));
}

static void
tl_explore_page_dispose (GObject *object)
{
  TlExplorePage   *self = TL_EXPLORE_PAGE (object);
  GtkWidget *const parts[] = { self->right, self->below, self->left };
  GtkWidget       *child;

  if (self->session != NULL)
    tl_destroy_in_steps (parts, G_N_ELEMENTS (parts));
  g_clear_handle_id (&self->side_source, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  forget_predicted (self);
  g_clear_object (&self->settings);
  g_clear_object (&self->editor);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tl_explore_page_parent_class)->dispose (object);
}

static void
tl_explore_page_class_init (TlExplorePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_explore_page_dispose;
  widget_class->size_allocate = tl_explore_page_size_allocate;
  widget_class->map = tl_explore_page_map;
  widget_class->measure = tl_explore_page_measure;
  widget_class->grab_focus = tl_explore_page_grab_focus;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/explore-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, panes);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, shows_variants);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, shows_nest);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, shows_data);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, shows_code);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, preview);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, preview_text);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, preview_take);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, preview_end);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, left_paned);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, right_paned);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, side_paned);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, code_paned);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, left);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, right);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, below);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, upper);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, overlay);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, spinner);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, status);
  gtk_widget_class_bind_template_child (widget_class, TlExplorePage, status_bar);
}

static void
tl_explore_page_init (TlExplorePage *self)
{
  self->shows_sides = TRUE;
  self->left_px = LEFT_PX;
  memcpy (self->shares, first_shares, sizeof first_shares);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_hide (gtk_widget_get_first_child (GTK_WIDGET (self)));
  for (GtkWidget *button = gtk_widget_get_first_child (self->panes); button != NULL; button = gtk_widget_get_next_sibling (button))
    g_signal_connect_swapped (button, "toggled", G_CALLBACK (show_panes), self);
}

static GtkWidget *
expanding (GtkWidget *widget)
{
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  return widget;
}

static void
on_right_page (GtkStack *stack, GParamSpec *property, GtkWidget *head)
{
  gtk_widget_set_visible (head, g_strcmp0 (gtk_stack_get_visible_child_name (stack), "data") == 0);
}

void
tl_explore_page_check_kernels (TlExplorePage *self)
{
  if (self->is_narrow)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->shows_data), TRUE);
  gtk_stack_set_visible_child_name (GTK_STACK (self->right_stack), GPU_PAGE);
  tl_gpu_pane_check (TL_GPU_PANE (gtk_stack_get_child_by_name (GTK_STACK (self->right_stack), GPU_PAGE)));
}

/* Data and properties of the selection, one at a time. */
static void
add_right (TlExplorePage *self)
{
  GtkWidget *stack = gtk_stack_new (), *switcher = gtk_stack_switcher_new (), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *data = tl_data_pane_new (self->editor), *head = tl_data_pane_head (TL_DATA_PANE (data)), *gpu = tl_gpu_pane_new (self->editor);

  self->right_stack = stack;
  g_signal_connect_object (gpu, "predicted", G_CALLBACK (on_predicted_time), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "loop-stepped", G_CALLBACK (tl_data_pane_step_loop), data, G_CONNECT_SWAPPED);
  gtk_stack_add_titled (GTK_STACK (stack), expanding (data), "data", _("Data"));
  gtk_stack_add_titled (GTK_STACK (stack), expanding (gpu), GPU_PAGE, _("GPU"));
  gtk_stack_add_titled (GTK_STACK (stack), expanding (tl_inspector_new (self->editor)), "properties", _("Properties"));
  gtk_stack_add_titled (GTK_STACK (stack), expanding (tl_roofline_pane_new (self->editor)), "roofline", _("Roofline"));
  gtk_stack_add_titled (GTK_STACK (stack), expanding (tl_liveness_pane_new (self->editor)), "buffers", _("Buffers"));
  gtk_stack_set_hhomogeneous (GTK_STACK (stack), FALSE);   /* each page needs its own room alone */
  gtk_stack_set_vhomogeneous (GTK_STACK (stack), FALSE);
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (stack));
  gtk_widget_add_css_class (switcher, "code-switcher");
  gtk_box_append (GTK_BOX (row), switcher);
  gtk_box_append (GTK_BOX (row), head);
  gtk_box_append (GTK_BOX (self->right), row);
  gtk_box_append (GTK_BOX (self->right), expanding (tl_late_bin_new (stack)));
  g_signal_connect_object (stack, "notify::visible-child", G_CALLBACK (on_right_page), head, 0);
}

static gboolean
place_ruler (GtkOverlay *overlay, GtkWidget *widget, GdkRectangle *place, gpointer user_data)
{
  if (!TL_IS_SPLIT_RULER (widget))
    return FALSE;
  tl_split_ruler_place (TL_SPLIT_RULER (widget), GTK_WIDGET (overlay), place);
  return TRUE;
}

/* Over the nest and what is right of it. */
static void
add_split_ruler (TlExplorePage *self)
{
  GtkWidget *ruler = tl_split_ruler_new (self->editor);

  gtk_overlay_add_overlay (GTK_OVERLAY (self->upper), ruler);
  g_signal_connect (self->upper, "get-child-position", G_CALLBACK (place_ruler), NULL);
  tl_editor_set_split_ruler (self->editor, ruler);
}

static void
add_draft_bar (TlExplorePage *self)
{
  self->draft = tl_draft_bar_new (self->editor);
  gtk_box_insert_child_after (GTK_BOX (gtk_widget_get_parent (self->preview)), self->draft, self->preview);
  g_signal_connect_swapped (self->draft, "violation-changed", G_CALLBACK (on_draft_changed), self);
  g_signal_connect_swapped (self->draft, "show-in-script", G_CALLBACK (on_show_in_script), self);
}

GtkWidget *
tl_explore_page_new (TlSession *session)
{
  TlExplorePage *self = g_object_new (TL_TYPE_EXPLORE_PAGE, NULL);
  GtkWidget     *nest;

  self->session = g_object_ref (session);
  self->editor = tl_editor_new (session);
  tl_editor_set_host (self->editor, self->overlay);
  nest = tl_nest_pane_new (self->editor);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), nest);
  self->canvas = GTK_WIDGET (tl_nest_pane_canvas (TL_NEST_PANE (nest)));
  tl_editor_set_home (self->editor, self->canvas);
  g_object_ref (self->overlay);
  gtk_paned_set_start_child (GTK_PANED (self->right_paned), NULL);
  gtk_paned_set_start_child (GTK_PANED (self->right_paned), tl_memory_pane_new (self->editor, self->overlay, TL_NEST_PANE (nest)));
  g_object_unref (self->overlay);
  self->variants = tl_variants_pane_new (self->editor);
  gtk_box_append (GTK_BOX (self->left), expanding (self->variants));
  return GTK_WIDGET (self);
}

void
tl_explore_page_add_sides (TlExplorePage *self)
{
  add_right (self);
}

void
tl_explore_page_add_bars (TlExplorePage *self)
{
  gtk_box_append (GTK_BOX (self->status_bar), tl_target_button_new (self->session));
  add_draft_bar (self);
}

void
tl_explore_page_add_code (TlExplorePage *self)
{
  self->code = tl_code_panes_new (self->editor);
  gtk_box_append (GTK_BOX (self->below), expanding (tl_late_bin_new (self->code)));
}

void
tl_explore_page_add_overlays (TlExplorePage *self)
{
  TlSession *session = self->session;

  self->why_not = tl_why_not_card_new (self->editor);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->upper), self->why_not);
  g_signal_connect (self->upper, "get-child-position", G_CALLBACK (place_card), self);
  add_split_ruler (self);
  watch_keys (self);
  g_signal_connect_swapped (self->why_not, "violation-changed", G_CALLBACK (on_violation_changed), self);
  g_signal_connect_swapped (self->why_not, "show-in-script", G_CALLBACK (on_show_in_script), self);
  g_signal_connect_swapped (self->why_not, "closed", G_CALLBACK (on_refusal_closed), self);
  g_signal_connect_object (self->editor, "refused", G_CALLBACK (on_refused), self, 0);
  g_signal_connect_object (session, "changed", G_CALLBACK (update_status), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::target", G_CALLBACK (offer_gpu), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::devices", G_CALLBACK (update_status), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::timing", G_CALLBACK (update_status), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "machine-measured", G_CALLBACK (update_status), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (update_preview), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->preview_take, "clicked", G_CALLBACK (on_preview_take), self);
  g_signal_connect_swapped (self->preview_end, "clicked", G_CALLBACK (end_preview), self);
  update_status (self);
}
