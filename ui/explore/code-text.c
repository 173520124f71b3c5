/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-text.h"

#include <adwaita.h>
#include <string.h>

#include "core/base/i18n.h"
#include "core/session/program-view.h"
#include "ui/explore/code-hits.h"
#include "ui/widgets/highlight.h"
#include "ui/widgets/picture.h"

#define MAX_SHOWN_BYTES (4u * 1024 * 1024)
#define FLASH_MS        1000
#define UNDERLINE       "wrong"   /* the tag */

struct _TlCodeText
{
  GtkWidget        parent_instance;
  TlSession       *session;
  TlSelection     *selection;    /* the session's, or one of its own */
  GtkWidget       *overlay;
  GtkWidget       *view;
  GtkSourceBuffer *buffer;       /* borrowed: the view's */
  const char      *language;     /* of the next text, in static memory; NULL: none */
  TlCodeLinks     *links;
  TlNest          *nest;         /* of the program that the text shows; NULL: no text came yet */
  GHashTable      *shares;       /* nullable: of the time, by node */
  TlMarkedNames   *names;        /* nullable */
  guint            place;        /* the one shown last */
  GArray          *trail;        /* guint: lines that jumps started from and led to … */
  guint            trail_at;     /* … and the one of them that is shown */
  guint            flash_source;
  gboolean         is_picking;   /* the selection is being made in the text */
};

G_DEFINE_FINAL_TYPE (TlCodeText, tl_code_text, GTK_TYPE_WIDGET)

enum { PLACES_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- the text --- */

static gboolean
starts_line (const char *text, gsize at)
{
  return at == 0 || text[at - 1] == '\n';
}

void
tl_code_text_set_language (TlCodeText *self, const char *language)
{
  self->language = g_intern_string (language);
}

/* Reading the rules of a language takes as long as building a page of the window: only once there is a text. */
static void
use_language (TlCodeText *self)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  GtkSourceLanguage        *used = gtk_source_buffer_get_language (self->buffer);

  if (g_strcmp0 (used != NULL ? gtk_source_language_get_id (used) : NULL, self->language) != 0)
    gtk_source_buffer_set_language (self->buffer,
                                    self->language != NULL ? gtk_source_language_manager_get_language (languages, self->language) : NULL);
}

/* An edit changes few of the lines, and inserted text must be measured and highlighted again. The view also keeps its scroll position. */
void
tl_code_text_set (TlCodeText *self, const char *text)
{
  GtkTextBuffer   *buffer = GTK_TEXT_BUFFER (self->buffer);
  gsize            length = MIN (strlen (text), MAX_SHOWN_BYTES), first = 0, last = 0, old_length;
  g_autofree char *old = NULL;
  GtkTextIter      start, end;

  use_language (self);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  old = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  old_length = strlen (old);
  while (first < MIN (length, old_length) && old[first] == text[first])
    first++;
  while (!starts_line (text, first))
    first--;
  while (last < MIN (length, old_length) - first && old[old_length - last - 1] == text[length - last - 1])
    last++;
  while (last > 0 && !(starts_line (text, length - last) && starts_line (old, old_length - last)))
    last--;
  gtk_text_buffer_get_iter_at_offset (buffer, &start, (int) g_utf8_strlen (old, (gssize) first));
  gtk_text_buffer_get_iter_at_offset (buffer, &end, (int) g_utf8_strlen (old, (gssize) (old_length - last)));
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text + first, (int) (length - last - first));
  gtk_widget_remove_css_class (self->view, "outdated");
  tl_code_links_set_changes (self->links, NULL);
  tl_code_text_set_hot_lines (self, NULL);
}

void
tl_code_text_set_hot_lines (TlCodeText *self, const GArray *lines)
{
  tl_line_view_unmark (TL_LINE_VIEW (self->view), TL_LINE_HOT);
  for (guint i = 0; lines != NULL && i < lines->len; i++)
    tl_line_view_mark (TL_LINE_VIEW (self->view), TL_LINE_HOT, g_array_index (lines, guint, i) + 1, g_array_index (lines, guint, i) + 1);
}

void
tl_code_text_set_changes (TlCodeText *self, const GArray *changes)
{
  tl_code_links_set_changes (self->links, changes);
}

void
tl_code_text_set_outdated (TlCodeText *self)
{
  gtk_widget_add_css_class (self->view, "outdated");
}

void
tl_code_text_show_line (TlCodeText *self, guint line)
{
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &at, (int) line);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &at);
  tl_code_links_show_line (self->links, line);
}

void
tl_code_text_reveal_line (TlCodeText *self, guint line)
{
  tl_code_links_show_line (self->links, line);
}

void
tl_code_text_show_text (TlCodeText *self, const char *text)
{
  GtkTextIter start, found, end;

  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self->buffer), &start);
  if (gtk_text_iter_forward_search (&start, text, GTK_TEXT_SEARCH_TEXT_ONLY, &found, &end, NULL))
    tl_code_text_show_line (self, (guint) gtk_text_iter_get_line (&found));
}

static void
colour_underlines (TlCodeText *self)
{
  const TlColor color = tl_style_palette ()->error;
  GdkRGBA       rgba = { (float) color.r, (float) color.g, (float) color.b, 1 };

  g_object_set (gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (GTK_TEXT_BUFFER (self->buffer)), UNDERLINE),
                "underline", PANGO_UNDERLINE_ERROR, "underline-rgba", &rgba, NULL);
}

void
tl_code_text_clear_underlines (TlCodeText *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  gtk_text_buffer_remove_tag_by_name (GTK_TEXT_BUFFER (self->buffer), UNDERLINE, &start, &end);
}

void
tl_code_text_underline (TlCodeText *self, guint line, guint column, guint length)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line_offset (GTK_TEXT_BUFFER (self->buffer), &start, (int) line, (int) column);
  gtk_text_buffer_get_iter_at_line_offset (GTK_TEXT_BUFFER (self->buffer), &end, (int) line, (int) (column + length));
  gtk_text_buffer_apply_tag_by_name (GTK_TEXT_BUFFER (self->buffer), UNDERLINE, &start, &end);
}

/* --- jumps --- */

static gboolean
end_flash (gpointer user_data)
{
  TlCodeText *self = user_data;

  self->flash_source = 0;
  tl_line_view_unmark (TL_LINE_VIEW (self->view), TL_LINE_FLASH);
  return G_SOURCE_REMOVE;
}

static void
flash (TlCodeText *self, guint line)
{
  g_clear_handle_id (&self->flash_source, g_source_remove);
  tl_line_view_unmark (TL_LINE_VIEW (self->view), TL_LINE_FLASH);
  tl_line_view_mark (TL_LINE_VIEW (self->view), TL_LINE_FLASH, line + 1, line + 1);
  self->flash_source = g_timeout_add (FLASH_MS, end_flash, self);
}

void
tl_code_text_jump (TlCodeText *self, guint line)
{
  guint first, last;

  tl_line_view_visible (TL_LINE_VIEW (self->view), &first, &last);
  g_array_set_size (self->trail, self->trail_at);
  g_array_append_val (self->trail, first);
  g_array_append_val (self->trail, line);
  self->trail_at = self->trail->len - 1;
  tl_code_text_show_line (self, line);
  flash (self, line);
}

static void
on_jump (TlCodeHits *hits, guint line, TlCodeText *self)
{
  tl_code_text_jump (self, line);
}

/* @direction: -1 back, 1 forth. */
static gboolean
walk_trail (GtkWidget *widget, GVariant *direction, gpointer user_data)
{
  TlCodeText *self = TL_CODE_TEXT (widget);
  gint        at = (gint) self->trail_at + g_variant_get_int32 (direction);

  if (at < 0 || at >= (gint) self->trail->len)
    return FALSE;
  self->trail_at = (guint) at;
  tl_code_text_show_line (self, g_array_index (self->trail, guint, at));
  return TRUE;
}

/* --- links between the text and the loops and blocks --- */

static TlWalk
add_inside (const TlStmt *stmt, gpointer user_data)
{
  TlNodeId id = stmt->kind == TL_STMT_FOR ? stmt->loop.id : stmt->kind == TL_STMT_BLOCK ? stmt->block.id : 0;

  if (id != 0)
    g_hash_table_add (user_data, GUINT_TO_POINTER (id));
  return TL_WALK_INTO;
}

/* The loops and blocks at and below @node. */
static GHashTable *
nodes_inside (TlCodeText *self, TlNodeId node)
{
  TlVariant    *variant = tl_session_current (self->session);
  GHashTable   *inside = g_hash_table_new (NULL, NULL);
  const TlStmt *stmt = variant != NULL && node != 0 ? tl_module_find (tl_state_module (tl_session_state (self->session)), node) : NULL;

  if (stmt != NULL)
    tl_stmt_walk (stmt, add_inside, NULL, inside);
  return inside;
}

/* The place of the selection that has the line, or the last one above it. */
static guint
place_at (TlCodeText *self, guint line)
{
  guint place = 0;

  while (place + 1 < tl_code_links_n_places (self->links) && tl_code_links_place_line (self->links, place + 1) <= line)
    place++;
  return place;
}

static guint
caret_line (TlCodeText *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter    at;

  gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
  return (guint) gtk_text_iter_get_line (&at);
}

void
tl_code_text_mark_selection (TlCodeText *self, gboolean scroll)
{
  TlNodeId               node = tl_selection_primary (self->selection);
  g_autoptr (GHashTable) inside = nodes_inside (self, node);

  tl_code_links_select (self->links, node, inside);
  self->place = self->is_picking ? place_at (self, caret_line (self)) : 0;
  if (scroll && !self->is_picking)
    tl_code_links_show_place (self->links, 0);
  self->is_picking = FALSE;
  g_signal_emit (self, signals[PLACES_CHANGED], 0);
}

char *
tl_code_text_places (TlCodeText *self)
{
  guint       n = tl_code_links_n_places (self->links), copy, n_copies;
  const char *about = tl_code_links_is_fuzzy (self->links) ? "≈ " : "";
  GString    *text = g_string_new (NULL);

  if (tl_selection_primary (self->selection) != 0 && n == 0)
    g_string_append (text, tl_code_links_has_nodes (self->links) ? _("No code of the selection") : _("No line info"));
  else if (n == 1)
    g_string_append (text, about);
  else if (n > 1)
    g_string_append_printf (text, _("%s%u of %u places"), about, self->place + 1, n);
  if (tl_code_links_place_copy (self->links, self->place, &copy, &n_copies))
    g_string_append_printf (text, _("%scopy %u/%u"), n > 1 ? ", " : "", copy + 1, n_copies);
  return g_string_free (text, FALSE);
}

void
tl_code_text_show_next_place (TlCodeText *self)
{
  guint n = tl_code_links_n_places (self->links);

  if (n == 0)
    return;
  self->place = (self->place + 1) % n;
  tl_code_text_jump (self, tl_code_links_place_line (self->links, self->place));
  g_signal_emit (self, signals[PLACES_CHANGED], 0);
}

guint
tl_code_text_n_places (TlCodeText *self)
{
  return tl_code_links_n_places (self->links);
}

/* Stripes in the hues of the canvas; without a program there are none. */
static void
set_hues (TlCodeText *self)
{
  TlState *root = tl_session_root (self->session), *state = tl_session_state (self->session);

  g_clear_pointer (&self->nest, tl_nest_free);
  if (state == NULL)
    return;
  self->nest = tl_nest_new_from (tl_state_module (root), tl_state_module (state), tl_session_func_name (self->session));
  tl_code_links_set_stripes (self->links, self->nest, self->shares);
}

void
tl_code_text_set_shares (TlCodeText *self, GHashTable *shares)
{
  g_clear_pointer (&self->shares, g_hash_table_unref);
  self->shares = shares != NULL ? g_hash_table_ref (shares) : NULL;
  if (self->nest != NULL)
    tl_code_links_set_stripes (self->links, self->nest, self->shares);
}

void
tl_code_text_set_marks (TlCodeText *self, const GArray *marks)
{
  tl_code_links_set_marks (self->links, marks);
  set_hues (self);
  tl_code_text_mark_selection (self, FALSE);
}

void
tl_code_text_set_nodes (TlCodeText *self, const GArray *nodes)
{
  tl_code_links_set_nodes (self->links, nodes);
  set_hues (self);
  tl_code_text_mark_selection (self, FALSE);
}

/* --- the pointer and the caret --- */

/* The identifier at a place of the text; NULL: there is none. Free with g_free. */
static char *
name_at (const GtkTextIter *at)
{
  GtkTextIter start = *at, end = *at;

  while (tl_line_view_is_in_name (gtk_text_iter_get_char (&end)))
    gtk_text_iter_forward_char (&end);
  while (gtk_text_iter_backward_char (&start) && tl_line_view_is_in_name (gtk_text_iter_get_char (&start)))
    ;
  if (!gtk_text_iter_is_start (&start) || !tl_line_view_is_in_name (gtk_text_iter_get_char (&start)))
    gtk_text_iter_forward_char (&start);
  return gtk_text_iter_compare (&start, &end) < 0 ? gtk_text_iter_get_text (&start, &end) : NULL;
}

/* The loop that is named there, else the innermost loop or block of the line. */
static TlNodeId
node_of (TlCodeText *self, const GtkTextIter *at)
{
  guint            line = (guint) gtk_text_iter_get_line (at);
  g_autofree char *name = name_at (at);
  TlNodeId         loop = name != NULL && self->nest != NULL ? tl_code_links_find_loop (self->links, self->nest, line, name) : 0;

  return loop != 0 ? loop : tl_code_links_find (self->links, line);
}

static void
get_point (TlCodeText *self, double x, double y, GtkTextIter *at)
{
  int bx, by;

  gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (self->view), GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y, &bx, &by);
  gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (self->view), at, bx, by);
}

static TlNodeId
node_at (TlCodeText *self, double x, double y)
{
  GtkTextIter at;

  get_point (self, x, y, &at);
  return node_of (self, &at);
}

static void
get_caret (TlCodeText *self, GtkTextIter *at)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);

  gtk_text_buffer_get_iter_at_mark (buffer, at, gtk_text_buffer_get_insert (buffer));
}

static TlNodeId
node_at_caret (TlCodeText *self)
{
  GtkTextIter at;

  get_caret (self, &at);
  return node_of (self, &at);
}

static gboolean
mark_name (TlCodeText *self, const GtkTextIter *at)
{
  g_autofree char *name = name_at (at);

  if (name == NULL || self->names == NULL)
    return FALSE;
  tl_marked_names_toggle (self->names, name);
  return TRUE;
}

static gboolean
mark_name_at_caret (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TlCodeText *self = TL_CODE_TEXT (widget);
  GtkTextIter at;

  get_caret (self, &at);
  return mark_name (self, &at);
}

void
tl_code_text_set_names (TlCodeText *self, TlMarkedNames *names)
{
  g_set_object (&self->names, names);
  tl_line_view_set_names (TL_LINE_VIEW (self->view), names);
}

/* With Ctrl also goes on to the next place of what was clicked; the second of two clicks marks the name. */
static void
on_clicked (GtkGestureClick *click, int n_press, double x, double y, TlCodeText *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click));
  TlNodeId        node = node_at (self, x, y);

  if (n_press == 2)
    {
      GtkTextIter at;

      get_point (self, x, y, &at);
      mark_name (self, &at);
      return;
    }
  self->is_picking = TRUE;
  tl_selection_pick (self->selection, node);
  if (node == 0 || (state & GDK_CONTROL_MASK) == 0)
    return;
  tl_code_text_mark_selection (self, FALSE);
  self->place = place_at (self, caret_line (self));
  tl_code_text_show_next_place (self);
  self->is_picking = TRUE;   /* the window is about to follow the selection */
}

/* The caret hovers as the pointer does. Within the selection it says which place that is. */
static void
on_caret_moved (TlCodeText *self)
{
  TlNodeId node;

  if (!gtk_widget_has_focus (self->view))
    return;
  node = node_at_caret (self);
  tl_selection_hover (self->selection, node);
  if (node == 0 || node != tl_selection_primary (self->selection))
    return;
  self->place = place_at (self, caret_line (self));
  g_signal_emit (self, signals[PLACES_CHANGED], 0);
}

static gboolean
pick_at_caret (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TlCodeText *self = user_data;

  self->is_picking = TRUE;
  tl_selection_pick (self->selection, node_at_caret (self));
  return TRUE;
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, TlCodeText *self)
{
  tl_selection_hover (self->selection, node_at (self, x, y));
}

static void
on_leave (GtkEventControllerMotion *motion, TlCodeText *self)
{
  tl_selection_hover (self->selection, 0);
}

static void
on_hover_changed (TlCodeText *self)
{
  tl_code_links_hover (self->links, gtk_widget_get_mapped (GTK_WIDGET (self)) ? tl_selection_hovered (self->selection) : 0);
}

void
tl_code_text_set_selection (TlCodeText *self, TlSelection *selection)
{
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_func (self->selection, on_hover_changed, self);
  g_set_object (&self->selection, selection);
  g_signal_connect_object (selection, "hover-changed", G_CALLBACK (on_hover_changed), self, G_CONNECT_SWAPPED);
  on_hover_changed (self);
  tl_code_text_mark_selection (self, FALSE);
}

/* --- building --- */

/* GtkSourceView does not follow the dark style. */
static void
follow_scheme (TlCodeText *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());

  gtk_source_buffer_set_style_scheme (self->buffer,
                                      gtk_source_style_scheme_manager_get_scheme (gtk_source_style_scheme_manager_get_default (),
                                                                                  dark ? "Adwaita-dark" : "Adwaita"));
  colour_underlines (self);
}

static void
make_view (TlCodeText *self)
{
  self->view = tl_line_view_new ();
  self->buffer = GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)));
  tl_highlight_in_slices (GTK_SOURCE_VIEW (self->view));
  gtk_source_buffer_set_highlight_matching_brackets (self->buffer, FALSE);
  gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), UNDERLINE, NULL);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->view), TRUE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->view), 6);
  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (self->view), TRUE);
  self->links = tl_code_links_new (TL_LINE_VIEW (self->view));
}

/* The text, and over it where its marked lines are. */
static void
make_overlay (TlCodeText *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *hits;

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  hits = tl_code_hits_new (TL_LINE_VIEW (self->view), gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)));
  g_signal_connect (hits, "jump", G_CALLBACK (on_jump), self);
  self->overlay = gtk_overlay_new ();
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), scroller);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), hits);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
}

static void
add_pointer (TlCodeText *self)
{
  GtkGesture         *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_signal_connect (click, "released", G_CALLBACK (on_clicked), self);
  gtk_widget_add_controller (self->view, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (self->view, motion);
}

static void
add_keys (TlCodeText *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Return, 0),
                                                          gtk_callback_action_new (pick_at_caret, self, NULL)));
  gtk_widget_add_controller (self->view, keys);
}

void
tl_code_text_focus (TlCodeText *self)
{
  gtk_widget_grab_focus (self->view);
}

static void
tl_code_text_dispose (GObject *object)
{
  TlCodeText *self = TL_CODE_TEXT (object);

  g_clear_handle_id (&self->flash_source, g_source_remove);
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_object (&self->selection);
  g_clear_object (&self->names);
  G_OBJECT_CLASS (tl_code_text_parent_class)->dispose (object);
}

static void
tl_code_text_finalize (GObject *object)
{
  tl_code_links_free (TL_CODE_TEXT (object)->links);
  g_array_unref (TL_CODE_TEXT (object)->trail);
  g_clear_pointer (&TL_CODE_TEXT (object)->nest, tl_nest_free);
  g_clear_pointer (&TL_CODE_TEXT (object)->shares, g_hash_table_unref);
  G_OBJECT_CLASS (tl_code_text_parent_class)->finalize (object);
}

static void
tl_code_text_class_init (TlCodeTextClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_code_text_dispose;
  G_OBJECT_CLASS (klass)->finalize = tl_code_text_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_Left, GDK_ALT_MASK, walk_trail, "i", -1);
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_Right, GDK_ALT_MASK, walk_trail, "i", 1);
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_m, GDK_CONTROL_MASK, mark_name_at_caret, NULL);
  signals[PLACES_CHANGED] = g_signal_new ("places-changed", TL_TYPE_CODE_TEXT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_code_text_init (TlCodeText *self)
{
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  self->trail = g_array_new (FALSE, FALSE, sizeof (guint));
  make_view (self);
  add_pointer (self);
  add_keys (self);
  make_overlay (self);
  g_signal_connect_swapped (self->buffer, "notify::cursor-position", G_CALLBACK (on_caret_moved), self);
  follow_scheme (self);
  tl_style_follow (self, G_CALLBACK (follow_scheme));
}

GtkWidget *
tl_code_text_new (TlSession *session, const char *label, const char *language)
{
  TlCodeText *self = g_object_new (TL_TYPE_CODE_TEXT, NULL);

  self->session = g_object_ref (session);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  tl_code_text_set_language (self, language);
  tl_code_text_set_selection (self, tl_session_selection (session));
  return GTK_WIDGET (self);
}
