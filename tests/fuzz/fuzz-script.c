/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes: the reader answers with a module or an error with its place, never otherwise. A module that it reads must print
 * and read back as an equal module in both dialects, to the same text.
 */
#include <stdlib.h>
#include <string.h>

#include "core/ir/compare.h"
#include "core/text/script.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* abort (), not g_error (): the fuzzer keeps the input of an abort only. */
G_GNUC_PRINTF (1, 2) G_GNUC_NORETURN
static void
fail (const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list          args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_printerr ("%s\n", message);
  abort ();
}

static void
check_dialect (const TlModule *module, TlDialect dialect)
{
  g_autofree char *text = tl_script_print (module, dialect, NULL);
  g_autofree char *text_again = NULL;
  g_autofree char *difference = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) again = tl_script_read_text (text, &error);

  if (again == NULL)
    fail ("printed text does not read: %s\n%s", error->message, text);
  if (!tl_module_equal (module, again, &difference))
    fail ("printed text reads as another module: %s\n%s", difference, text);
  if (tl_module_hash (module) != tl_module_hash (again))
    fail ("equal modules hash differently\n%s", text);
  text_again = tl_script_print (again, dialect, NULL);
  if (strcmp (text, text_again) != 0)
    fail ("printed twice differently\n%s\n%s", text, text_again);
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
