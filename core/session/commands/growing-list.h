/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TlGrowingList: a list model of the first items of another one. A list view makes the rows of up to 200 items at once, also of those that
 * are out of sight: given few, it makes the others as the list grows. When the model changes, the list is as short again as at first. Main
 * thread.
 */
#define TL_TYPE_GROWING_LIST (tl_growing_list_get_type ())
G_DECLARE_FINAL_TYPE (TlGrowingList, tl_growing_list, TL, GROWING_LIST, GObject)

TlGrowingList *tl_growing_list_new (GListModel *model, guint n_first);
/* By one item. FALSE: it has all. */
gboolean       tl_growing_list_grow (TlGrowingList *list);

G_END_DECLS
