# SPDX-License-Identifier: Apache-2.0
# --- topk-1 ---
# {"op": "topk", "args": [{"var": "x", "dtype": "float32", "shape": [2, 8]}], "attrs": {"axis": -1, "dtype": "int32", "k": 2, "largest": true, "ret_type": "both"}, "type": {"tuple": [{"dtype": "float32", "shape": [2, 2]}, {"dtype": "int32", "shape": [2, 2]}]}, "text": "R.topk(x, k=2, axis=-1, ret_type=\"both\", largest=True, dtype=\"int32\")"}
