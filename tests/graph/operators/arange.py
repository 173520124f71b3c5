# SPDX-License-Identifier: Apache-2.0
# --- arange-1 ---
# {"op": "arange", "args": [{"prim": 0, "dtype": "int64"}, {"prim": 10, "dtype": "int64"}, {"prim": 1, "dtype": "int64"}], "attrs": {"dtype": "int64"}, "type": {"dtype": "int64", "shape": [10]}, "text": "R.arange(0, 10, 1, dtype=\"int64\")"}

# --- arange-2 ---
# {"op": "arange", "args": [{"prim": 1, "dtype": "int64"}, {"prim": 10, "dtype": "int64"}, {"prim": 2, "dtype": "int64"}], "attrs": {"dtype": "float32"}, "type": {"dtype": "float32", "shape": [5]}, "text": "R.arange(1, 10, 2, dtype=\"float32\")"}

# --- arange-3 ---
# {"op": "arange", "args": [{"prim": 0, "dtype": "int64"}, {"prim": 5, "dtype": "int64"}, {"prim": 1, "dtype": "int64"}], "attrs": {"dtype": "int64"}, "type": {"dtype": "int64", "shape": [5]}, "text": "R.arange(0, 5, 1, dtype=\"int64\")"}
