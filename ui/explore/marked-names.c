/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/marked-names.h"

struct _TlMarkedNames
{
  GObject parent_instance;
  char   *names[TL_MOST_MARKED_NAMES];   /* by colour */
  guint64 since[TL_MOST_MARKED_NAMES];   /* the mark that it was, counted */
  guint64 n_marked;
};

G_DEFINE_FINAL_TYPE (TlMarkedNames, tl_marked_names, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
tl_marked_names_finalize (GObject *object)
{
  for (guint i = 0; i < TL_MOST_MARKED_NAMES; i++)
    g_free (TL_MARKED_NAMES (object)->names[i]);
  G_OBJECT_CLASS (tl_marked_names_parent_class)->finalize (object);
}

static void
tl_marked_names_class_init (TlMarkedNamesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_marked_names_finalize;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_MARKED_NAMES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_marked_names_init (TlMarkedNames *self)
{
}

TlMarkedNames *
tl_marked_names_new (void)
{
  return g_object_new (TL_TYPE_MARKED_NAMES, NULL);
}

/* A colour that is free, else that of the oldest mark. */
static guint
choose_color (TlMarkedNames *self)
{
  guint oldest = 0;

  for (guint i = 0; i < TL_MOST_MARKED_NAMES; i++)
    {
      if (self->names[i] == NULL)
        return i;
      if (self->since[i] < self->since[oldest])
        oldest = i;
    }
  return oldest;
}

void
tl_marked_names_toggle (TlMarkedNames *self, const char *name)
{
  guint color = 0;

  while (color < TL_MOST_MARKED_NAMES && g_strcmp0 (self->names[color], name) != 0)
    color++;
  if (color < TL_MOST_MARKED_NAMES)
    g_clear_pointer (&self->names[color], g_free);
  else
    {
      color = choose_color (self);
      g_free (self->names[color]);
      self->names[color] = g_strdup (name);
      self->since[color] = ++self->n_marked;
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

const char *
tl_marked_names_nth (TlMarkedNames *self, guint color)
{
  return color < TL_MOST_MARKED_NAMES ? self->names[color] : NULL;
}
