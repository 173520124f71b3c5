/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes: the reader answers with a module or an error with its place, never otherwise. What it reads must print and read back as
 * an equal module in both dialects, to the same text.
 */
#include <string.h>

#include "core/ir/compare.h"
#include "core/text/script.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_dialect (const TlModule *module, TlDialect dialect)
{
  g_autofree char *text = tl_script_print (module, dialect, NULL);
  g_autofree char *text_again = NULL;
  g_autofree char *difference = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) again = tl_script_read_text (text, &error);

  if (again == NULL)
    g_error ("printed text does not read: %s\n%s", error->message, text);
  if (!tl_module_equal (module, again, &difference))
    g_error ("printed text reads as another module: %s\n%s", difference, text);
  if (tl_module_hash (module) != tl_module_hash (again))
    g_error ("equal modules hash differently\n%s", text);
  text_again = tl_script_print (again, dialect, NULL);
  if (strcmp (text, text_again) != 0)
    g_error ("printed twice differently\n%s\n%s", text, text_again);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (TlSource) source = tl_source_new ("fuzz", (const char *) data, (gssize) size);
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = tl_script_read (source, &error);

  g_assert ((module == NULL) == (error != NULL));
  if (module == NULL)
    return 0;
  check_dialect (module, TL_DIALECT_CLASSIC);
  check_dialect (module, TL_DIALECT_SBLOCK);
  return 0;
}
