found = sch.get_producers("D")
for n in range(len(found)):
    sch.annotate(found[n], "found", n)
