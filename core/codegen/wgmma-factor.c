/* SPDX-License-Identifier: Apache-2.0 */
#include "core/codegen/wgmma-factor.h"

#include "core/ir/walk.h"

#define LANES      32
#define ROWS       16           /* of A, and of the sums, in a warp */
#define GROUP      8            /* lines after which the order of pieces is the same again */
#define LINE_BYTES 128

static gboolean
is_a (const TlMatrixCall *call)
{
  return g_str_has_suffix (call->fragments[0].buffer->scope, "_a");
}

/* NULL: a product has what it needs. */
static char *
find_problem (const TlTarget *target, const TlMatrixCall *call)
{
  const TlBuffer *memory = call->memory;

  if (!g_str_equal (target->arch, "sm_90a"))
    return g_strdup_printf ("wgmma needs the target sm_90a; this is %s", target->arch);
  if (tl_dtype_bytes (memory->dtype) != 2 || !tl_dtype_is_float (memory->dtype) || call->k != 16 || call->m != ROWS)
    return g_strdup_printf ("wgmma multiplies 64 x n x 16 elements of float16 or bfloat16, and %s is of %s", memory->name,
                            tl_dtype_name (memory->dtype));
  if (!tl_scope_is_shared (memory->scope) || call->permuted_row * 2 != LINE_BYTES || !tl_expr_is_int (call->stride, LINE_BYTES / 2))
    return g_strdup_printf ("wgmma reads lines of 128 bytes of shared memory, whose pieces are permuted (permuted_layout): %s has no such "
                            "lines", memory->name);
  if (is_a (call) ? call->is_column_major : !call->is_column_major && call->n * 2 != LINE_BYTES)
    return g_strdup_printf ("wgmma reads lines of A along k, of B along k or along 64 columns: those of %s run otherwise", memory->name);
  return NULL;
}

/* threadIdx.y; NULL: warps are not along it. */
static const TlLoop *
warps_of (const TlKernel *kernel)
{
  const TlLoop *lanes = kernel->axes[TL_AXIS_THREAD_X], *warps = kernel->axes[TL_AXIS_THREAD_Y];
  gint64        n_lanes = 0, n_warps = 0;

  return lanes != NULL && warps != NULL && tl_expr_get_int (lanes->extent, &n_lanes) && n_lanes == LANES
         && tl_expr_get_int (warps->extent, &n_warps) && n_warps % TL_WGMMA_WARPS == 0 ? warps : NULL;
}

/* Whether warp w of four in a row reads from w lines of 16 further on, or, of B, what the first one does. */
static gboolean
are_in_order (TlAnalyzer *analyzer, TlArena *arena, const TlMatrixCall *call, const TlLoop *warps)
{
  TlDType       dtype = warps->var->dtype;
  const TlVar  *group = tl_expr_var (arena, "group", dtype), *warp = tl_expr_var (arena, "warp", dtype);
  const TlExpr *four = tl_expr_int (arena, dtype, TL_WGMMA_WARPS), *zero = tl_expr_int (arena, dtype, 0);
  const TlExpr *first = tl_mul (arena, group, four), *lines = tl_expr_int (arena, dtype, is_a (call) ? ROWS * LINE_BYTES / 2 : 0);
  const TlExpr *of_first = tl_expr_substitute_var (arena, call->offset, warps->var, first);
  const TlExpr *of_warp = tl_expr_substitute_var (arena, call->offset, warps->var, tl_add (arena, first, warp));

  tl_analyzer_bind (analyzer, group, zero, tl_floordiv (arena, warps->extent, tl_expr_int (arena, warps->extent->dtype, TL_WGMMA_WARPS)));
  tl_analyzer_bind (analyzer, warp, zero, four);
  return tl_analyzer_can_prove_equal (analyzer, of_warp,
                                      tl_add (arena, of_first, tl_cast (arena, of_first->dtype, tl_mul (arena, warp, lines))));
}

const TlExpr *
tl_wgmma_factor_offset (TlAnalyzer *analyzer, TlArena *arena, const TlKernel *kernel, const TlTarget *target, const TlMatrixCall *call,
                        char **why)
{
  const TlLoop *warps = warps_of (kernel);
  const TlExpr *first, *offset, *line;

  *why = find_problem (target, call);
  if (*why == NULL && warps == NULL)
    *why = g_strdup_printf ("wgmma is run by four warps in a row: threadIdx.x has to be %d, threadIdx.y a multiple of %d", LANES,
                            TL_WGMMA_WARPS);
  if (*why == NULL && !are_in_order (analyzer, arena, call, warps))
    *why = g_strdup_printf ("wgmma reads %s, which is not so for %s",
                            is_a (call) ? "16 lines of A for each of four warps in a row, in order"
                            : "the same of B for four warps in a row", call->memory->name);
  if (*why != NULL)
    return NULL;
  first = tl_floordiv (arena, warps->var, tl_expr_int (arena, warps->var->dtype, TL_WGMMA_WARPS));
  first = tl_mul (arena, first, tl_expr_int (arena, warps->var->dtype, TL_WGMMA_WARPS));
  offset = tl_expr_substitute_var (arena, call->offset, warps->var, first);
  line = tl_floordiv (arena, offset, tl_expr_int (arena, offset->dtype, LINE_BYTES / 2));
  if (tl_analyzer_can_prove_equal (analyzer, tl_floormod (arena, line, tl_expr_int (arena, line->dtype, GROUP)),
                                   tl_expr_int (arena, line->dtype, 0)))
    return offset;
  *why = g_strdup_printf ("wgmma reads factors from multiples of %d lines on, and %s may be read from others", GROUP, call->memory->name);
  return NULL;
}
