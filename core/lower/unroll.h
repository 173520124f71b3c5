/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Up to what size loops are written out. A step is a store or an evaluation, a store of more lanes than a register has as many as it takes
 * registers. core/lower/unroll.c does it; who says what becomes of a program without lowering it goes by the same numbers.
 */
#pragma once

#define TL_MAX_EXPLICIT_STEPS 1024   /* "unroll" on a loop of more than this stays a loop: copies gain little, and take seconds */
#define TL_MAX_AUTO_STEPS     128    /* by "pragma_auto_unroll_max_step", whatever it allows */
#define TL_MAX_SHORT_STEPS    16     /* unasked, of all iterations of a short loop over vectors */
#define TL_MAX_TILE_STEPS     32     /* unasked, vectors of a register tile: what the largest register files hold */
