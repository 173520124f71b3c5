found = sch.get_producers("W")
for n in range(len(found)):
    sch.annotate(found[n], "found", n)
