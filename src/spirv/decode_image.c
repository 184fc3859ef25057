/* SPDX-License-Identifier: MIT
 *
 * Instructions on images, samplers and texel buffers (image.h).
 */
#include <string.h>

#include "spirv/decode.h"
#include "spirv/image.h"

/* 0 .. 3 are those of fftc_spirv_dimension. */
enum { Dim2D = 1, DimRect = 4, DimBuffer = 5, DimSubpassData = 6 };

enum { /* bits of Image Operands, in the order in which their operands follow */
       OperandBias = 0x1,
       OperandLod = 0x2,
       OperandGrad = 0x4,
       OperandConstOffset = 0x8,
       OperandOffset = 0x10,
       OperandConstOffsets = 0x20,
       OperandSample = 0x40,
       OperandMinLod = 0x80,
       OperandMakeTexelAvailable = 0x100,
       OperandMakeTexelVisible = 0x200,
       OperandOffsets = 0x10000,
       OperandsWithoutOperands = 0x400 | 0x800 | 0x1000 | 0x2000 | 0x4000
};

/* An instruction that is being decoded. */
typedef struct image_reader {
    fftc_spirv *m;
    const fftc_spirv_instruction *in;
    const fftc_spirv_type *image;
    uint32_t words[IMAGE_WORDS];
} image_reader;

static _Noreturn void refuse(const image_reader *r, fftc_status status, const char *what)
{
    fftc_spirv_refuse(r->m, status, "word %u: %s %s", r->in->at,
                      fftc_spirv_opcode_name(r->in->opcode), what);
}

/* --- types */

fftc_spirv_dimension fftc_spirv_image_dimension(const fftc_spirv_type *image)
{
    return image->image.dim == DimBuffer ? FFTC_SPIRV_1D
           : image->image.dim == DimRect ? FFTC_SPIRV_2D
                                         : (fftc_spirv_dimension)image->image.dim;
}

bool fftc_spirv_is_texel_buffer(const fftc_spirv_type *image)
{
    return image->image.dim == DimBuffer;
}

fftc_spirv_numbers fftc_spirv_image_numbers(const fftc_spirv_type *image)
{
    return image->element->kind == FFTC_SPIRV_FLOAT ? FFTC_SPIRV_FLOATS
           : image->element->is_signed              ? FFTC_SPIRV_SIGNED
                                                    : FFTC_SPIRV_UNSIGNED;
}

void fftc_spirv_check_image_type(fftc_spirv *m, const fftc_spirv_type *image)
{
    const fftc_spirv_type *number = image->element;
    if (image->image.multisampled == 1 || image->image.dim == DimSubpassData) {
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "id %u: %s are not known", image->id,
                          image->image.multisampled == 1 ? "images of several samples"
                                                         : "input attachments");
    }
    if (image->image.dim > DimBuffer || image->image.arrayed > 1 || image->image.multisampled > 1 ||
        (image->image.arrayed != 0 &&
         (image->image.dim == FFTC_SPIRV_3D || image->image.dim > FFTC_SPIRV_CUBE)) ||
        image->image.format > FFTC_SPIRV_R64_SINT || image->image.sampled > 2 ||
        image->image.sampled == 0) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                          "id %u: OpTypeImage of a shape or format that Vulkan does not have",
                          image->id);
    }
    if (!(number->kind == FFTC_SPIRV_FLOAT && number->width == 32) &&
        !(number->kind == FFTC_SPIRV_INT && (number->width == 32 || number->width == 64))) {
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED,
                          "id %u: images of other numbers than floats and integers of 32 bits and "
                          "integers of 64 are not known",
                          image->id);
    }
}

/* The type of an image or, if `combined`, of one with a sampler; of a value or what it points to.*/
static void take_type(image_reader *r, uint32_t k, fftc_spirv_kind kind, bool pointer)
{
    const fftc_spirv_type *type = fftc_spirv_value_type(r->m, fftc_spirv_operand(r->m, r->in, k));
    if (pointer && type->kind == FFTC_SPIRV_POINTER && type->element != NULL) {
        type = type->element;
    }
    if (type->kind != kind) {
        refuse(r, FFTC_INVALID_ARGUMENT,
               "of something else than an image, or of one that has "
               "another sampler");
    }
    r->image = kind == FFTC_SPIRV_KIND_SAMPLED_IMAGE ? type->element : type;
    if (r->image->kind != FFTC_SPIRV_KIND_IMAGE) {
        refuse(r, FFTC_INVALID_ARGUMENT, "of a sampler and no image");
    }
    fftc_spirv_check_image_type(r->m, r->image);
    r->words[IMAGE_DIMENSION] = fftc_spirv_image_dimension(r->image);
    r->words[IMAGE_ARRAYED] = r->image->image.arrayed != 0;
}

/* --- operands */

/* Slots of operand k, which has at least `count` numbers of a kind and of 32 bits; `more`: may have
 * more. */
static uint32_t numbers_of(const image_reader *r, uint32_t k, fftc_spirv_kind kind, uint32_t count)
{
    uint32_t number = fftc_spirv_operand(r->m, r->in, k);
    const fftc_spirv_type *type = fftc_spirv_value_type(r->m, number);
    const fftc_spirv_type *scalar = fftc_spirv_scalar(type);
    if (type->kind == FFTC_SPIRV_ARRAY) { /* ConstOffsets */
        scalar = fftc_spirv_scalar(type->element);
    }
    if (scalar == NULL || scalar->kind != kind || type->slots < count) {
        refuse(r, FFTC_INVALID_ARGUMENT, "with an operand of another type");
    }
    if (scalar->width != 32) {
        refuse(r, FFTC_UNSUPPORTED, "with operands of 16 or 64 bits is not known");
    }
    return fftc_spirv_value(r->m, number);
}

static uint32_t axes_of(const image_reader *r)
{
    uint32_t dimension = r->words[IMAGE_DIMENSION];
    return dimension == FFTC_SPIRV_CUBE ? 2 : dimension + 1;
}

/* The optional operands from k on. `level`: of what kind the operand Lod is. */
static void take_operands(image_reader *r, uint32_t k, fftc_spirv_kind level)
{
    uint32_t axes = axes_of(r), mask, known;
    uint32_t directions = r->words[IMAGE_DIMENSION] == FFTC_SPIRV_CUBE ? 3 : axes;
    if (k >= fftc_spirv_operand_count(r->in)) {
        return;
    }
    mask = fftc_spirv_operand(r->m, r->in, k++);
    known = OperandLod | OperandGrad | OperandConstOffset | OperandOffset | OperandConstOffsets |
            OperandOffsets | OperandMinLod | OperandMakeTexelAvailable | OperandMakeTexelVisible |
            OperandsWithoutOperands;
    if ((mask & ~known) != 0) {
        refuse(r, FFTC_UNSUPPORTED,
               (mask & OperandBias) != 0     ? "with a bias needs derivatives, which compute "
                                               "shaders do not have"
               : (mask & OperandSample) != 0 ? "of images of several samples is not known"
                                             : "with these image operands is not known");
    }
    if ((mask & OperandLod) != 0) {
        r->words[IMAGE_LEVEL] = numbers_of(r, k++, level, 1);
    }
    if ((mask & OperandGrad) != 0) {
        r->words[IMAGE_DX] = numbers_of(r, k++, FFTC_SPIRV_FLOAT, directions);
        r->words[IMAGE_DY] = numbers_of(r, k++, FFTC_SPIRV_FLOAT, directions);
    }
    if ((mask & (OperandConstOffset | OperandOffset)) != 0) {
        r->words[IMAGE_OFFSET] = numbers_of(r, k++, FFTC_SPIRV_INT, axes);
    }
    if ((mask & OperandConstOffsets) != 0) {
        r->words[IMAGE_OFFSETS] = numbers_of(r, k++, FFTC_SPIRV_INT, 8);
    }
    if ((mask & OperandMinLod) != 0) {
        r->words[IMAGE_LEAST_LEVEL] = numbers_of(r, k++, FFTC_SPIRV_FLOAT, 1);
    }
    k += (mask & OperandMakeTexelAvailable) != 0; /* whose scope each atomic and barrier has, too */
    k += (mask & OperandMakeTexelVisible) != 0;
    if ((mask & OperandOffsets) != 0) {
        r->words[IMAGE_OFFSETS] = numbers_of(r, k, FFTC_SPIRV_INT, 8);
    }
}

/* --- steps */

/* Numbers that a texel becomes: as many as the type has, of the image's kind. */
static uint32_t check_texel(const image_reader *r, const fftc_spirv_type *type)
{
    const fftc_spirv_type *scalar = fftc_spirv_scalar(type);
    if (scalar == NULL || type->slots > 4 || scalar->kind != r->image->element->kind ||
        scalar->width != r->image->element->width) {
        refuse(r, FFTC_INVALID_ARGUMENT, "of other numbers than its image's");
    }
    return (uint32_t)type->slots;
}

static void emit(const image_reader *r, uint32_t kind, fftc_spirv_step step)
{
    step.c = fftc_spirv_extra(r->m, r->words[0]);
    for (uint32_t i = 1; i < IMAGE_WORDS; ++i) {
        (void)fftc_spirv_extra(r->m, r->words[i]);
    }
    step.more = (uint8_t)kind;
    fftc_spirv_emit(r->m, FFTC_STEP_IMAGE, step);
}

static uint32_t result_of(const image_reader *r)
{
    return fftc_spirv_result(r->m, r->in);
}

/* sampler2D(t, s) and sampler2DShadow(t, s) are of one image, whose type does not say whether it is
 * for comparing. */
static bool same_image(const fftc_spirv_type *x, const fftc_spirv_type *y)
{
    return x->kind == FFTC_SPIRV_KIND_IMAGE && x->element == y->element &&
           memcmp(&x->image, &y->image, sizeof x->image) == 0;
}

static void decode_combine(image_reader *r)
{
    uint32_t sampler = fftc_spirv_operand(r->m, r->in, 1);
    const fftc_spirv_type *type = fftc_spirv_type_of(r->m, r->in->type);
    fftc_spirv_step step = {.n = 1};
    take_type(r, 0, FFTC_SPIRV_KIND_IMAGE, false);
    if (type->kind != FFTC_SPIRV_KIND_SAMPLED_IMAGE || !same_image(type->element, r->image) ||
        fftc_spirv_value_type(r->m, sampler)->kind != FFTC_SPIRV_KIND_SAMPLER) {
        refuse(r, FFTC_INVALID_ARGUMENT, "of other types");
    }
    step.a = fftc_spirv_value(r->m, fftc_spirv_operand(r->m, r->in, 0));
    step.b = fftc_spirv_value(r->m, sampler);
    step.d = result_of(r);
    emit(r, IMAGE_COMBINE, step);
}

/* OpImage: the sampler is left where it is, since nothing asks for it. */
static void decode_separate(image_reader *r)
{
    take_type(r, 0, FFTC_SPIRV_KIND_SAMPLED_IMAGE, false);
    if (fftc_spirv_type_of(r->m, r->in->type) != r->image) {
        refuse(r, FFTC_INVALID_ARGUMENT, "of another type");
    }
    fftc_spirv_step step = {.n = 1,
                            .a = fftc_spirv_value(r->m, fftc_spirv_operand(r->m, r->in, 0))};
    step.d = result_of(r);
    fftc_spirv_emit(r->m, FFTC_STEP_MOVE, step);
}

/* Read, fetch, write. */
static void decode_texel(image_reader *r)
{
    bool write = r->in->opcode == OpImageWrite;
    fftc_spirv_step step = {0};
    uint32_t texel = write ? fftc_spirv_operand(r->m, r->in, 2) : 0;
    take_type(r, 0, FFTC_SPIRV_KIND_IMAGE, false);
    bool layered = r->words[IMAGE_ARRAYED] != 0 || r->words[IMAGE_DIMENSION] == FFTC_SPIRV_CUBE;
    step.n = check_texel(r, write ? fftc_spirv_value_type(r->m, texel)
                                  : fftc_spirv_type_of(r->m, r->in->type));
    step.a = fftc_spirv_value(r->m, fftc_spirv_operand(r->m, r->in, 0));
    step.b = numbers_of(r, 1, FFTC_SPIRV_INT, axes_of(r) + layered);
    take_operands(r, write ? 3 : 2, FFTC_SPIRV_INT);
    step.d = write ? fftc_spirv_value(r->m, texel) : result_of(r);
    emit(r, write ? IMAGE_WRITE : r->in->opcode == OpImageFetch ? IMAGE_FETCH : IMAGE_READ, step);
}

static void decode_pointer(image_reader *r)
{
    uint32_t pointer = fftc_spirv_operand(r->m, r->in, 0);
    const fftc_spirv_type *type = fftc_spirv_type_of(r->m, r->in->type);
    fftc_spirv_step step = {.n = 1};
    take_type(r, 0, FFTC_SPIRV_KIND_IMAGE, true);
    bool layered = r->words[IMAGE_ARRAYED] != 0 || r->words[IMAGE_DIMENSION] == FFTC_SPIRV_CUBE;
    if (type->kind != FFTC_SPIRV_POINTER || type->element != r->image->element ||
        type->storage != StorageImage ||
        fftc_spirv_integer(r->m, fftc_spirv_operand(r->m, r->in, 2)) != 0) {
        refuse(r, FFTC_INVALID_ARGUMENT, "of another type, or to a sample other than 0");
    }
    step.a = fftc_spirv_value(r->m, pointer);
    step.b = numbers_of(r, 1, FFTC_SPIRV_INT, axes_of(r) + layered);
    step.d = result_of(r);
    emit(r, IMAGE_POINTER, step);
    r->m->names[r->m->step_count - 1] = fftc_spirv_get(r->m, pointer)->path;
}

static void decode_query(image_reader *r)
{
    bool level = r->in->opcode == OpImageQuerySizeLod;
    fftc_spirv_step step = {0};
    const fftc_spirv_type *type = fftc_spirv_type_of(r->m, r->in->type);
    const fftc_spirv_type *scalar = fftc_spirv_scalar(type);
    take_type(r, 0, FFTC_SPIRV_KIND_IMAGE, false);
    step.n = r->in->opcode == OpImageQueryLevels ? 1 : axes_of(r) + r->words[IMAGE_ARRAYED];
    if (scalar == NULL || scalar->kind != FFTC_SPIRV_INT || scalar->width != 32 ||
        type->slots != step.n) {
        refuse(r, FFTC_INVALID_ARGUMENT, "with a result of another type");
    }
    step.a = fftc_spirv_value(r->m, fftc_spirv_operand(r->m, r->in, 0));
    r->words[IMAGE_LEVEL] = level ? numbers_of(r, 1, FFTC_SPIRV_INT, 1) : FFTC_SPIRV_NONE;
    step.d = result_of(r);
    emit(r, r->in->opcode == OpImageQueryLevels ? IMAGE_LEVELS : IMAGE_SIZE, step);
}

typedef struct sample_rule {
    uint16_t opcode;
    bool compares, projects, gathers;
} sample_rule;

static const sample_rule sample_rules[] = {{OpImageSampleExplicitLod, false, false, false},
                                           {OpImageSampleDrefExplicitLod, true, false, false},
                                           {OpImageSampleProjExplicitLod, false, true, false},
                                           {OpImageSampleProjDrefExplicitLod, true, true, false},
                                           {OpImageGather, false, false, true},
                                           {OpImageDrefGather, true, false, true}};

static void decode_sample(image_reader *r, const sample_rule *rule)
{
    uint32_t k = 2, coordinates;
    fftc_spirv_step step = {0};
    const fftc_spirv_type *type = fftc_spirv_type_of(r->m, r->in->type);
    take_type(r, 0, FFTC_SPIRV_KIND_SAMPLED_IMAGE, false);
    coordinates = axes_of(r) + (r->words[IMAGE_DIMENSION] == FFTC_SPIRV_CUBE) +
                  r->words[IMAGE_ARRAYED] + rule->projects;
    if (fftc_spirv_is_texel_buffer(r->image) || (rule->projects && r->words[IMAGE_ARRAYED] != 0)) {
        refuse(r, FFTC_INVALID_ARGUMENT, "of an image of this shape");
    }
    step.n = check_texel(r, type);
    if (step.n != (rule->compares && !rule->gathers ? 1u : 4u)) {
        refuse(r, FFTC_INVALID_ARGUMENT, "with a result of another type");
    }
    step.a = fftc_spirv_value(r->m, fftc_spirv_operand(r->m, r->in, 0));
    step.b = numbers_of(r, 1, FFTC_SPIRV_FLOAT, coordinates);
    r->words[IMAGE_PROJECTED] = rule->projects;
    if (rule->compares) {
        r->words[IMAGE_REFERENCE] = numbers_of(r, k++, FFTC_SPIRV_FLOAT, 1);
    } else if (rule->gathers) {
        r->words[IMAGE_COMPONENT] = numbers_of(r, k++, FFTC_SPIRV_INT, 1);
    }
    take_operands(r, k, FFTC_SPIRV_FLOAT);
    step.d = result_of(r);
    emit(r, rule->gathers ? IMAGE_GATHER : IMAGE_SAMPLE, step);
}

bool fftc_spirv_decode_image(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    image_reader r = {.m = m, .in = in};
    for (uint32_t i = IMAGE_REFERENCE; i < IMAGE_WORDS; ++i) {
        r.words[i] = FFTC_SPIRV_NONE;
    }
    for (size_t i = 0; i < sizeof sample_rules / sizeof *sample_rules; ++i) {
        if (sample_rules[i].opcode == in->opcode) {
            decode_sample(&r, &sample_rules[i]);
            return true;
        }
    }
    switch (in->opcode) {
    case OpSampledImage: decode_combine(&r); return true;
    case OpImage: decode_separate(&r); return true;
    case OpImageRead:
    case OpImageFetch:
    case OpImageWrite: decode_texel(&r); return true;
    case OpImageTexelPointer: decode_pointer(&r); return true;
    case OpImageQuerySizeLod:
    case OpImageQuerySize:
    case OpImageQueryLevels: decode_query(&r); return true;
    case OpImageSampleImplicitLod:
    case OpImageSampleDrefImplicitLod:
    case OpImageSampleProjImplicitLod:
    case OpImageSampleProjDrefImplicitLod:
    case OpImageQueryLod:
        refuse(&r, FFTC_UNSUPPORTED,
               "needs derivatives, which compute shaders do not have: give the level of detail");
    default: return false;
    }
}
