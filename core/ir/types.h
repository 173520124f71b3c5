/* SPDX-License-Identifier: Apache-2.0 */
/* Forward names of the program representation, so that headers need not include each other. */
#pragma once

#include "core/base/arena.h"
#include "core/base/dtype.h"

typedef struct _TlExpr      TlExpr;
typedef struct _TlExpr      TlVar;       /* a TlExpr of kind TL_EXPR_VAR; its address is its identity */
typedef struct _TlIntrinsic TlIntrinsic;
typedef struct _TlBuffer    TlBuffer;
typedef struct _TlRegion    TlRegion;
typedef struct _TlStmt      TlStmt;
typedef struct _TlValue     TlValue;
typedef struct _TlAttrs     TlAttrs;
typedef struct _TlPrimFunc  TlPrimFunc;
typedef struct _TlModule    TlModule;

/* Names one loop or block of a module for as long as it is "the same" one; 0 is none. */
typedef guint32 TlNodeId;
