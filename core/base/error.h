/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* g_set_error with these arguments; the value is FALSE, or NULL, so that a function returns with it. */
#define tl_fail(...)      (g_set_error (__VA_ARGS__), FALSE)
#define tl_fail_null(...) (g_set_error (__VA_ARGS__), NULL)
