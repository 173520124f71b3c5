/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* g_set_error with these arguments; the value is FALSE, or NULL, so that a function returns with it. */
#define tl_fail(...)      (g_set_error (__VA_ARGS__), FALSE)
#define tl_fail_null(...) (g_set_error (__VA_ARGS__), NULL)

/* The same with g_propagate_error. */
#define tl_propagate(error, failure)      (g_propagate_error ((error), (failure)), FALSE)
#define tl_propagate_null(error, failure) (g_propagate_error ((error), (failure)), NULL)
