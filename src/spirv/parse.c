/* SPDX-License-Identifier: MIT
 *
 * The words of a module as instructions: header, lengths, ids, names and decorations. The words are
 * not trusted; after fftc_spirv_parse every instruction lies inside the module, and every id is
 * below the bound and defined at most once.
 */
#include <stdio.h>
#include <string.h>

#include "spirv/module.h"

#define MAGIC 0x07230203u

enum { RESULT_NONE, RESULT_ID, RESULT_VALUE, RESULT_UNKNOWN };

enum { /* decorations */
       DecorationSpecId = 1,
       DecorationBlock = 2,
       DecorationBufferBlock = 3,
       DecorationRowMajor = 4,
       DecorationArrayStride = 6,
       DecorationBuiltIn = 11,
       DecorationAliased = 20,
       DecorationVolatile = 21,
       DecorationCoherent = 23,
       DecorationNonWritable = 24,
       DecorationBinding = 33,
       DecorationDescriptorSet = 34
};

static int result_of(uint32_t opcode)
{
    switch (opcode) {
#define X(name, number, result) \
    case number: return RESULT_##result;
        FFTC_SPIRV_OPCODES(X)
#undef X
    default: return RESULT_UNKNOWN;
    }
}

const char *fftc_spirv_opcode_name(uint32_t opcode)
{
    switch (opcode) {
#define X(name, number, result) \
    case number: return "Op" #name;
        FFTC_SPIRV_OPCODES(X)
#undef X
    default: return NULL;
    }
}

/* The module's extensions say what the instruction may belong to. */
static _Noreturn void refuse_unknown(fftc_spirv *m, const fftc_spirv_instruction *unknown)
{
    char names[160] = "";
    size_t used = 0;
    for (uint32_t at = FFTC_SPIRV_HEADER_WORDS; at < unknown->at && used < sizeof names;) {
        fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
        if (in.opcode == OpExtension) {
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     used != 0 ? ", " : "", fftc_spirv_string(m, &in, 0, NULL));
        }
        at += in.length;
    }
    fftc_spirv_refuse(m, FFTC_UNSUPPORTED,
                      "word %u: instruction number %u is not known: compile the shader without "
                      "what it belongs to%s%s",
                      unknown->at, unknown->opcode,
                      used != 0 ? "; the module's extensions are " : "", names);
}

fftc_spirv_instruction fftc_spirv_instruction_at(fftc_spirv *m, uint32_t at)
{
    fftc_spirv_instruction in = {.at = at,
                                 .opcode = (uint16_t)(m->words[at] & 0xffff),
                                 .length = (uint16_t)(m->words[at] >> 16),
                                 .first = 1};
    int result = result_of(in.opcode);
    if (in.length == 0 || in.length > m->count - at) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                          "word %u: an instruction of %u words, where %u are left", at, in.length,
                          m->count - at);
    }
    if (result == RESULT_UNKNOWN) {
        refuse_unknown(m, &in);
    }
    if (in.length < 1 + (result == RESULT_ID) + 2 * (result == RESULT_VALUE)) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: %s has only %u words", at,
                          fftc_spirv_opcode_name(in.opcode), in.length);
    }
    if (result == RESULT_VALUE) {
        in.type = m->words[at + in.first++];
    }
    if (result != RESULT_NONE) {
        in.result = m->words[at + in.first++];
    }
    return in;
}

uint32_t fftc_spirv_operand_count(const fftc_spirv_instruction *in)
{
    return in->length - in->first;
}

uint32_t fftc_spirv_operand(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k)
{
    if (k >= fftc_spirv_operand_count(in)) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: %s has too few operands", in->at,
                          fftc_spirv_opcode_name(in->opcode));
    }
    return m->words[in->at + in->first + k];
}

const char *fftc_spirv_string(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k,
                              uint32_t *words)
{
    uint32_t count = fftc_spirv_operand_count(in);
    const char *text;
    size_t bytes;
    char *copy;
    (void)fftc_spirv_operand(m, in, k);
    text = (const char *)&m->words[in->at + in->first + k];
    bytes = (size_t)(count - k) * 4;
    if (memchr(text, 0, bytes) == NULL) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: the text of %s does not end", in->at,
                          fftc_spirv_opcode_name(in->opcode));
    }
    bytes = strlen(text) + 1;
    if (words != NULL) {
        *words = (uint32_t)((bytes + 3) / 4);
    }
    copy = fftc_spirv_allocate(m, bytes, 1);
    memcpy(copy, text, bytes);
    for (char *c = copy; *c != 0; ++c) { /* it will stand in messages */
        *c = *(unsigned char *)c < 32 || *c == 127 ? '?' : *c;
    }
    return copy;
}

fftc_spirv_id *fftc_spirv_find(fftc_spirv *m, uint32_t id)
{
    return id < m->bound && m->number[id] != 0 ? &m->ids[m->number[id]] : NULL;
}

fftc_spirv_id *fftc_spirv_get(fftc_spirv *m, uint32_t id)
{
    fftc_spirv_id *found = fftc_spirv_find(m, id);
    if (found == NULL) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "id %u is used, and nothing defines it", id);
    }
    return found;
}

static void read_words(fftc_spirv *m)
{
    const fftc_spirv_source *source = m->source;
    bool swapped = source->words[0] == __builtin_bswap32(MAGIC);
    if (source->words[0] != MAGIC && !swapped) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                          "word 0 is 0x%08x, not 0x07230203: this is no SPIR-V module",
                          source->words[0]);
    }
    m->count = (uint32_t)source->word_count;
    m->words = fftc_spirv_allocate(m, source->word_count, sizeof *m->words);
    for (uint32_t i = 0; i < m->count; ++i) {
        m->words[i] = swapped ? __builtin_bswap32(source->words[i]) : source->words[i];
    }
    if (m->words[1] < 0x10000 || m->words[1] > 0x106ff) {
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "version 0x%x: pass SPIR-V of 1.0 to 1.6",
                          m->words[1]);
    }
    m->bound = m->words[3];
    if (m->bound == 0 || m->bound > FFTC_SPIRV_MAX_BOUND) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "the bound of ids is %u: it may be 1 to %u",
                          m->bound, FFTC_SPIRV_MAX_BOUND);
    }
}

/* Every result gets its entry in ids; entry 0 stands for none. */
static void number_ids(fftc_spirv *m)
{
    uint32_t results = 0;
    m->number = fftc_spirv_allocate(m, m->bound, sizeof *m->number);
    for (int round = 0; round < 2; ++round) {
        for (uint32_t at = FFTC_SPIRV_HEADER_WORDS; at < m->count;) {
            fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
            if (in.result != 0 || in.first > 1) {
                if (in.result == 0 || in.result >= m->bound) {
                    fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                                      "word %u: id %u is not from 1 to the bound %u", at, in.result,
                                      m->bound);
                }
                ++results;
                if (round == 1) {
                    fftc_spirv_id *id = &m->ids[m->number[in.result] = results];
                    id->at = at;
                    id->opcode = in.opcode;
                    id->spec = id->binding = id->builtin = id->object = FFTC_SPIRV_NONE;
                    id->reg = FFTC_SPIRV_NONE;
                } else if (m->number[in.result]++ != 0) {
                    fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                                      "word %u: id %u is defined a second time", at, in.result);
                }
            }
            at += in.length;
        }
        if (round == 0) {
            m->id_count = results + 1;
            m->ids = fftc_spirv_allocate(m, m->id_count, sizeof *m->ids);
            results = 0;
        }
    }
}

static void decorate(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    fftc_spirv_id *id = fftc_spirv_find(m, fftc_spirv_operand(m, in, 0));
    uint32_t decoration = fftc_spirv_operand(m, in, 1);
    uint32_t value = fftc_spirv_operand_count(in) > 2 ? fftc_spirv_operand(m, in, 2) : 0;
    if (id == NULL) {
        return;
    }
    switch (decoration) {
    case DecorationSpecId: id->spec = value; break;
    case DecorationBlock: id->block = true; break;
    case DecorationBufferBlock: id->block = id->buffer_block = true; break;
    case DecorationArrayStride: id->array_stride = value; break;
    case DecorationBuiltIn: id->builtin = value; break;
    case DecorationAliased: id->aliased = true; break;
    case DecorationVolatile:
    case DecorationCoherent: id->coherent = true; break;
    case DecorationNonWritable: id->read_only = true; break;
    case DecorationBinding: id->binding = value; break;
    case DecorationDescriptorSet: id->set = value; break;
    default: break; /* others do not change what is computed */
    }
}

static void note_member(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t *room)
{
    fftc_spirv_member_note note = {.type = fftc_spirv_operand(m, in, 0),
                                   .member = fftc_spirv_operand(m, in, 1)};
    if (in->opcode == OpMemberName) {
        note.decoration = FFTC_SPIRV_NONE;
        note.name = fftc_spirv_string(m, in, 2, NULL);
    } else {
        note.decoration = fftc_spirv_operand(m, in, 2);
        note.value = fftc_spirv_operand_count(in) > 3 ? fftc_spirv_operand(m, in, 3) : 0;
    }
    m->notes = fftc_spirv_grow(m, m->notes, m->note_count, room, sizeof *m->notes);
    m->notes[m->note_count++] = note;
}

static void import(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const char *name = fftc_spirv_string(m, in, 0, NULL);
    if (strcmp(name, "GLSL.std.450") == 0) {
        m->glsl = in->result;
    } else if (strcmp(name, "NonSemantic.Shader.DebugInfo.100") == 0) {
        m->debug_info = in->result;
    } else if (strncmp(name, "NonSemantic.", 12) != 0) {
        fftc_spirv_refuse(
            m, FFTC_UNSUPPORTED,
            "the instructions of %s are not known, those of GLSL.std.450 are: compile "
            "the shader without that extension",
            name);
    }
}

/* What does not stand in functions and is no type, constant or variable. */
static void read_preamble(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t *room)
{
    fftc_spirv_id *id;
    switch (in->opcode) {
    case OpExtInstImport: import(m, in); break;
    case OpName:
        id = fftc_spirv_find(m, fftc_spirv_operand(m, in, 0));
        if (id != NULL) {
            id->name = fftc_spirv_string(m, in, 1, NULL);
        }
        break;
    case OpMemberName:
    case OpMemberDecorate: note_member(m, in, room); break;
    case OpDecorate: decorate(m, in); break;
    case OpString: fftc_spirv_get(m, in->result)->name = fftc_spirv_string(m, in, 0, NULL); break;
    case OpMemoryModel:
        if (fftc_spirv_operand(m, in, 0) != 0 && fftc_spirv_operand(m, in, 0) != 5348) {
            fftc_spirv_refuse(m, FFTC_UNSUPPORTED,
                              "addressing model %u is not Logical or PhysicalStorageBuffer64: "
                              "compile for Vulkan",
                              fftc_spirv_operand(m, in, 0));
        }
        m->vulkan_memory_model = fftc_spirv_operand(m, in, 1) == 3;
        break;
    case OpDecorationGroup:
    case OpGroupDecorate:
    case OpGroupMemberDecorate:
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "word %u: %s is not known: use OpDecorate", in->at,
                          fftc_spirv_opcode_name(in->opcode));
    default: break;
    }
}

void fftc_spirv_parse(fftc_spirv *m)
{
    uint32_t room = 0;
    read_words(m);
    number_ids(m);
    m->globals_end = m->count;
    for (uint32_t at = FFTC_SPIRV_HEADER_WORDS; at < m->count;) {
        fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
        if (in.opcode == OpFunction) {
            m->globals_end = at;
            break;
        }
        read_preamble(m, &in, &room);
        at += in.length;
    }
}
