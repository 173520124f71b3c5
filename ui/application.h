/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The program: opens the files of the command line, one window each. TILELOOM_NON_UNIQUE=1 keeps it apart from a running one. */
#define TL_TYPE_APPLICATION (tl_application_get_type ())
G_DECLARE_FINAL_TYPE (TlApplication, tl_application, TL, APPLICATION, AdwApplication)

TlApplication *tl_application_new (void);

G_END_DECLS
