/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/step-animation.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/canvas/nest-transition.h"
#include "ui/widgets/picture.h"

#define REST_BEFORE_S 0.9
#define MOVE_S        1.1
#define REST_AFTER_S  1.5

typedef struct
{
  TlNestTransition *transition;
  gint64            start_us;   /* 0: of the next frame */
  double            t;          /* 0 before the step … 1 after it */
  gboolean          is_still;
  guint             ticks;      /* 0: not shown, or still */
} Animation;

static void
animation_free (gpointer data)
{
  Animation *animation = data;

  tl_nest_transition_free (animation->transition);
  g_free (animation);
}

static void
draw (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  Animation *animation = user_data;

  if (animation->is_still)
    tl_draw_nest_transition_still (cr, animation->transition, palette, width);
  else
    tl_draw_nest_transition (cr, animation->transition, animation->t, palette, width);
}

/* Nothing is drawn again while it rests. */
static gboolean
on_tick (GtkWidget *picture, GdkFrameClock *clock, gpointer user_data)
{
  Animation *animation = user_data;
  gint64     now_us = gdk_frame_clock_get_frame_time (clock);
  double     s, t;

  if (animation->start_us == 0)
    animation->start_us = now_us;
  s = fmod ((double) (now_us - animation->start_us) / G_USEC_PER_SEC, REST_BEFORE_S + MOVE_S + REST_AFTER_S);
  t = tl_clamp ((s - REST_BEFORE_S) / MOVE_S, 0, 1);
  if (t != animation->t)
    {
      animation->t = t;
      tl_picture_redraw (TL_PICTURE (picture));
    }
  return G_SOURCE_CONTINUE;
}

static void
stop (GtkWidget *picture, Animation *animation)
{
  if (animation->ticks != 0)
    gtk_widget_remove_tick_callback (picture, animation->ticks);
  animation->ticks = 0;
  animation->start_us = 0;
  animation->t = 0;
}

static void
start (GtkWidget *picture, Animation *animation)
{
  if (!animation->is_still && animation->ticks == 0 && gtk_widget_get_mapped (picture))
    animation->ticks = gtk_widget_add_tick_callback (picture, on_tick, animation, NULL);
}

static Animation *
animation_of (GtkWidget *picture)
{
  return g_object_get_data (G_OBJECT (picture), "animation");
}

/* Whether things move is a setting of the desktop, and one of the preferences. */
static void
follow_settings (GtkWidget *picture)
{
  Animation *animation = animation_of (picture);
  gboolean   moves;
  double     width, height;

  g_object_get (gtk_settings_get_default (), "gtk-enable-animations", &moves, NULL);
  stop (picture, animation);
  animation->is_still = !moves;
  tl_nest_transition_size (animation->transition, &width, &height);
  tl_picture_set_size (TL_PICTURE (picture), (int) (moves ? width / 2 : width), (int) ceil (height));
  tl_picture_redraw (TL_PICTURE (picture));
  start (picture, animation);
}

GtkWidget *
tl_step_animation_new (const TlPrimitive *primitive)
{
  g_autoptr (TlState) state = tl_primitive_example (primitive);
  g_autofree char    *text = NULL, *label = NULL;
  Animation          *animation;
  GtkWidget          *picture;

  if (state == NULL)
    return NULL;
  animation = g_new0 (Animation, 1);
  animation->transition = tl_nest_transition_new (state, "main");
  text = tl_nest_transition_text (animation->transition);
  label = g_strdup_printf (_("Example of %s"), primitive->title);
  picture = tl_picture_new (draw, animation, NULL);
  g_object_set_data_full (G_OBJECT (picture), "animation", animation, animation_free);
  gtk_widget_set_halign (picture, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_PROPERTY_LABEL, label, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  g_signal_connect (picture, "map", G_CALLBACK (start), animation);
  g_signal_connect (picture, "unmap", G_CALLBACK (stop), animation);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-enable-animations", G_CALLBACK (follow_settings), picture,
                           G_CONNECT_SWAPPED);
  follow_settings (picture);
  return picture;
}

/* --- in tooltips --- */

typedef struct
{
  const TlPrimitive *primitive;
  char              *text;
  GtkWidget         *content;   /* owned; made when it is first asked for */
} Tip;

static void
tip_free (gpointer data, GClosure *closure)
{
  Tip *tip = data;

  g_clear_object (&tip->content);
  g_free (tip->text);
  g_free (tip);
}

static GtkWidget *
tip_content (Tip *tip)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *label = gtk_label_new (tip->text);
  GtkWidget *picture = tl_step_animation_new (tip->primitive);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 50);
  gtk_box_append (GTK_BOX (box), label);
  if (picture != NULL)
    gtk_box_append (GTK_BOX (box), picture);
  return box;
}

/* The same content for as long as the tooltip is asked for, so that it does not begin again with each motion. */
static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip, gpointer user_data)
{
  Tip *tip = user_data;

  if (tip->content == NULL)
    tip->content = g_object_ref_sink (tip_content (tip));
  gtk_tooltip_set_custom (tooltip, tip->content);
  return TRUE;
}

void
tl_step_animation_add_tip (GtkWidget *widget, const TlPrimitive *primitive, const char *text)
{
  Tip *tip = g_new0 (Tip, 1);

  tip->primitive = primitive;
  tip->text = g_strdup (text);
  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect_data (widget, "query-tooltip", G_CALLBACK (on_query_tooltip), tip, tip_free, 0);
}
