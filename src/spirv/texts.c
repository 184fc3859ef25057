/* SPDX-License-Identifier: MIT
 *
 * Source text that a module carries: OpSource, or DebugSource of NonSemantic.Shader.DebugInfo.100.
 */
#include <string.h>

#include "spirv/module.h"

enum { DebugSource = 35, DebugSourceContinued = 102 };

/* The string that begins with operand k, in the words; NULL if it does not end. */
static const char *raw_string(const fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k)
{
    uint32_t count = fftc_spirv_operand_count(in);
    const char *text = (const char *)&m->words[in->at + in->first + (k < count ? k : 0)];
    return k < count && memchr(text, 0, (size_t)(count - k) * 4) != NULL ? text : NULL;
}

/* The text of an OpString. */
static const char *string_of(fftc_spirv *m, uint32_t id)
{
    const fftc_spirv_id *found = fftc_spirv_find(m, id);
    if (found == NULL || found->opcode != OpString) {
        return NULL;
    }
    fftc_spirv_instruction in = fftc_spirv_instruction_at(m, found->at);
    return raw_string(m, &in, 0);
}

static void add_text(fftc_spirv *m, uint32_t file, const char *text)
{
    const fftc_spirv_id *id = fftc_spirv_find(m, file);
    if (id != NULL && id->opcode == OpString && id->name != NULL && text != NULL) {
        m->texts = fftc_spirv_grow(m, m->texts, m->text_count, &m->text_room, sizeof *m->texts);
        m->texts[m->text_count++] = (fftc_spirv_text_of){.file = id->name, .text = text};
    }
}

/* A text goes on in the next instruction. */
static void lengthen(fftc_spirv *m, const char *more)
{
    fftc_spirv_text_of *last = m->text_count > 0 ? &m->texts[m->text_count - 1] : NULL;
    if (last != NULL && more != NULL) {
        size_t bytes = strlen(last->text), added = strlen(more) + 1;
        char *whole = fftc_spirv_allocate(m, bytes + added, 1);
        memcpy(whole, last->text, bytes);
        memcpy(whole + bytes, more, added);
        last->text = whole;
    }
}

static void take_debug_info(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint32_t count = fftc_spirv_operand_count(in);
    uint32_t number = count > 2 ? fftc_spirv_operand(m, in, 1) : 0;
    if (number == DebugSource && count > 3) {
        add_text(m, fftc_spirv_operand(m, in, 2), string_of(m, fftc_spirv_operand(m, in, 3)));
    } else if (number == DebugSourceContinued) {
        lengthen(m, string_of(m, fftc_spirv_operand(m, in, 2)));
    }
}

/* Some versions of glslang put comments and a #line before the text that they were given. */
static void skip_heading(fftc_spirv_text_of *t)
{
    static const char heading[] = "// OpModuleProcessed", line[] = "#line 1\n";
    const char *first = strstr(t->text, line);
    if (strncmp(t->text, heading, sizeof heading - 1) == 0 && first != NULL) {
        t->text = first + sizeof line - 1;
    }
}

void fftc_spirv_take_texts(fftc_spirv *m)
{
    for (uint32_t at = FFTC_SPIRV_HEADER_WORDS; at < m->globals_end;) {
        fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
        if (in.opcode == OpSource && fftc_spirv_operand_count(&in) > 3) {
            add_text(m, fftc_spirv_operand(m, &in, 2), raw_string(m, &in, 3));
        } else if (in.opcode == OpSourceContinued) {
            lengthen(m, raw_string(m, &in, 0));
        } else if (in.opcode == OpExtInst && m->debug_info != 0 &&
                   fftc_spirv_operand_count(&in) > 0 &&
                   fftc_spirv_operand(m, &in, 0) == m->debug_info) {
            take_debug_info(m, &in);
        }
        at += in.length;
    }
    for (uint32_t i = 0; i < m->text_count; ++i) {
        skip_heading(&m->texts[i]);
    }
}

const char *fftc_spirv_source_text(const fftc_spirv *shader, const char *file)
{
    const char *behind = file != NULL ? strstr(file, FFTC_SPIRV_BEHIND) : NULL;
    size_t length = file == NULL ? 0 : behind != NULL ? (size_t)(behind - file) : strlen(file);
    for (uint32_t i = 0; shader != NULL && file != NULL && i < shader->text_count; ++i) {
        const char *name = shader->texts[i].file;
        if (strncmp(name, file, length) == 0 && name[length] == '\0') {
            return shader->texts[i].text;
        }
    }
    return NULL;
}
