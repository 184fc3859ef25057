/* SPDX-License-Identifier: MIT
 *
 * What stands before the functions: entry points, types, constants, variables; and the interface of
 * the entry point that they make.
 */
#include <stdio.h>
#include <string.h>

#include "spirv/image.h"
#include "spirv/inputs.h"
#include "spirv/layout.h"
#include "spirv/module.h"

#define FIRST_INSTRUCTION 5u
#define COMPUTE 5u

enum { ModeLocalSize = 17, ModeLocalSizeId = 38, BuiltInWorkgroupSize = 25 };

/* --- the entry point */

static void find_entry(fftc_spirv *m)
{
    const char *wanted = m->source->entry;
    uint32_t found = 0;
    for (uint32_t at = FIRST_INSTRUCTION; at < m->globals_end;) {
        fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
        at += in.length;
        if (in.opcode != OpEntryPoint || fftc_spirv_operand(m, &in, 0) != COMPUTE) {
            continue;
        }
        const char *name = fftc_spirv_string(m, &in, 2, NULL);
        if (wanted != NULL ? strcmp(name, wanted) == 0 : true) {
            m->entry = fftc_spirv_operand(m, &in, 1);
            m->interface.entry = name;
            ++found;
        }
    }
    if (found == 0) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "the module has no compute entry point%s%s",
                          wanted != NULL ? " of the name " : "", wanted != NULL ? wanted : "");
    }
    if (found > 1) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                          "the module has %u compute entry points, %s among them: say which", found,
                          m->interface.entry);
    }
}

static void read_modes(fftc_spirv *m)
{
    for (uint32_t axis = 0; axis < 3; ++axis) {
        m->interface.local_size[axis] = 1;
    }
    for (uint32_t at = FIRST_INSTRUCTION; at < m->globals_end;) {
        fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
        at += in.length;
        if ((in.opcode != OpExecutionMode && in.opcode != OpExecutionModeId) ||
            fftc_spirv_operand(m, &in, 0) != m->entry) {
            continue;
        }
        for (uint32_t axis = 0; axis < 3; ++axis) {
            if (fftc_spirv_operand(m, &in, 1) == ModeLocalSize) {
                m->interface.local_size[axis] = fftc_spirv_operand(m, &in, 2 + axis);
            } else if (fftc_spirv_operand(m, &in, 1) == ModeLocalSizeId) {
                m->local_size_id[axis] = fftc_spirv_operand(m, &in, 2 + axis);
            }
        }
    }
}

/* The size by ids, once these have values; a constant that is decorated as it wins. */
static void set_local_size(fftc_spirv *m)
{
    uint64_t invocations = 1;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        if (m->local_size_id[axis] != 0) {
            m->interface.local_size[axis] = (uint32_t)fftc_spirv_integer(m, m->local_size_id[axis]);
        }
    }
    for (uint32_t i = 1; i < m->id_count; ++i) {
        const fftc_spirv_id *id = &m->ids[i];
        if (id->builtin == BuiltInWorkgroupSize && id->constant != NULL && id->type->slots == 3) {
            for (uint32_t axis = 0; axis < 3; ++axis) {
                m->interface.local_size[axis] = (uint32_t)id->constant[axis];
            }
        }
    }
    for (uint32_t axis = 0; axis < 3; ++axis) {
        uint32_t size = m->interface.local_size[axis];
        invocations *= size;
        if (size == 0 || size > 4096 || invocations > 4096) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                              "a workgroup of %u x %u x %u invocations: 1 to 4096 are possible",
                              m->interface.local_size[0], m->interface.local_size[1],
                              m->interface.local_size[2]);
        }
    }
}

/* --- variables */

/* A variable without a name, as people would call it. */
static const char *name_of(fftc_spirv *m, const fftc_spirv_id *id, uint32_t storage)
{
    const size_t bytes = 48;
    char *text;
    if (storage == StorageWorkgroup || storage == StoragePushConstant) {
        return storage == StorageWorkgroup ? "shared memory" : "push constants";
    }
    text = fftc_spirv_allocate(m, bytes, 1);
    snprintf(text, bytes, "buffer %u.%u", id->set, id->binding);
    return text;
}

static void add_object(fftc_spirv *m, const fftc_spirv_instruction *in, const fftc_spirv_type *type,
                       uint32_t *room)
{
    fftc_spirv_id *id = fftc_spirv_get(m, in->result);
    const fftc_spirv_type *pointee = type->element;
    fftc_spirv_object object = {
        .id = in->result, .storage = type->storage, .type = pointee, .descriptors = 1};
    bool bound = type->storage == StorageUniform || type->storage == StorageStorageBuffer ||
                 type->storage == StorageUniformConstant;
    bool named;
    if (bound && (pointee->kind == FFTC_SPIRV_ARRAY || pointee->kind == FFTC_SPIRV_RUNTIME_ARRAY)) {
        object.descriptors = pointee->count;
        object.array = true;
        object.type = pointee->element;
    }
    object.name = id->name != NULL && id->name[0] != 0 ? id->name : NULL;
    if (object.name == NULL && object.type->kind == FFTC_SPIRV_STRUCT) {
        object.name = fftc_spirv_get(m, object.type->id)->name;
    }
    named = object.name != NULL && object.name[0] != 0;
    if (!named) {
        object.name = name_of(m, id, type->storage);
    }
    m->objects = fftc_spirv_grow(m, m->objects, m->object_count, room, sizeof *m->objects);
    m->objects[m->object_count] = object;
    id->object = m->object_count++;
    /* Members of a block without a variable's name are known by their own. */
    id->path = !named || type->storage == StorageWorkgroup || (id->name != NULL && id->name[0] != 0)
                   ? object.name
                   : "";
}

/* Whether workgroup memory begins with zeros: no other values are allowed. */
static bool is_zeroed(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    if (fftc_spirv_operand_count(in) < 2) {
        return false;
    }
    if (fftc_spirv_get(m, fftc_spirv_operand(m, in, 1))->opcode != OpConstantNull) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                          "word %u: workgroup memory begins with OpConstantNull, or nothing",
                          in->at);
    }
    return true;
}

static void define_variable(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t *room)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    fftc_spirv_id *id = fftc_spirv_get(m, in->result);
    if (type->kind != FFTC_SPIRV_POINTER || type->element == NULL ||
        type->storage != fftc_spirv_operand(m, in, 0)) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: OpVariable of another type", in->at);
    }
    id->type = type;
    switch (type->storage) {
    case StorageInput:
    case StorageOutput:
    case StoragePrivate: break;
    case StorageWorkgroup:
        add_object(m, in, type, room);
        m->objects[id->object].zeroed = is_zeroed(m, in);
        break;
    case StorageUniform:
    case StorageStorageBuffer:
    case StoragePushConstant:
    case StorageUniformConstant: add_object(m, in, type, room); break;
    default:
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED,
                          "word %u: variables of storage class %u are not known", in->at,
                          type->storage);
    }
}

void fftc_spirv_define_globals(fftc_spirv *m)
{
    uint32_t room = 0;
    find_entry(m);
    read_modes(m);
    for (uint32_t at = FIRST_INSTRUCTION; at < m->globals_end;) {
        fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
        at += in.length;
        if (in.opcode >= OpTypeVoid && in.opcode <= OpTypeForwardPointer) {
            fftc_spirv_define_type(m, &in);
        } else if ((in.opcode >= OpConstantTrue && in.opcode <= OpSpecConstantOp) ||
                   in.opcode == OpUndef) {
            fftc_spirv_define_constant(m, &in);
        } else if (in.opcode == OpVariable) {
            define_variable(m, &in, &room);
        } else if (strncmp(fftc_spirv_opcode_name(in.opcode), "OpType", 6) == 0) {
            fftc_spirv_refuse(m, FFTC_UNSUPPORTED,
                              "word %u: %s is not known: compile the shader without it", in.at,
                              fftc_spirv_opcode_name(in.opcode));
        } else if (in.type != 0 && in.opcode != OpExtInst) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: %s outside of a function", in.at,
                              fftc_spirv_opcode_name(in.opcode));
        }
    }
    set_local_size(m);
}

/* --- the interface, after decoding, which has found out what is used */

static void list_inputs(fftc_spirv *m)
{
    m->inputs = fftc_spirv_allocate(m, m->id_count, sizeof *m->inputs);
    for (uint32_t i = 1; i < m->id_count; ++i) {
        const fftc_spirv_id *id = &m->ids[i];
        if (id->opcode != OpVariable || id->at >= m->globals_end || id->reg == FFTC_SPIRV_NONE ||
            id->type->storage != StorageInput) {
            continue;
        }
        if (!fftc_spirv_has_builtin(id->builtin, id->type->element)) {
            fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "word %u: input %s (built-in %d) is not known",
                              id->at, id->name != NULL ? id->name : "variable", (int)id->builtin);
        }
        m->inputs[m->input_count++] =
            (fftc_spirv_input){id->reg, id->builtin, (uint32_t)id->type->element->slots};
    }
}

static bool is_used(fftc_spirv *m, const fftc_spirv_object *object)
{
    return fftc_spirv_get(m, object->id)->reg != FFTC_SPIRV_NONE;
}

/* Names for an index of an image, where it is beyond a bound. */
static void name_indices(fftc_spirv *m, fftc_spirv_object *object,
                         const fftc_spirv_binding *binding)
{
    enum { LEVEL_NAME = 3 };
    static const char *const indices[] = {"", "[]", "[][]"};
    bool layered = binding->arrayed || binding->dimension >= FFTC_SPIRV_3D;
    uint32_t rows = binding->dimension != FFTC_SPIRV_1D;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        uint32_t outer = axis == 0 ? rows + layered : axis == 1 ? layered : 0;
        size_t bytes = strlen(object->name) + 5;
        char *name = fftc_spirv_allocate(m, bytes, 1);
        snprintf(name, bytes, "%s%s", object->name, indices[outer]);
        object->index_names[axis] = name;
    }
    size_t bytes = strlen(object->name) + sizeof ", level";
    char *level = fftc_spirv_allocate(m, bytes, 1);
    snprintf(level, bytes, "%s, level", object->name);
    object->index_names[LEVEL_NAME] = level;
}

static fftc_spirv_binding image_binding_of(fftc_spirv *m, fftc_spirv_object *object)
{
    const fftc_spirv_id *id = fftc_spirv_get(m, object->id);
    const fftc_spirv_type *type = object->type;
    fftc_spirv_binding binding = {.name = object->name,
                                  .set = id->set,
                                  .binding = id->binding,
                                  .resource = FFTC_SPIRV_SAMPLER,
                                  .count = object->descriptors,
                                  .read_only = true};
    const fftc_spirv_type *image =
        type->kind == FFTC_SPIRV_KIND_SAMPLED_IMAGE ? type->element : type;
    bool storage;
    if (type->kind == FFTC_SPIRV_KIND_SAMPLER) {
        return binding;
    }
    if (image->kind != FFTC_SPIRV_KIND_IMAGE) {
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED,
                          "word %u: descriptors of the type with id %u are not known", id->at,
                          type->id);
    }
    fftc_spirv_check_image_type(m, image);
    storage = image->image.sampled == 2;
    binding.resource = fftc_spirv_is_texel_buffer(image)
                           ? (storage ? FFTC_SPIRV_STORAGE_TEXELS : FFTC_SPIRV_UNIFORM_TEXELS)
                       : type->kind == FFTC_SPIRV_KIND_SAMPLED_IMAGE ? FFTC_SPIRV_IMAGE_AND_SAMPLER
                       : storage                                     ? FFTC_SPIRV_STORAGE_IMAGE
                                                                     : FFTC_SPIRV_SAMPLED_IMAGE;
    binding.read_only = !storage || id->read_only;
    binding.dimension = fftc_spirv_image_dimension(image);
    binding.arrayed = image->image.arrayed != 0;
    binding.format = (fftc_spirv_format)image->image.format;
    binding.numbers = fftc_spirv_image_numbers(image);
    name_indices(m, object, &binding);
    return binding;
}

static fftc_spirv_binding binding_of(fftc_spirv *m, const fftc_spirv_object *object)
{
    const fftc_spirv_id *id = fftc_spirv_get(m, object->id);
    fftc_spirv_place place = fftc_spirv_pointee(object->type, object->storage);
    const fftc_spirv_type *type = object->type;
    bool uniform = object->storage == StorageUniform && !type->buffer_block;
    fftc_spirv_binding binding = {.name = object->name,
                                  .set = id->set,
                                  .binding = id->binding,
                                  .resource = uniform ? FFTC_SPIRV_UNIFORM_BUFFER
                                                      : FFTC_SPIRV_STORAGE_BUFFER,
                                  .count = object->descriptors,
                                  .least_bytes = fftc_spirv_place_bytes(m, &place),
                                  .read_only = uniform || id->read_only};
    if (type->kind == FFTC_SPIRV_STRUCT && type->count > 0) {
        const fftc_spirv_type *last = type->members[type->count - 1].type;
        bool all = true;
        if (last->kind == FFTC_SPIRV_RUNTIME_ARRAY) {
            uint64_t offset, stride;
            fftc_spirv_place array = fftc_spirv_part(m, &place, type->count - 1, &offset, &stride);
            (void)fftc_spirv_part(m, &array, 0, &(uint64_t){0}, &stride);
            binding.element_bytes = stride;
            binding.least_bytes = offset > binding.least_bytes ? offset : binding.least_bytes;
        }
        for (uint32_t i = 0; i < type->count; ++i) {
            all = all && type->members[i].read_only;
        }
        binding.read_only = binding.read_only || all;
    }
    return binding;
}

static bool is_sampled(const fftc_spirv_binding *binding)
{
    return binding->resource == FFTC_SPIRV_SAMPLED_IMAGE ||
           binding->resource == FFTC_SPIRV_SAMPLER ||
           binding->resource == FFTC_SPIRV_IMAGE_AND_SAMPLER;
}

/* Two variables may be for one descriptor. */
static void merge_views(fftc_spirv *m, fftc_spirv_binding *known, const fftc_spirv_binding *other)
{
    if (known->resource != other->resource) {
        if (!is_sampled(known) || !is_sampled(other)) {
            fftc_spirv_refuse(
                m, FFTC_INVALID_ARGUMENT,
                "set %u, binding %u is for \"%s\" and for \"%s\", which are descriptors of "
                "different kinds: give each a binding of its own",
                known->set, known->binding, known->name, other->name);
        }
        *known = known->resource == FFTC_SPIRV_SAMPLER ? *other : *known;
        known->resource = FFTC_SPIRV_IMAGE_AND_SAMPLER;
        return;
    }
    known->read_only = known->read_only && other->read_only;
    known->least_bytes =
        other->least_bytes > known->least_bytes ? other->least_bytes : known->least_bytes;
    known->element_bytes = known->element_bytes != 0 ? known->element_bytes : other->element_bytes;
}

void fftc_spirv_make_interface(fftc_spirv *m)
{
    fftc_spirv_interface *interface = &m->interface;
    fftc_spirv_binding *bindings = fftc_spirv_allocate(m, m->object_count, sizeof *bindings);
    fftc_spirv_constant *constants;
    list_inputs(m);
    for (uint32_t i = 0; i < m->object_count; ++i) {
        fftc_spirv_object *object = &m->objects[i];
        fftc_spirv_place place = fftc_spirv_pointee(object->type, object->storage);
        if (!is_used(m, object)) {
            continue;
        }
        if (object->storage == StorageWorkgroup) {
            interface->shared_bytes += object->type->bytes;
            if (interface->shared_bytes > FFTC_SPIRV_MAX_SHARED) {
                fftc_spirv_refuse(
                    m, FFTC_TOO_LARGE, "workgroup memory of %llu bytes: at most %u are possible",
                    (unsigned long long)interface->shared_bytes, FFTC_SPIRV_MAX_SHARED);
            }
        } else if (object->storage == StoragePushConstant) {
            interface->push_constant_bytes = (uint32_t)fftc_spirv_place_bytes(m, &place);
        } else {
            bool image = object->storage == StorageUniformConstant;
            fftc_spirv_binding binding =
                image ? image_binding_of(m, object) : binding_of(m, object);
            bool known = false;
            for (uint32_t k = 0; k < interface->binding_count && !known; ++k) {
                known = bindings[k].set == binding.set && bindings[k].binding == binding.binding;
                if (known) {
                    merge_views(m, &bindings[k], &binding);
                }
            }
            if (!known) {
                bindings[interface->binding_count++] = binding;
            }
        }
    }
    interface->bindings = bindings;
    constants = fftc_spirv_allocate(m, m->id_count, sizeof *constants);
    for (uint32_t i = 1; i < m->id_count; ++i) {
        if (m->ids[i].spec != FFTC_SPIRV_NONE && m->ids[i].constant != NULL &&
            m->ids[i].type->slots == 1) {
            constants[interface->constant_count++] =
                (fftc_spirv_constant){.id = m->ids[i].spec, .value = m->ids[i].constant[0]};
        }
    }
    interface->constants = constants;
}
