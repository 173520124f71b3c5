/* SPDX-License-Identifier: Apache-2.0 */
/* The representation by hand: folding, sharing rewrites, paths, equality, hash and the verifier's rules. */
#include "core/ir/compare.h"
#include "core/ir/path.h"
#include "core/ir/verify.h"
#include "tests/must.h"

#include <string.h>

typedef struct
{
  TlArena        *arena;
  TlBuilder       builder;
  const TlBuffer *a, *b;
  const TlStmt   *loop, *block, *store;
  TlModule       *module;
} CopyProgram;

/* for @var in range(8): with block @block: vi = S(8, var); B[vi] = A[vi] */
static CopyProgram
make_copy (const char *var_name, const char *block_name, gint64 extent)
{
  CopyProgram copy = { .arena = tl_arena_new (NULL) };
  TlArena    *arena = copy.arena;

  copy.builder = (TlBuilder) { arena, 1 };
  copy.a = tl_buffer_new_const (arena, "A", TL_FLOAT32, &extent, 1, NULL);
  copy.b = tl_buffer_new_const (arena, "B", TL_FLOAT32, &extent, 1, NULL);

  const TlVar   *i = tl_expr_var (arena, var_name, TL_INT32), *vi = tl_expr_var (arena, "vi", TL_INT32);
  const TlExpr  *load = tl_expr_load (arena, copy.a, &vi, 1);
  TlRegion      *read = tl_arena_new0 (arena, TlRegion), *write = tl_arena_new0 (arena, TlRegion);
  TlBlockAxis   *axis = tl_arena_new0 (arena, TlBlockAxis);
  const TlExpr **binding = tl_arena_new_array (arena, const TlExpr *, 1);

  copy.store = tl_stmt_store (arena, copy.b, &vi, 1, load);
  *read = tl_region_point (arena, copy.a, &vi);
  *write = tl_region_point (arena, copy.b, &vi);
  *axis = (TlBlockAxis) { vi, TL_AXIS_SPATIAL, { tl_int (arena, 0), tl_int (arena, extent) } };
  binding[0] = i;

  TlBlock inner = { .id = tl_builder_take_id (&copy.builder), .name = block_name, .axes = axis, .bindings = binding, .n_axes = 1,
                    .reads = read, .n_reads = 1, .writes = write, .n_writes = 1, .body = copy.store };
  copy.block = tl_stmt_block (arena, &inner);
  copy.loop = tl_stmt_for (&copy.builder, i, tl_int (arena, extent), copy.block);

  TlBlock     root = { .id = tl_builder_take_id (&copy.builder), .name = "root", .body = copy.loop };
  TlParam    *params = tl_arena_new_array (arena, TlParam, 2);
  TlPrimFunc *func = tl_arena_new0 (arena, TlPrimFunc);

  params[0] = (TlParam) { "A", NULL, copy.a };
  params[1] = (TlParam) { "B", NULL, copy.b };
  *func = (TlPrimFunc) { "main", params, 2, tl_attrs_empty, tl_stmt_block (arena, &root) };
  copy.module = tl_module_new_prims (arena, "Module", (const TlPrimFunc *const[]) { func }, 1, copy.builder.next_id);
  return copy;
}

static void
free_copy (CopyProgram *copy)
{
  tl_module_unref (copy->module);
  tl_arena_unref (copy->arena);
}

static void
test_floor_division (void)
{
  static const gint64 rows[][4] = { { 7, 2, 3, 1 },   { -7, 2, -4, 1 }, { 7, -2, -4, -1 }, { -7, -2, 3, -1 },
                                    { 6, 3, 2, 0 },   { -6, 3, -2, 0 }, { 0, 5, 0, 0 },    { G_MININT64, -1, G_MININT64, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_cmpint (tl_floordiv_int64 (rows[i][0], rows[i][1]), ==, rows[i][2]);
      g_assert_cmpint (tl_floormod_int64 (rows[i][0], rows[i][1]), ==, rows[i][3]);
    }
}

static void
test_folding (void)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlVar  *x = tl_expr_var (arena, "x", TL_INT32), *f = tl_expr_var (arena, "f", TL_FLOAT32);
  const TlExpr *zero = tl_int (arena, 0), *one = tl_int (arena, 1), *five = tl_int (arena, 5);

  g_assert_true (tl_add (arena, x, zero) == x);
  g_assert_true (tl_mul (arena, x, one) == x);
  g_assert_true (tl_floordiv (arena, x, one) == x);
  g_assert_true (tl_expr_is_int (tl_mul (arena, x, zero), 0));
  g_assert_true (tl_expr_is_int (tl_floormod (arena, x, one), 0));
  g_assert_true (tl_expr_is_int (tl_floordiv (arena, tl_int (arena, -7), five), -2));
  g_assert_true (tl_add (arena, f, tl_expr_float (arena, TL_FLOAT32, 0)) == f);
  g_assert_true (tl_mul (arena, f, tl_expr_float (arena, TL_FLOAT32, 1)) == f);
  g_assert_true (tl_floordiv (arena, five, zero)->kind == TL_EXPR_FLOORDIV);
  g_assert_true (tl_dtype_equal (tl_add (arena, f, five)->dtype, TL_FLOAT32));
  g_assert_true (tl_dtype_equal (tl_add (arena, x, tl_expr_var (arena, "y", TL_INT64))->dtype, TL_INT64));
  g_assert_true (tl_and (arena, tl_expr_bool (arena, TRUE), tl_binary (arena, TL_EXPR_LT, x, five))->kind == TL_EXPR_LT);
  g_assert_cmpint (tl_expr_int (arena, TL_DTYPE (TL_TYPE_INT, 8), 200)->int_value, ==, -56);
  g_assert_cmpint (tl_expr_int (arena, TL_DTYPE (TL_TYPE_UINT, 8), -1)->int_value, ==, 255);
}

static void
test_expr_identity (void)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlVar  *x = tl_expr_var (arena, "x", TL_INT32), *twin = tl_expr_var (arena, "x", TL_INT32);
  const TlExpr *p = tl_add (arena, x, tl_int (arena, 3)), *q = tl_add (arena, x, tl_int (arena, 3));

  g_assert_true (p != q && tl_expr_equal (p, q));
  g_assert_cmpuint (tl_expr_hash (p), ==, tl_expr_hash (q));
  g_assert_false (tl_expr_equal (p, tl_add (arena, twin, tl_int (arena, 3))));
}

static const TlStmt *
drop_stores (TlRewriter *rewriter, const TlStmt *stmt)
{
  (void) rewriter;
  return stmt->kind == TL_STMT_STORE ? tl_stmt_removed : NULL;
}

static void
test_rewrite_shares (void)
{
  CopyProgram copy = make_copy ("i", "B", 8);
  TlRewriter  nothing = { .arena = copy.arena }, drop = { .arena = copy.arena, .stmt = drop_stores };

  g_assert_true (tl_rewrite_stmt (&nothing, copy.loop) == copy.loop);
  g_assert_true (tl_rewrite_stmt (&drop, copy.loop) == tl_stmt_removed);
  free_copy (&copy);
}

static void
test_paths (void)
{
  CopyProgram copy = make_copy ("i", "B", 8);
  g_autoptr (TlPath) path = tl_path_find (copy.module, copy.block->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);
  const TlStmt *replaced = tl_path_replace (&copy.builder, path, copy.store);

  g_assert_true (tl_path_target (path) == copy.block);
  g_assert_true (tl_path_scope (path) == copy.module->prims[0]->body);
  g_assert_cmpuint (loops->len, ==, 1);
  g_assert_true (replaced->block.body->loop.body == copy.store);
  g_assert_cmpuint (replaced->block.body->loop.id, ==, copy.loop->loop.id);
  g_assert_null (tl_path_find (copy.module, 999));
  g_assert_true (tl_module_find (copy.module, copy.loop->loop.id) == copy.loop);
  free_copy (&copy);
}

static void
test_equality_and_hash (void)
{
  CopyProgram copy = make_copy ("i", "B", 8), renamed = make_copy ("j", "other", 8), longer = make_copy ("i", "B", 9);
  g_autofree char *difference = NULL;

  g_assert_true (tl_module_equal (copy.module, renamed.module, &difference));
  g_assert_null (difference);
  g_assert_cmpuint (tl_module_hash (copy.module), ==, tl_module_hash (renamed.module));
  g_assert_false (tl_module_equal (copy.module, longer.module, &difference));
  g_assert_nonnull (strstr (difference, "shape"));
  g_assert_cmpuint (tl_module_hash (copy.module), !=, tl_module_hash (longer.module));
  free_copy (&copy);
  free_copy (&renamed);
  free_copy (&longer);
}

/* Two programs share no variable or buffer: parts of them are equal only where what is free in them may pair. */
static void
test_free_variables (void)
{
  CopyProgram copy = make_copy ("i", "B", 8), renamed = make_copy ("j", "other", 8), longer = make_copy ("i", "B", 9);

  g_assert_true (tl_stmt_equal (copy.loop, copy.loop, FALSE));
  g_assert_false (tl_stmt_equal (copy.loop, renamed.loop, FALSE));
  g_assert_true (tl_stmt_equal (copy.loop, renamed.loop, TRUE));
  g_assert_true (tl_stmt_equal (copy.store, renamed.store, TRUE));
  g_assert_false (tl_stmt_equal (copy.store, renamed.store, FALSE));
  g_assert_false (tl_stmt_equal (copy.loop, longer.loop, TRUE));
  g_assert_cmpuint (tl_stmt_hash (copy.loop), ==, tl_stmt_hash (renamed.loop));
  g_assert_cmpuint (tl_stmt_hash (copy.store), ==, tl_stmt_hash (renamed.store));
  g_assert_cmpuint (tl_stmt_hash (copy.loop), !=, tl_stmt_hash (copy.store));
  free_copy (&copy);
  free_copy (&renamed);
  free_copy (&longer);
}

static void
test_clone (void)
{
  CopyProgram   copy = make_copy ("i", "B", 8);
  const TlStmt *clone = tl_stmt_clone (&copy.builder, copy.loop);

  g_assert_true (tl_stmt_equal (copy.loop, clone, FALSE));
  g_assert_true (clone->loop.var != copy.loop->loop.var);
  g_assert_cmpuint (clone->loop.id, !=, copy.loop->loop.id);
  g_assert_true (clone->loop.body->block.axes[0].var != copy.block->block.axes[0].var);
  free_copy (&copy);
}

static gboolean
verify_body (CopyProgram *copy, const TlStmt *body, GError **error)
{
  TlBlock root = copy->module->prims[0]->body->block;
  root.body = body;
  const TlPrimFunc *func = tl_prim_func_with_body (copy->arena, copy->module->prims[0], tl_stmt_block (copy->arena, &root));
  g_autoptr (TlArena) child = tl_arena_new (copy->arena);
  TlBuilder builder = { child, copy->builder.next_id };
  g_autoptr (TlModule) module = tl_module_with_func (copy->module, &builder, func);

  return tl_module_verify (module, error);
}

static void
assert_refused (CopyProgram *copy, const TlStmt *body, const char *expected)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (verify_body (copy, body, &error));
  g_assert_error (error, TL_IR_ERROR, TL_IR_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, expected));
}

static void
test_verifier (void)
{
  CopyProgram    copy = make_copy ("i", "B", 8);
  TlArena       *arena = copy.arena;
  const TlVar   *loose = tl_expr_var (arena, "loose", TL_INT32);
  const TlExpr  *zero = tl_int (arena, 0), *half = tl_expr_float (arena, TL_FLOAT32, 0.5);
  const TlExpr  *two[] = { zero, zero };
  const TlStmt  *twice[] = { copy.loop, copy.loop };

  g_assert_true (must (tl_module_verify (copy.module, &failure)));
  assert_refused (&copy, tl_stmt_store (arena, copy.b, &loose, 1, half), "outside its scope");
  assert_refused (&copy, tl_stmt_store (arena, copy.b, two, 2, half), "indexed by 2");
  assert_refused (&copy, tl_stmt_store (arena, copy.b, &zero, 1, zero), "type int32");
  assert_refused (&copy, tl_stmt_store (arena, tl_buffer_copy (arena, copy.b, "X", "global"), &zero, 1, half), "not declared");
  assert_refused (&copy, tl_stmt_seq (arena, twice, 2), "twice");
  free_copy (&copy);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ir/floor-division", test_floor_division);
  g_test_add_func ("/ir/folding", test_folding);
  g_test_add_func ("/ir/expr-identity", test_expr_identity);
  g_test_add_func ("/ir/rewrite-shares", test_rewrite_shares);
  g_test_add_func ("/ir/paths", test_paths);
  g_test_add_func ("/ir/equality-and-hash", test_equality_and_hash);
  g_test_add_func ("/ir/free-variables", test_free_variables);
  g_test_add_func ("/ir/clone", test_clone);
  g_test_add_func ("/ir/verifier", test_verifier);
  return g_test_run ();
}
