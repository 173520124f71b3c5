/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * The primitives that are applicable to the selection, and those that are not, with the reasons. Follows selection and program.
 */
#define TL_TYPE_PRIMITIVE_LIST (tl_primitive_list_get_type ())
G_DECLARE_FINAL_TYPE (TlPrimitiveList, tl_primitive_list, TL, PRIMITIVE_LIST, GtkWidget)

GtkWidget *tl_primitive_list_new (TlEditor *editor);

G_END_DECLS
