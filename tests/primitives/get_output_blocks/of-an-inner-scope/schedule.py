found = sch.get_output_blocks(block=sch.get_block("outer"))
for n in range(len(found)):
    sch.annotate(found[n], "found", n)
