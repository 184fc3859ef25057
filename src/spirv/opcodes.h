/* SPDX-License-Identifier: MIT
 *
 * SPIR-V's instructions: name, number, and what they define (the specification, section 3). Those
 * that a compute module cannot have are here so that a refusal can name them. X(name, number,
 * result): NONE has no result, ID a result without a type, VALUE a type and a result.
 */
#ifndef FFTC_SPIRV_OPCODES_H
#define FFTC_SPIRV_OPCODES_H

/* clang-format off */
#define FFTC_SPIRV_OPCODES(X) \
    X(Nop, 0, NONE) X(Undef, 1, VALUE) X(SourceContinued, 2, NONE) X(Source, 3, NONE) \
    X(SourceExtension, 4, NONE) X(Name, 5, NONE) X(MemberName, 6, NONE) X(String, 7, ID) \
    X(Line, 8, NONE) X(Extension, 10, NONE) X(ExtInstImport, 11, ID) X(ExtInst, 12, VALUE) \
    X(MemoryModel, 14, NONE) X(EntryPoint, 15, NONE) X(ExecutionMode, 16, NONE) \
    X(Capability, 17, NONE) X(TypeVoid, 19, ID) X(TypeBool, 20, ID) X(TypeInt, 21, ID) \
    X(TypeFloat, 22, ID) X(TypeVector, 23, ID) X(TypeMatrix, 24, ID) X(TypeImage, 25, ID) \
    X(TypeSampler, 26, ID) X(TypeSampledImage, 27, ID) X(TypeArray, 28, ID) \
    X(TypeRuntimeArray, 29, ID) X(TypeStruct, 30, ID) X(TypeOpaque, 31, ID) \
    X(TypePointer, 32, ID) X(TypeFunction, 33, ID) X(TypeEvent, 34, ID) \
    X(TypeDeviceEvent, 35, ID) X(TypeReserveId, 36, ID) X(TypeQueue, 37, ID) X(TypePipe, 38, ID) \
    X(TypeForwardPointer, 39, NONE) X(ConstantTrue, 41, VALUE) X(ConstantFalse, 42, VALUE) \
    X(Constant, 43, VALUE) X(ConstantComposite, 44, VALUE) X(ConstantSampler, 45, VALUE) \
    X(ConstantNull, 46, VALUE) X(SpecConstantTrue, 48, VALUE) X(SpecConstantFalse, 49, VALUE) \
    X(SpecConstant, 50, VALUE) X(SpecConstantComposite, 51, VALUE) X(SpecConstantOp, 52, VALUE) \
    X(Function, 54, VALUE) X(FunctionParameter, 55, VALUE) X(FunctionEnd, 56, NONE) \
    X(FunctionCall, 57, VALUE) X(Variable, 59, VALUE) X(ImageTexelPointer, 60, VALUE) \
    X(Load, 61, VALUE) X(Store, 62, NONE) X(CopyMemory, 63, NONE) X(CopyMemorySized, 64, NONE) \
    X(AccessChain, 65, VALUE) X(InBoundsAccessChain, 66, VALUE) X(PtrAccessChain, 67, VALUE) \
    X(ArrayLength, 68, VALUE) X(GenericPtrMemSemantics, 69, VALUE) \
    X(InBoundsPtrAccessChain, 70, VALUE) X(Decorate, 71, NONE) X(MemberDecorate, 72, NONE) \
    X(DecorationGroup, 73, ID) X(GroupDecorate, 74, NONE) X(GroupMemberDecorate, 75, NONE) \
    X(VectorExtractDynamic, 77, VALUE) X(VectorInsertDynamic, 78, VALUE) \
    X(VectorShuffle, 79, VALUE) X(CompositeConstruct, 80, VALUE) X(CompositeExtract, 81, VALUE) \
    X(CompositeInsert, 82, VALUE) X(CopyObject, 83, VALUE) X(Transpose, 84, VALUE) \
    X(SampledImage, 86, VALUE) X(ImageSampleImplicitLod, 87, VALUE) \
    X(ImageSampleExplicitLod, 88, VALUE) X(ImageSampleDrefImplicitLod, 89, VALUE) \
    X(ImageSampleDrefExplicitLod, 90, VALUE) X(ImageSampleProjImplicitLod, 91, VALUE) \
    X(ImageSampleProjExplicitLod, 92, VALUE) X(ImageSampleProjDrefImplicitLod, 93, VALUE) \
    X(ImageSampleProjDrefExplicitLod, 94, VALUE) X(ImageFetch, 95, VALUE) \
    X(ImageGather, 96, VALUE) X(ImageDrefGather, 97, VALUE) X(ImageRead, 98, VALUE) \
    X(ImageWrite, 99, NONE) X(Image, 100, VALUE) X(ImageQueryFormat, 101, VALUE) \
    X(ImageQueryOrder, 102, VALUE) X(ImageQuerySizeLod, 103, VALUE) \
    X(ImageQuerySize, 104, VALUE) X(ImageQueryLod, 105, VALUE) X(ImageQueryLevels, 106, VALUE) \
    X(ImageQuerySamples, 107, VALUE) X(ConvertFToU, 109, VALUE) X(ConvertFToS, 110, VALUE) \
    X(ConvertSToF, 111, VALUE) X(ConvertUToF, 112, VALUE) X(UConvert, 113, VALUE) \
    X(SConvert, 114, VALUE) X(FConvert, 115, VALUE) X(QuantizeToF16, 116, VALUE) \
    X(ConvertPtrToU, 117, VALUE) X(SatConvertSToU, 118, VALUE) X(SatConvertUToS, 119, VALUE) \
    X(ConvertUToPtr, 120, VALUE) X(PtrCastToGeneric, 121, VALUE) X(GenericCastToPtr, 122, VALUE) \
    X(GenericCastToPtrExplicit, 123, VALUE) X(Bitcast, 124, VALUE) X(SNegate, 126, VALUE) \
    X(FNegate, 127, VALUE) X(IAdd, 128, VALUE) X(FAdd, 129, VALUE) X(ISub, 130, VALUE) \
    X(FSub, 131, VALUE) X(IMul, 132, VALUE) X(FMul, 133, VALUE) X(UDiv, 134, VALUE) \
    X(SDiv, 135, VALUE) X(FDiv, 136, VALUE) X(UMod, 137, VALUE) X(SRem, 138, VALUE) \
    X(SMod, 139, VALUE) X(FRem, 140, VALUE) X(FMod, 141, VALUE) X(VectorTimesScalar, 142, VALUE) \
    X(MatrixTimesScalar, 143, VALUE) X(VectorTimesMatrix, 144, VALUE) \
    X(MatrixTimesVector, 145, VALUE) X(MatrixTimesMatrix, 146, VALUE) \
    X(OuterProduct, 147, VALUE) X(Dot, 148, VALUE) X(IAddCarry, 149, VALUE) \
    X(ISubBorrow, 150, VALUE) X(UMulExtended, 151, VALUE) X(SMulExtended, 152, VALUE) \
    X(Any, 154, VALUE) X(All, 155, VALUE) X(IsNan, 156, VALUE) X(IsInf, 157, VALUE) \
    X(IsFinite, 158, VALUE) X(IsNormal, 159, VALUE) X(SignBitSet, 160, VALUE) \
    X(LessOrGreater, 161, VALUE) X(Ordered, 162, VALUE) X(Unordered, 163, VALUE) \
    X(LogicalEqual, 164, VALUE) X(LogicalNotEqual, 165, VALUE) X(LogicalOr, 166, VALUE) \
    X(LogicalAnd, 167, VALUE) X(LogicalNot, 168, VALUE) X(Select, 169, VALUE) \
    X(IEqual, 170, VALUE) X(INotEqual, 171, VALUE) X(UGreaterThan, 172, VALUE) \
    X(SGreaterThan, 173, VALUE) X(UGreaterThanEqual, 174, VALUE) \
    X(SGreaterThanEqual, 175, VALUE) X(ULessThan, 176, VALUE) X(SLessThan, 177, VALUE) \
    X(ULessThanEqual, 178, VALUE) X(SLessThanEqual, 179, VALUE) X(FOrdEqual, 180, VALUE) \
    X(FUnordEqual, 181, VALUE) X(FOrdNotEqual, 182, VALUE) X(FUnordNotEqual, 183, VALUE) \
    X(FOrdLessThan, 184, VALUE) X(FUnordLessThan, 185, VALUE) X(FOrdGreaterThan, 186, VALUE) \
    X(FUnordGreaterThan, 187, VALUE) X(FOrdLessThanEqual, 188, VALUE) \
    X(FUnordLessThanEqual, 189, VALUE) X(FOrdGreaterThanEqual, 190, VALUE) \
    X(FUnordGreaterThanEqual, 191, VALUE) X(ShiftRightLogical, 194, VALUE) \
    X(ShiftRightArithmetic, 195, VALUE) X(ShiftLeftLogical, 196, VALUE) X(BitwiseOr, 197, VALUE) \
    X(BitwiseXor, 198, VALUE) X(BitwiseAnd, 199, VALUE) X(Not, 200, VALUE) \
    X(BitFieldInsert, 201, VALUE) X(BitFieldSExtract, 202, VALUE) \
    X(BitFieldUExtract, 203, VALUE) X(BitReverse, 204, VALUE) X(BitCount, 205, VALUE) \
    X(DPdx, 207, VALUE) X(DPdy, 208, VALUE) X(Fwidth, 209, VALUE) X(DPdxFine, 210, VALUE) \
    X(DPdyFine, 211, VALUE) X(FwidthFine, 212, VALUE) X(DPdxCoarse, 213, VALUE) \
    X(DPdyCoarse, 214, VALUE) X(FwidthCoarse, 215, VALUE) X(EmitVertex, 218, NONE) \
    X(EndPrimitive, 219, NONE) X(EmitStreamVertex, 220, NONE) X(EndStreamPrimitive, 221, NONE) \
    X(ControlBarrier, 224, NONE) X(MemoryBarrier, 225, NONE) X(AtomicLoad, 227, VALUE) \
    X(AtomicStore, 228, NONE) X(AtomicExchange, 229, VALUE) X(AtomicCompareExchange, 230, VALUE) \
    X(AtomicCompareExchangeWeak, 231, VALUE) X(AtomicIIncrement, 232, VALUE) \
    X(AtomicIDecrement, 233, VALUE) X(AtomicIAdd, 234, VALUE) X(AtomicISub, 235, VALUE) \
    X(AtomicSMin, 236, VALUE) X(AtomicUMin, 237, VALUE) X(AtomicSMax, 238, VALUE) \
    X(AtomicUMax, 239, VALUE) X(AtomicAnd, 240, VALUE) X(AtomicOr, 241, VALUE) \
    X(AtomicXor, 242, VALUE) X(Phi, 245, VALUE) X(LoopMerge, 246, NONE) \
    X(SelectionMerge, 247, NONE) X(Label, 248, ID) X(Branch, 249, NONE) \
    X(BranchConditional, 250, NONE) X(Switch, 251, NONE) X(Kill, 252, NONE) X(Return, 253, NONE) \
    X(ReturnValue, 254, NONE) X(Unreachable, 255, NONE) X(LifetimeStart, 256, NONE) \
    X(LifetimeStop, 257, NONE) X(GroupAsyncCopy, 259, VALUE) X(GroupWaitEvents, 260, NONE) \
    X(GroupAll, 261, VALUE) X(GroupAny, 262, VALUE) X(GroupBroadcast, 263, VALUE) \
    X(GroupIAdd, 264, VALUE) X(GroupFAdd, 265, VALUE) X(GroupFMin, 266, VALUE) \
    X(GroupUMin, 267, VALUE) X(GroupSMin, 268, VALUE) X(GroupFMax, 269, VALUE) \
    X(GroupUMax, 270, VALUE) X(GroupSMax, 271, VALUE) X(ReadPipe, 274, VALUE) \
    X(WritePipe, 275, VALUE) X(ReservedReadPipe, 276, VALUE) X(ReservedWritePipe, 277, VALUE) \
    X(ReserveReadPipePackets, 278, VALUE) X(ReserveWritePipePackets, 279, VALUE) \
    X(CommitReadPipe, 280, NONE) X(CommitWritePipe, 281, NONE) X(IsValidReserveId, 282, VALUE) \
    X(GetNumPipePackets, 283, VALUE) X(GetMaxPipePackets, 284, VALUE) \
    X(GroupReserveReadPipePackets, 285, VALUE) X(GroupReserveWritePipePackets, 286, VALUE) \
    X(GroupCommitReadPipe, 287, NONE) X(GroupCommitWritePipe, 288, NONE) \
    X(EnqueueMarker, 291, VALUE) X(EnqueueKernel, 292, VALUE) \
    X(GetKernelNDrangeSubGroupCount, 293, VALUE) X(GetKernelNDrangeMaxSubGroupSize, 294, VALUE) \
    X(GetKernelWorkGroupSize, 295, VALUE) X(GetKernelPreferredWorkGroupSizeMultiple, 296, VALUE) \
    X(RetainEvent, 297, NONE) X(ReleaseEvent, 298, NONE) X(CreateUserEvent, 299, VALUE) \
    X(IsValidEvent, 300, VALUE) X(SetUserEventStatus, 301, NONE) \
    X(CaptureEventProfilingInfo, 302, NONE) X(GetDefaultQueue, 303, VALUE) \
    X(BuildNDRange, 304, VALUE) X(ImageSparseSampleImplicitLod, 305, VALUE) \
    X(ImageSparseSampleExplicitLod, 306, VALUE) X(ImageSparseSampleDrefImplicitLod, 307, VALUE) \
    X(ImageSparseSampleDrefExplicitLod, 308, VALUE) \
    X(ImageSparseSampleProjImplicitLod, 309, VALUE) \
    X(ImageSparseSampleProjExplicitLod, 310, VALUE) \
    X(ImageSparseSampleProjDrefImplicitLod, 311, VALUE) \
    X(ImageSparseSampleProjDrefExplicitLod, 312, VALUE) X(ImageSparseFetch, 313, VALUE) \
    X(ImageSparseGather, 314, VALUE) X(ImageSparseDrefGather, 315, VALUE) \
    X(ImageSparseTexelsResident, 316, VALUE) X(NoLine, 317, NONE) \
    X(AtomicFlagTestAndSet, 318, VALUE) X(AtomicFlagClear, 319, NONE) \
    X(ImageSparseRead, 320, VALUE) X(SizeOf, 321, VALUE) X(TypePipeStorage, 322, ID) \
    X(ConstantPipeStorage, 323, VALUE) X(CreatePipeFromPipeStorage, 324, VALUE) \
    X(GetKernelLocalSizeForSubgroupCount, 325, VALUE) X(GetKernelMaxNumSubgroups, 326, VALUE) \
    X(TypeNamedBarrier, 327, ID) X(NamedBarrierInitialize, 328, VALUE) \
    X(MemoryNamedBarrier, 329, NONE) X(ModuleProcessed, 330, NONE) X(ExecutionModeId, 331, NONE) \
    X(DecorateId, 332, NONE) X(GroupNonUniformElect, 333, VALUE) \
    X(GroupNonUniformAll, 334, VALUE) X(GroupNonUniformAny, 335, VALUE) \
    X(GroupNonUniformAllEqual, 336, VALUE) X(GroupNonUniformBroadcast, 337, VALUE) \
    X(GroupNonUniformBroadcastFirst, 338, VALUE) X(GroupNonUniformBallot, 339, VALUE) \
    X(GroupNonUniformInverseBallot, 340, VALUE) X(GroupNonUniformBallotBitExtract, 341, VALUE) \
    X(GroupNonUniformBallotBitCount, 342, VALUE) X(GroupNonUniformBallotFindLSB, 343, VALUE) \
    X(GroupNonUniformBallotFindMSB, 344, VALUE) X(GroupNonUniformShuffle, 345, VALUE) \
    X(GroupNonUniformShuffleXor, 346, VALUE) X(GroupNonUniformShuffleUp, 347, VALUE) \
    X(GroupNonUniformShuffleDown, 348, VALUE) X(GroupNonUniformIAdd, 349, VALUE) \
    X(GroupNonUniformFAdd, 350, VALUE) X(GroupNonUniformIMul, 351, VALUE) \
    X(GroupNonUniformFMul, 352, VALUE) X(GroupNonUniformSMin, 353, VALUE) \
    X(GroupNonUniformUMin, 354, VALUE) X(GroupNonUniformFMin, 355, VALUE) \
    X(GroupNonUniformSMax, 356, VALUE) X(GroupNonUniformUMax, 357, VALUE) \
    X(GroupNonUniformFMax, 358, VALUE) X(GroupNonUniformBitwiseAnd, 359, VALUE) \
    X(GroupNonUniformBitwiseOr, 360, VALUE) X(GroupNonUniformBitwiseXor, 361, VALUE) \
    X(GroupNonUniformLogicalAnd, 362, VALUE) X(GroupNonUniformLogicalOr, 363, VALUE) \
    X(GroupNonUniformLogicalXor, 364, VALUE) X(GroupNonUniformQuadBroadcast, 365, VALUE) \
    X(GroupNonUniformQuadSwap, 366, VALUE) X(CopyLogical, 400, VALUE) X(PtrEqual, 401, VALUE) \
    X(PtrNotEqual, 402, VALUE) X(PtrDiff, 403, VALUE) X(TerminateInvocation, 4416, NONE) \
    X(SubgroupBallotKHR, 4421, VALUE) X(SubgroupFirstInvocationKHR, 4422, VALUE) \
    X(SubgroupAllKHR, 4428, VALUE) X(SubgroupAnyKHR, 4429, VALUE) \
    X(SubgroupAllEqualKHR, 4430, VALUE) X(GroupNonUniformRotateKHR, 4431, VALUE) \
    X(SubgroupReadInvocationKHR, 4432, VALUE) X(ExtInstWithForwardRefsKHR, 4433, VALUE) \
    X(SDot, 4450, VALUE) X(UDot, 4451, VALUE) X(SUDot, 4452, VALUE) X(SDotAccSat, 4453, VALUE) \
    X(UDotAccSat, 4454, VALUE) X(SUDotAccSat, 4455, VALUE) X(TypeCooperativeMatrixKHR, 4456, ID) \
    X(CooperativeMatrixLoadKHR, 4457, VALUE) X(CooperativeMatrixStoreKHR, 4458, NONE) \
    X(CooperativeMatrixMulAddKHR, 4459, VALUE) X(CooperativeMatrixLengthKHR, 4460, VALUE) \
    X(TypeRayQueryKHR, 4472, ID) X(RayQueryInitializeKHR, 4473, NONE) \
    X(RayQueryTerminateKHR, 4474, NONE) X(RayQueryGenerateIntersectionKHR, 4475, NONE) \
    X(RayQueryConfirmIntersectionKHR, 4476, NONE) X(RayQueryProceedKHR, 4477, VALUE) \
    X(RayQueryGetIntersectionTypeKHR, 4479, VALUE) X(ReadClockKHR, 5056, VALUE) \
    X(GroupNonUniformQuadAllKHR, 5110, VALUE) X(GroupNonUniformQuadAnyKHR, 5111, VALUE) \
    X(TypeAccelerationStructureKHR, 5341, ID) \
    X(ImageSampleFootprintNV, 5283, VALUE) X(GroupNonUniformPartitionNV, 5296, VALUE) \
    X(AtomicFMinEXT, 5614, VALUE) X(AtomicFMaxEXT, 5615, VALUE) X(AssumeTrueKHR, 5630, NONE) \
    X(ExpectKHR, 5631, VALUE) X(AtomicFAddEXT, 6035, VALUE)
/* clang-format on */

enum {
#define X(name, number, result) Op##name = number,
    FFTC_SPIRV_OPCODES(X)
#undef X
};

#endif
