/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that may fail, in tests where they must not: the test ends with the error's message. */
#pragma once

#include <glib.h>
#include <string.h>

/* The value of @call, to which &failure is handed as its GError **. */
#define must(call) \
  ({ \
    GError *failure = NULL; \
    __typeof__ (call) value_of_call_ = (call); \
\
    g_assert_no_error (failure); \
    value_of_call_; \
  })

/* @call, which is handed &failure, must return FALSE or NULL and set an error of @domain and @code. */
#define must_fail(call, domain, code) \
  G_STMT_START \
  { \
    g_autoptr (GError) failure = NULL; \
\
    g_assert_true (!(call)); \
    g_assert_error (failure, domain, code); \
  } \
  G_STMT_END

/* The same with an error whose message contains @part. */
#define must_fail_saying(call, part) \
  G_STMT_START \
  { \
    g_autoptr (GError) failure = NULL; \
\
    g_assert_true (!(call)); \
    g_assert_nonnull (failure); \
    if (strstr (failure->message, (part)) == NULL) \
      g_error ("\"%s\" does not contain \"%s\"", failure->message, (part)); \
  } \
  G_STMT_END
