/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * A folder of data/ ("workloads"): of TILELOOM_DATADIR where that is set, of the source tree when the program runs from its build folder,
 * else of the installed data. Free with g_free.
 */
char *tl_data_folder (const char *name);

G_END_DECLS
