	.text
kernel:                                 # @kernel
# %bb.0:                                # %entry
	pushq	%rbx
.LBB0_1:                                # %loop.i.
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB0_2 Depth 2
	vmovups	(%rdi,%rax), %ymm0
	vmovups	%zmm31, 64(%rsp)                 # 64-byte Spill
.LBB0_2:                                # %loop.k.7
                                        #   Parent Loop BB0_1 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	vbroadcastss	(%rcx,%rbx,4), %zmm16
	vfmadd231ps	%zmm17, %zmm16, %zmm15
	vfmadd231ps	64(%rsi){1to16}, %zmm16, %zmm14
	vaddss	%xmm1, %xmm2, %xmm3
	vmulps	%zmm1, %zmm2, %zmm3
	vxorps	%xmm4, %xmm4, %xmm4
	vgatherdps	(%rdi,%zmm1,4), %zmm2 {%k1}
	addl	$1, (%rdx)
	cmpq	%rax, 8(%rdx)
	prefetcht0	(%rdx)
	jl	.LBB0_2
# %bb.3:                                # %after
                                        #   in Loop: Header=BB0_1 Depth=1
	vmovups	%zmm14, (%r8)
	callq	expf@PLT
	callq	expf@PLT
	callq	tanhf@PLT
	vmovups	64(%rsp), %zmm31                 # 64-byte Reload
	jl	.LBB0_1
# %bb.4:                                # %after1
	retq
.Lfunc_end0:
	.size	kernel, .Lfunc_end0-kernel
