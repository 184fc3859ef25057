/* SPDX-License-Identifier: MIT */
#include "gpu/compile.h"

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#include <glslang/build_info.h>
#include <pthread.h>
/* SPIRV-Tools 2023.1 defines a constant in its header; in C that is an exported symbol. */
#define kDefaultMaxIdBound fftc_spirv_tools_max_id_bound
#include <spirv-tools/libspirv.h>
#undef kDefaultMaxIdBound
#include <stdlib.h>
#include <string.h>

#include "gpu/digest.h"
#include "support/error.h"

/* The library's only state outside a context. It belongs to glslang, whose set-up is per process
 * and must not run twice at once. */
static pthread_mutex_t compiler_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned compiler_users;

uint64_t fftc_compiler_id(void)
{
    const int glslang[3] = {GLSLANG_VERSION_MAJOR, GLSLANG_VERSION_MINOR, GLSLANG_VERSION_PATCH};
    const char *tools = spvSoftwareVersionDetailsString();
    fftc_digester d;
    uint64_t id = 1;
    fftc_digest_begin(&d);
    fftc_digest_add(&d, glslang, sizeof glslang);
    fftc_digest_add(&d, tools, strlen(tools));
    fftc_digest digest = fftc_digest_end(&d);
    for (int i = 0; i < 7; ++i) {
        id = id << 8 | digest.byte[i];
    }
    return id;
}

fftc_status fftc_compiler_acquire(fftc_error *error)
{
    pthread_mutex_lock(&compiler_lock);
    bool ready = compiler_users != 0 || glslang_initialize_process() != 0;
    compiler_users += ready;
    pthread_mutex_unlock(&compiler_lock);
    return ready ? FFTC_SUCCESS
                 : fftc_fail(error, FFTC_COMPILE_FAILED, "glslang could not be initialised");
}

void fftc_compiler_release(void)
{
    pthread_mutex_lock(&compiler_lock);
    if (--compiler_users == 0) {
        glslang_finalize_process();
    }
    pthread_mutex_unlock(&compiler_lock);
}

static fftc_status fail_with_log(fftc_error *error, const char *step, const char *log)
{
    return fftc_fail(error, FFTC_COMPILE_FAILED, "glslang, %s: %.400s", step,
                     log != NULL ? log : "no message");
}

static fftc_status take_spirv(glslang_program_t *program, uint32_t **words, size_t *word_count,
                              fftc_error *error)
{
    /* Does what glslang_program_SPIRV_generate does, except for its validation (glslang 12), which
     * takes longer than parsing and whose message nobody reads. Those who want validation call
     * fftc_spirv_validate. */
    glslang_spv_options_t options = {.disable_optimizer = true};
    glslang_program_SPIRV_generate_with_options(program, GLSLANG_STAGE_COMPUTE, &options);
    size_t count = glslang_program_SPIRV_get_size(program);
    if (count == 0) {
        return fail_with_log(error, "SPIR-V", glslang_program_SPIRV_get_messages(program));
    }
    *words = malloc(count * sizeof **words);
    if (*words == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %zu words of SPIR-V", count);
    }
    glslang_program_SPIRV_get(program, *words);
    *word_count = count;
    return FFTC_SUCCESS;
}

static fftc_status link_shader(glslang_shader_t *shader, const glslang_input_t *source,
                               uint32_t **words, size_t *word_count, fftc_error *error)
{
    if (glslang_shader_preprocess(shader, source) == 0) {
        return fail_with_log(error, "preprocessing", glslang_shader_get_info_log(shader));
    }
    if (glslang_shader_parse(shader, source) == 0) {
        return fail_with_log(error, "parsing", glslang_shader_get_info_log(shader));
    }
    glslang_program_t *program = glslang_program_create();
    if (program == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the compiler");
    }
    glslang_program_add_shader(program, shader);
    fftc_status status =
        glslang_program_link(program, (int)source->messages) == 0
            ? fail_with_log(error, "linking", glslang_program_get_info_log(program))
            : take_spirv(program, words, word_count, error);
    glslang_program_delete(program);
    return status;
}

fftc_status fftc_compile(const char *glsl, uint32_t **words, size_t *word_count, fftc_error *error)
{
    fftc_status status = fftc_compiler_acquire(error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    /* glslang's default limit is 1024; what a device really takes is checked by the caller. */
    glslang_resource_t resource = *glslang_default_resource();
    resource.max_compute_work_group_size_x = 1 << 12;
    const glslang_input_t source = {
        .language = GLSLANG_SOURCE_GLSL,
        .stage = GLSLANG_STAGE_COMPUTE,
        .client = GLSLANG_CLIENT_VULKAN,
        .client_version = GLSLANG_TARGET_VULKAN_1_1,
        .target_language = GLSLANG_TARGET_SPV,
        .target_language_version = GLSLANG_TARGET_SPV_1_3,
        .code = glsl,
        .default_version = 450,
        .default_profile = GLSLANG_NO_PROFILE,
        .messages = (glslang_messages_t)(GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT),
        .resource = &resource,
    };
    glslang_shader_t *shader = glslang_shader_create(&source);
    status = shader == NULL ? fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the compiler")
                            : link_shader(shader, &source, words, word_count, error);
    if (shader != NULL) {
        glslang_shader_delete(shader);
    }
    fftc_compiler_release();
    return status;
}

fftc_status fftc_spirv_validate(const uint32_t *words, size_t word_count, fftc_error *error)
{
    spv_context tools = spvContextCreate(SPV_ENV_VULKAN_1_1);
    if (tools == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for SPIRV-Tools");
    }
    spv_diagnostic diagnostic = NULL;
    spv_const_binary_t binary = {words, word_count};
    spv_result_t result = spvValidate(tools, &binary, &diagnostic);
    fftc_status status = FFTC_SUCCESS;
    if (result != SPV_SUCCESS) {
        status = fftc_fail(error, FFTC_COMPILE_FAILED, "spirv-val: %.400s",
                           diagnostic != NULL ? diagnostic->error : "no message");
    }
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(tools);
    return status;
}
