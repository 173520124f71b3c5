/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "core/schedule/state.h"
#include "core/target/target.h"

G_BEGIN_DECLS

/*
 * Results of long work on states: several panes that ask for the same one cause it once, and the newest of each kind is kept for the next
 * that asks. Work that nobody waits for any more is cancelled. Main thread; the tasks that wait keep it.
 */
typedef struct _TlStateResults TlStateResults;

TlStateResults *tl_state_results_new (void);
void            tl_state_results_unref (TlStateResults *results);
/* Keeps none of them. */
void            tl_state_results_forget (TlStateResults *results);

/* A kind of work. @run gives its task a pointer, which @ref and @unref count, or an error; of @data it has its task's data. */
typedef struct
{
  const char     *name;    /* "asm"; in static memory */
  GTaskThreadFunc run;
  gpointer      (*ref) (gpointer result);
  GDestroyNotify  unref;
} TlStateWork;

/*
 * Answers @waiting, which it takes, with a reference of its own. @data: for the work, freed with @free_data, also where another work
 * answers. Work is the same where name, state, function and target are.
 */
void            tl_state_results_ask (TlStateResults *results, const TlStateWork *work, TlState *state, const char *func_name,
                                      const TlTarget *target, gpointer data, GDestroyNotify free_data, GTask *waiting);

G_END_DECLS
