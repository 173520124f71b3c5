/* SPDX-License-Identifier: Apache-2.0 */
/* Group "workload" (TVM's group 6, where asked for): what kind of program it is, by the names of its blocks. */
#include "core/ir/walk.h"
#include "core/cost-model/features/features-private.h"

static const TlColumnRow rows[] = {
  { "softmax", "A block has the name of a softmax block", TL_FEATURE_FLAG },
  { "max_or_min", "The lower-case name of a block contains \"max\" or \"min\"", TL_FEATURE_FLAG },
  { "add", "The name of a block contains \"add\"", TL_FEATURE_FLAG },
  { "batch_matmul", "The name of a block contains \"batch_matmul\"", TL_FEATURE_FLAG },
  { "matmul", "The name of a block contains \"matmul\"", TL_FEATURE_FLAG },
  { "depthwise_conv2d", "The name of a block contains \"depthwiseconv2d\"", TL_FEATURE_FLAG },
  { "conv2d_winograd", "The name of a block contains \"conv2d_winograd\"", TL_FEATURE_FLAG },
  { "conv2d", "The name of a block contains \"conv2d\"", TL_FEATURE_FLAG },
};
const TlColumnGroup tl_group_workload = { { "workload", "The kind of program, by the names of its blocks", G_N_ELEMENTS (rows), 1 }, rows };

static TlWalk
note_block (const TlStmt *stmt, gpointer user_data)
{
  static const char *const words[][2] = {
    { "softmax", NULL }, { "max", "min" }, { "add", NULL }, { "batch_matmul", NULL }, { "matmul", NULL }, { "depthwiseconv2d", NULL },
    { "conv2d_winograd", NULL }, { "conv2d", NULL },
  };
  float *out = user_data;
  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  g_autofree char *name = g_ascii_strdown (stmt->block.name, -1);
  /* The first word that fits is the block's kind. */
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    for (guint k = 0; k < 2; k++)
      if (words[i][k] != NULL && strstr (name, words[i][k]) != NULL)
        {
          out[i] = 1;
          return TL_WALK_INTO;
        }
  return TL_WALK_INTO;
}

float *
tl_feature_workload (const TlPrimFunc *func, float *out)
{
  tl_stmt_walk (func->body, note_block, NULL, out);
  return out + G_N_ELEMENTS (rows);
}
