/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/commands/growing-list.h"

#include "core/base/extremum.h"

struct _TlGrowingList
{
  GObject     parent_instance;
  GListModel *model;
  guint       n_first;
  guint       n;         /* of the model's items, those that the list has */
};

static GType
tl_growing_list_get_item_type (GListModel *model)
{
  return g_list_model_get_item_type (TL_GROWING_LIST (model)->model);
}

static guint
tl_growing_list_get_n_items (GListModel *model)
{
  return TL_GROWING_LIST (model)->n;
}

static gpointer
tl_growing_list_get_item (GListModel *model, guint position)
{
  TlGrowingList *self = TL_GROWING_LIST (model);

  return position < self->n ? g_list_model_get_item (self->model, position) : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = tl_growing_list_get_item_type;
  interface->get_n_items = tl_growing_list_get_n_items;
  interface->get_item = tl_growing_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TlGrowingList, tl_growing_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
tl_growing_list_dispose (GObject *object)
{
  g_clear_object (&TL_GROWING_LIST (object)->model);
  G_OBJECT_CLASS (tl_growing_list_parent_class)->dispose (object);
}

static void
tl_growing_list_class_init (TlGrowingListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_growing_list_dispose;
}

static void
tl_growing_list_init (TlGrowingList *self)
{
}

static void
on_items_changed (TlGrowingList *self)
{
  guint n_before = self->n;

  self->n = tl_min (self->n_first, g_list_model_get_n_items (self->model));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, self->n);
}

TlGrowingList *
tl_growing_list_new (GListModel *model, guint n_first)
{
  TlGrowingList *self = g_object_new (TL_TYPE_GROWING_LIST, NULL);

  self->model = g_object_ref (model);
  self->n_first = n_first;
  self->n = tl_min (n_first, g_list_model_get_n_items (model));
  g_signal_connect_object (model, "items-changed", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
  return self;
}

gboolean
tl_growing_list_grow (TlGrowingList *self)
{
  if (self->n == g_list_model_get_n_items (self->model))
    return FALSE;
  self->n++;
  g_list_model_items_changed (G_LIST_MODEL (self), self->n - 1, 0, 1);
  return TRUE;
}
