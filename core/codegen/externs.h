/* SPDX-License-Identifier: Apache-2.0 */
/* The symbols compiled code may refer to; nothing else in the process can be reached from a program text. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TlExtern: one callable symbol. @signature names the result, then the arguments: 'f' float32, 'd' float64, 'i' int32, 'l' int64,
 * 'p' pointer, 'v' nothing: "ff" is float f (float).
 */
typedef struct
{
  const char *name;
  gpointer    address;
  const char *signature;
  gboolean    is_callable;   /* from call_extern; the others are the compiler's own helpers */
} TlExtern;

/*
 * Calls @func (@data), and runs the parallel loops of compiled code in it on one team of up to @n_threads, as an exported model does
 * (parallel-team.inc). Threads of the team keep their CPUs busy until it ends.
 */
void tl_parallel_team_run (gint n_threads, void (*func) (gpointer data), gpointer data);

const TlExtern *tl_codegen_extern_nth (guint index);         /* NULL past the end */
const TlExtern *tl_codegen_extern_find (const char *name);   /* NULL if unknown */

G_END_DECLS
