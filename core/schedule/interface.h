/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A schedule may change the layout of what a parameter points to (transform_layout of an argument, with or without padding): then callers
 * of the scheduled function pass other arrays than those of the program. Read off the steps: all maps of a parameter, one after the other.
 */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

/*
 * One line for each parameter that changed, "A: (16, 16) → (4, 16, 4) by lambda i, j: (i // 4, j, i % 4)". NULL: none did. Free with
 * g_free.
 */
char *tl_interface_describe (const TlState *state, const char *func_name);

/*
 * A script whose functions pack_N (old, new) and unpack_N (new, old) convert parameter N between the program's layout and the schedule's;
 * elements that the map does not fill take the pad value. NULL where no parameter changed, or with @error where one changed in a way that
 * maps do not say (another type, extents that are no numbers). Free with g_free.
 */
char *tl_interface_script (const TlState *state, const char *func_name, GError **error);

G_END_DECLS
