kernel:                                 # @kernel
.LBB0_1:                                # %loop.i.
                                        # =>This Loop Header: Depth=1
	jmp	.LBB0_3
.LBB0_2:                                # %endif
                                        #   in Loop: Header=BB0_3 Depth=2
	vmovups	(%rsi,%rcx), %zmm4 {%k1} {z}
	vaddps	%zmm5, %zmm4, %zmm4
	vmovups	%zmm4, (%rsi,%rcx) {%k1}
.LBB0_3:                                # %loop.k.
                                        #   Parent Loop BB0_1 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	je	.LBB0_2
