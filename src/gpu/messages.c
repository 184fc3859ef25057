/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "gpu/internal.h"

#define MESSAGES_KEPT_MAX 256u

void fftc_messages_init(fftc_messages *messages, const fftc_vulkan_options *options)
{
    *messages = (fftc_messages){.forward = options->message, .user = options->user};
    pthread_mutex_init(&messages->lock, NULL);
}

void fftc_messages_free(fftc_messages *messages)
{
    for (uint32_t i = 0; i < messages->kept; ++i) {
        free(messages->text[i]);
    }
    free(messages->text);
    pthread_mutex_destroy(&messages->lock);
}

/* Every message counts, even when there is no memory to keep its text. */
static void keep(fftc_messages *messages, const char *text)
{
    ++messages->count;
    if (messages->kept == MESSAGES_KEPT_MAX || messages->kept + 1 != messages->count) {
        return;
    }
    if (messages->kept == messages->capacity) {
        uint32_t capacity = messages->capacity == 0 ? 8 : 2 * messages->capacity;
        char **larger = realloc(messages->text, capacity * sizeof *larger);
        if (larger == NULL) {
            return;
        }
        messages->text = larger;
        messages->capacity = capacity;
    }
    char *copy = strdup(text);
    if (copy != NULL) {
        messages->text[messages->kept++] = copy;
    }
}

static VKAPI_ATTR VkBool32 VKAPI_CALL receive(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                              VkDebugUtilsMessageTypeFlagsEXT types,
                                              const VkDebugUtilsMessengerCallbackDataEXT *data,
                                              void *user)
{
    fftc_messages *messages = user;
    const char *text = data->pMessage != NULL ? data->pMessage : "(a message without text)";
    (void)severity;
    (void)types;
    pthread_mutex_lock(&messages->lock);
    keep(messages, text);
    pthread_mutex_unlock(&messages->lock);
    if (messages->forward != NULL) {
        messages->forward(messages->user, text);
    }
    return VK_FALSE;
}

/* Messages of the general type are left out: the loader uses it to report drivers that have no
 * device here. */
VkDebugUtilsMessengerCreateInfoEXT fftc_messages_create_info(fftc_messages *messages)
{
    return (VkDebugUtilsMessengerCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                       VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
        .pfnUserCallback = receive,
        .pUserData = messages,
    };
}

uint32_t fftc_vulkan_message_count(fftc_vulkan *context)
{
    if (context == NULL) {
        return 0;
    }
    pthread_mutex_lock(&context->messages.lock);
    uint32_t count = context->messages.count;
    pthread_mutex_unlock(&context->messages.lock);
    return count;
}

const char *fftc_vulkan_message(fftc_vulkan *context, uint32_t index)
{
    if (context == NULL) {
        return NULL;
    }
    pthread_mutex_lock(&context->messages.lock);
    const char *text = index < context->messages.kept ? context->messages.text[index] : NULL;
    pthread_mutex_unlock(&context->messages.lock);
    return text;
}
