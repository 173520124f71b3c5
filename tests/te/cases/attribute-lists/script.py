import tvm
from tvm import te

A = te.placeholder((8, 16), name="A")
B = te.compute(
    (8, 16),
    lambda i, j: A[i, j] * 2.0,
    name="B",
    attrs={"list": [1, 2], "tuple": ("u", "v"), "mixed": [1.5, "x", True], "nested": [[1, 2], [3]], "dict": {"x": 1, "y": [2]}, "empty": []},
)
f = te.create_prim_func([A, B])
