# SPDX-License-Identifier: Apache-2.0
# --- nonzero-1 ---
# {"op": "nonzero", "args": [{"var": "x", "dtype": "float32", "shape": [2, 8]}], "attrs": {}, "type": {"dtype": "int64", "ndim": 2}, "text": "R.nonzero(x)"}
