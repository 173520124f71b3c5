/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Python's pickles, as far as they hold data: numpy's arrays and numbers, numbers, texts, lists, tuples and dictionaries. A pickle is a
 * program that may call any function of Python; here it calls none but those of numpy's arrays (pickle-functions.c), and any other is an
 * error with its name.
 */
#pragma once

#include "core/python/python.h"

G_BEGIN_DECLS

/* FALSE with an error at @at that begins with @name, the file's. */
gboolean tl_pickle_load (TlPyInterp *interp, const TlAst *at, const char *name, GBytes *bytes, TlPyValue *value);

G_END_DECLS
