/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The decisions of lowering: a list of remarks, as LLVM calls them. A pass says in one sentence with numbers what it did to a loop or a
 * buffer, or why it did not. NULL is a list that nobody asks for: nothing is formatted.
 */
#pragma once

#include "core/ir/module.h"
#include "core/target/target.h"

G_BEGIN_DECLS

typedef struct
{
  const char *pass;      /* as "show --passes" lists it; static */
  char       *subject;   /* "loop k_1", "buffer C": names of the lowered program, as the report on machine code has them */
  char       *text;      /* "expanded into 4 copies" */
  guint       n_times;   /* how often it is said: of parts of a loop that was cut, of loops of the same name */
} TlRemark;

/* Has one writer. */
typedef struct _TlRemarks TlRemarks;

TlRemarks *tl_remarks_new (void);
void       tl_remarks_free (TlRemarks *remarks);
/* TlRemark, in the order of the passes; borrowed. */
GPtrArray *tl_remarks_list (TlRemarks *remarks);
/* A line for each, for a terminal. */
char      *tl_remarks_to_text (TlRemarks *remarks);
/*
 * Those on a scheduled program, which is lowered as workers lower it: with the names of its printed form. NULL with an error where it
 * cannot be lowered.
 */
TlRemarks *tl_remarks_on_program (const TlModule *module, const char *func_name, const TlTarget *target, GError **error);
/* The report on the machine code of its loops (analysis/asm-report.h), then the remarks on it. */
char      *tl_report_on_program (const char *assembly, const TlModule *module, const char *func_name, const TlTarget *target,
                                 GError **error);

/* --- for passes; @remarks may be NULL --- */

/* The pass that adds the remarks from now on. */
void       tl_remarks_begin (TlRemarks *remarks, const char *pass);
void       tl_remark_loop (TlRemarks *remarks, const TlLoop *loop, const char *format, ...) G_GNUC_PRINTF (3, 4);
void       tl_remark_buffer (TlRemarks *remarks, const TlBuffer *buffer, const char *format, ...) G_GNUC_PRINTF (3, 4);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlRemarks, tl_remarks_free)

G_END_DECLS
