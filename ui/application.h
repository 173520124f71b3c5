/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "core/session/settings.h"

G_BEGIN_DECLS

/* The application: opens each file of the command line in a window. With TILELOOM_NON_UNIQUE=1 it does not use a running instance. */
#define TL_TYPE_APPLICATION (tl_application_get_type ())
G_DECLARE_FINAL_TYPE (TlApplication, tl_application, TL, APPLICATION, AdwApplication)

TlApplication *tl_application_new (void);
TlSettings    *tl_application_settings (TlApplication *application);   /* borrowed */

G_END_DECLS
