found = sch.get_output_blocks(scope_block=sch.get_block("root"))
for n in range(len(found)):
    sch.annotate(found[n], "found", n)
