/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* Adds @test of @data under the name that @format gives. */
G_GNUC_PRINTF (3, 4)
static inline void
add_test (GTestDataFunc test, gconstpointer data, const char *format, ...)
{
  g_autofree char *path = NULL;
  va_list          arguments;

  va_start (arguments, format);
  path = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_test_add_data_func (path, data, test);
}
