/* SPDX-License-Identifier: MIT */
#include "spirv/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "spirv/decode.h"

/* Instructions of one block at one line. */
struct fftc_spirv_part_of_block {
    uint32_t block;
    uint32_t line; /* index in m->lines, later in coverage.lines; FFTC_SPIRV_NONE: no line */
    uint32_t instructions;
};

void fftc_spirv_cover_block(fftc_spirv *m)
{
    fftc_spirv_cover *cover = &m->cover;
    if (cover->wanted) {
        fftc_spirv_emit(m, FFTC_STEP_COVER, (fftc_spirv_step){.a = cover->block_count++});
    }
}

static bool is_carried_out(const fftc_spirv *m, const fftc_spirv_instruction *in)
{
    switch (in->opcode) {
    case OpNop:
    case OpLabel:
    case OpLine:
    case OpNoLine:
    case OpVariable:
    case OpUndef:
    case OpSelectionMerge:
    case OpLoopMerge: return false;
    case OpExtInst: return m->words[in->at + in->first] == m->glsl;
    default: return true;
    }
}

void fftc_spirv_cover_instruction(fftc_spirv *m, const fftc_spirv_instruction *in, bool has_line)
{
    fftc_spirv_cover *cover = &m->cover;
    uint32_t block = cover->block_count - 1;
    uint32_t line = has_line ? m->line : FFTC_SPIRV_NONE;
    fftc_spirv_part_of_block *last;
    if (!cover->wanted || !is_carried_out(m, in)) {
        return;
    }
    last = cover->part_count > 0 ? &cover->parts[cover->part_count - 1] : NULL;
    if (last == NULL || last->block != block || last->line != line) {
        cover->parts = fftc_spirv_grow(m, cover->parts, cover->part_count, &cover->part_room,
                                       sizeof *cover->parts);
        last = &cover->parts[cover->part_count++];
        *last = (fftc_spirv_part_of_block){.block = block, .line = line};
    }
    ++last->instructions;
}

static int compare_lines(const void *a, const void *b)
{
    const fftc_site *x = &((const fftc_spirv_line *)a)->site;
    const fftc_site *y = &((const fftc_spirv_line *)b)->site;
    int files = strcmp(x->file, y->file);
    return files != 0 ? files : (x->line > y->line) - (x->line < y->line);
}

void fftc_spirv_cover_lines(fftc_spirv *m)
{
    fftc_spirv_cover *cover = &m->cover;
    fftc_spirv_line *lines;
    uint32_t count = 0;
    if (!cover->wanted) {
        return;
    }
    cover->entered = fftc_spirv_allocate(m, cover->block_count, sizeof *cover->entered);
    lines = fftc_spirv_allocate(m, cover->part_count, sizeof *lines);
    for (uint32_t i = 0; i < cover->part_count; ++i) {
        if (cover->parts[i].line != FFTC_SPIRV_NONE) {
            lines[count++].site = m->lines[cover->parts[i].line];
        }
    }
    if (count > 0) {
        qsort(lines, count, sizeof *lines, compare_lines);
    }
    cover->lines = lines;
    cover->result.lines = lines;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t kept = cover->result.line_count;
        if (kept == 0 || compare_lines(&lines[kept - 1], &lines[i]) != 0) {
            lines[kept] = lines[i];
            ++cover->result.line_count;
        }
    }
    for (uint32_t i = 0; i < cover->part_count; ++i) {
        fftc_spirv_part_of_block *part = &cover->parts[i];
        if (part->line != FFTC_SPIRV_NONE) {
            const fftc_spirv_line key = {.site = m->lines[part->line]};
            const fftc_spirv_line *at =
                bsearch(&key, lines, cover->result.line_count, sizeof *lines, compare_lines);
            part->line = (uint32_t)(at - lines);
        }
    }
}

const fftc_spirv_coverage *fftc_spirv_covered(fftc_spirv *shader)
{
    fftc_spirv_cover *cover = shader != NULL ? &shader->cover : NULL;
    fftc_spirv_coverage *result = cover != NULL ? &cover->result : NULL;
    if (cover == NULL || !cover->wanted) {
        return NULL;
    }
    result->instructions = result->reached = 0;
    result->executed = 0;
    for (uint32_t i = 0; i < result->line_count; ++i) {
        cover->lines[i] = (fftc_spirv_line){.site = cover->lines[i].site};
    }
    for (uint32_t i = 0; i < cover->part_count; ++i) {
        const fftc_spirv_part_of_block *part = &cover->parts[i];
        uint64_t entered = cover->entered[part->block];
        uint32_t reached = entered > 0 ? part->instructions : 0;
        result->instructions += part->instructions;
        result->reached += reached;
        result->executed += entered * part->instructions;
        if (part->line != FFTC_SPIRV_NONE) {
            fftc_spirv_line *line = &cover->lines[part->line];
            line->instructions += part->instructions;
            line->reached += reached;
            line->executed += entered * part->instructions;
        }
    }
    return result;
}
