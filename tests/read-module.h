/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/text/script.h"
#include "tests/must.h"

/* The module of a TVMScript; the test ends if it cannot be read. */
static inline TlModule *
read_module (const char *text)
{
  g_autoptr (GError) error = NULL;
  TlModule          *module = tl_script_read_text (text, &error);

  if (module == NULL)
    g_error ("%s\n%s", error->message, text);
  return module;
}

static inline TlModule *
read_module_file (const char *path)
{
  g_autoptr (TlSource) source = must (tl_source_load (path, &failure));

  return must (tl_script_read (source, &failure));
}
