/* SPDX-License-Identifier: Apache-2.0 */
/* tvm.cpu (), tvm.cuda (0), tvm.target.Target ("…"), and which devices are here: asked of a worker, once for each kind. */
#include <string.h>

#include "core/measure/device-description.h"
#include "core/tutorial/tutorial-private.h"

typedef struct
{
  TlTarget target;     /* the device's own, where it is here */
  char    *absence;    /* one sentence; NULL: it is here */
} KnownDevice;

static void
device_free (gpointer data)
{
  g_free (((KnownDevice *) data)->absence);
  g_free (data);
}

/* --- which are here --- */

static const TlPyClass target_class;

static KnownDevice *
find_out (TlPyInterp *interp, const TlTarget *target)
{
  TlTutorial *run = tl_tutorial (interp);
  KnownDevice     *device = g_hash_table_lookup (run->devices, target->kind->name);
  g_auto (TlDeviceDescription) description = { 0 };
  g_autoptr (GError) error = NULL;

  if (device != NULL)
    return device;
  device = g_new0 (KnownDevice, 1);
  device->target = *target;
  if (strcmp (target->kind->name, "metal") == 0)
    device->absence = g_strdup ("Metal programs are listed here, not run");
  else if (tl_worker_pool_describe_device (run->options->pool, target, &description, NULL, &error))
    device->target = description.target;
  else
    device->absence = g_strdup (error->message);
  g_hash_table_insert (run->devices, (gpointer) target->kind->name, device);
  return device;
}

const char *
tl_tutorial_find_device (TlPyInterp *interp, const TlTarget *target)
{
  return tl_target_has_kernels (target) ? find_out (interp, target)->absence : NULL;
}

gboolean
tl_tutorial_to_target (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlTarget *target)
{
  g_autoptr (GError) error = NULL;
  const char  *text;
  KnownDevice *device;

  if (value == NULL || value->kind == TL_PY_NONE)
    {
      *target = tl_target_host ();
      return TRUE;
    }
  text = tl_py_is (value, &target_class) ? value->object : value->kind == TL_PY_STRING ? value->string : NULL;
  if (text == NULL)
    return tl_py_fail (interp, at, "a target is a text such as \"llvm\" or \"cuda\", not a %s", tl_py_type_name (value));
  if (!tl_target_parse (text, target, &error))
    return tl_py_fail (interp, at, "%s", error->message);
  if (strcmp (text, "cuda") != 0)
    return TRUE;
  device = find_out (interp, target);
  if (device->absence == NULL)
    *target = device->target;
  return TRUE;
}

/* --- objects --- */

static gboolean
append_device (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  g_string_append (out, self->object);
  return TRUE;
}

/* dev.exist */
static gboolean
device_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const char      *text = self->object;
  g_autofree char *kind = g_strndup (text, strcspn (text, "("));
  TlTarget         target;

  if (strcmp (name, "exist") != 0)
    return tl_py_fail (interp, at, "a device has no attribute '%s' here; it has exist", name);
  *value = tl_py_bool (strcmp (kind, "cpu") == 0
                       || (tl_target_parse (kind, &target, NULL) && tl_tutorial_find_device (interp, &target) == NULL));
  return TRUE;
}

/* dev.sync (): calls are over when they return. */
static gboolean
device_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  *value = TL_PY_NONE_VALUE;
  return strcmp (name, "sync") == 0 || tl_py_fail (interp, args->call, "a device has no method '%s' here; it has sync", name);
}

static const TlPyClass device_class = {
  .name = "device", .python_name = "Device", .attribute = device_attribute, .method = device_method, .append_text = append_device,
};

/* "cuda(0)" of tvm.cuda (0) or tvm.device ("cuda", 0) */
static gboolean
make_device (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gboolean    is_named = strcmp (args->name, "device") == 0;
  const char *name = args->name;
  guint       first = is_named ? 1 : 0;
  gint64      number = 0;

  if (is_named && (args->n_positional == 0 || args->positional[0].kind != TL_PY_STRING))
    return tl_py_fail (interp, args->call, "device takes a name: tvm.device (\"cuda\", 0)");
  if (is_named)
    name = args->positional[0].string;
  if (args->n_positional > first && !tl_py_get_int (&args->positional[first], &number))
    return tl_py_fail (interp, args->call, "the number of a device is an integer");
  if (strcmp (name, "gpu") == 0)
    name = "cuda";
  name = strcmp (name, "llvm") == 0 ? "cpu" : name;
  *value = tl_py_object (&device_class, tl_arena_printf (interp->arena, "%s(%" G_GINT64_FORMAT ")", name, number));
  return TRUE;
}

static gboolean
append_target (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  g_string_append (out, self->object);
  return TRUE;
}

static gboolean
enter_target (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyValue *value)
{
  return tl_py_list_append (interp, at, &tl_tutorial (interp)->targets, *self);
}

static gboolean
leave_target (TlPyInterp *interp, const TlAst *at, const TlPyValue *self)
{
  tl_tutorial (interp)->targets.n--;
  return TRUE;
}

const TlPyValue *
tl_tutorial_current_target (TlPyInterp *interp)
{
  const TlPyList *targets = &tl_tutorial (interp)->targets;

  return targets->n > 0 ? &targets->items[targets->n - 1] : NULL;
}

static const TlPyClass target_class = {
  .name = "target", .python_name = "Target", .append_text = append_target, .enter = enter_target, .leave = leave_target,
};

/* Target.from_device (tvm.cuda (0)): that of the device, here or not */
static gboolean
make_target_of_device (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *device = tl_py_arg (args, 0, "device");
  g_autofree char *kind = NULL;

  if (device == NULL || (device->kind != TL_PY_STRING && !tl_py_is (device, &device_class)))
    return tl_py_fail (interp, args->call, "from_device takes a device");
  kind = g_strndup (device->kind == TL_PY_STRING ? device->string : device->object,
                    strcspn (device->kind == TL_PY_STRING ? device->string : device->object, "("));
  *value = tl_py_object (&target_class, strcmp (kind, "cpu") == 0 ? "llvm" : tl_arena_strdup (interp->arena, kind));
  return TRUE;
}

static gboolean
make_target (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *text = tl_py_arg (args, 0, "target");
  TlTarget         target;

  if (text == NULL || !tl_tutorial_to_target (interp, args->call, text, &target))
    return text != NULL ? FALSE : tl_py_fail (interp, args->call, "Target takes a text such as \"llvm -num-cores=4\"");
  *value = tl_py_is (text, &target_class) ? *text : tl_py_object (&target_class, text->string);
  return TRUE;
}

/* tvm.nd.array (array, device), tvm.runtime.tensor */
static gboolean
make_on_device (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlArray   *from = tl_array_arg (interp, args, 0, "arr");
  const TlPyValue *device = tl_py_arg (args, 1, "device");
  TlArray         *array;

  if (from == NULL || (array = tl_array_copy (interp, args->call, from, from->tensor->dtype)) == NULL)
    return FALSE;
  array->device = device != NULL && tl_py_is (device, &device_class) ? device->object : "cpu(0)";
  *value = tl_array_value (array);
  return TRUE;
}

/* tvm.nd.empty (shape, dtype="float32", device) */
static gboolean
make_empty (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *shape_value = tl_py_arg (args, 0, "shape"), *type = tl_py_arg (args, 1, "dtype");
  const TlPyValue *device = tl_py_arg (args, 2, "device");
  gint64   shape[TL_ARRAY_MAX_DIMS];
  guint    n_dims;
  TlDType  dtype = TL_FLOAT32;
  TlArray *array;

  if (shape_value == NULL)
    return tl_py_fail (interp, args->call, "empty takes a shape");
  if (!tl_array_to_shape (interp, args->call, shape_value, shape, &n_dims)
      || (type != NULL && !tl_py_to_dtype (interp, args->call, type, &dtype))
      || (array = tl_array_new (interp, args->call, dtype, shape, n_dims)) == NULL)
    return FALSE;
  array->device = device != NULL && tl_py_is (device, &device_class) ? device->object : "cpu(0)";
  *value = tl_array_value (array);
  return TRUE;
}

GHashTable *
tl_tutorial_devices_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, NULL, device_free);
}

const TlPyNative tl_device_natives[] = {
  { "tvm", "cpu", make_device }, { "tvm", "cuda", make_device }, { "tvm", "gpu", make_device }, { "tvm", "opencl", make_device },
  { "tvm", "metal", make_device }, { "tvm", "device", make_device }, { "target", "Target", make_target },
  { "Target", "from_device", make_target_of_device },
  { "nd", "array", make_on_device }, { "nd", "empty", make_empty },
  { "runtime", "tensor", make_on_device }, { "runtime", "empty", make_empty },
  { NULL },
};
