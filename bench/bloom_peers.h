/* SPDX-License-Identifier: MIT
 *
 * What bench/bloom_device.c holds a bloom against, on images of halves: a convolution in space
 * (bloom_direct.comp) and a blur by running sums (bloom_prefix.comp).
 */
#ifndef FFTC_BENCH_BLOOM_PEERS_H
#define FFTC_BENCH_BLOOM_PEERS_H

#include "gpu.h"

/* R16G16B16A16_SFLOAT, in VK_IMAGE_LAYOUT_GENERAL after its first use. */
typedef struct bloom_image {
    uint32_t width, height;
    VkImage handle;
    VkDeviceMemory memory;
    VkImageView view;
} bloom_image;

VkResult bloom_image_create(gpu_queue *queue, uint32_t width, uint32_t height, bloom_image *image);
void bloom_image_destroy(const gpu_queue *queue, bloom_image *image);
/* Between a host buffer and an image, and -1 everywhere. They submit. */
VkResult bloom_image_write(gpu_queue *queue, const gpu_buffer *from, const bloom_image *to);
VkResult bloom_image_read(gpu_queue *queue, const bloom_image *from, const gpu_buffer *to);
VkResult bloom_image_spoil(gpu_queue *queue, const bloom_image *image);

/* A shader with an image to read, one to write, and a buffer. */
typedef struct bloom_peer {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set[2]; /* of both dispatches of a blur */
} bloom_peer;

typedef enum bloom_peer_kind { BLOOM_DIRECT = 0, BLOOM_PREFIX } bloom_peer_kind;

/* `subgroup_size` is the device's. */
VkResult bloom_peer_create(const gpu_queue *queue, bloom_peer_kind kind, uint32_t subgroup_size,
                           bloom_peer *peer);
void bloom_peer_destroy(const gpu_queue *queue, bloom_peer *peer);
void bloom_peer_bind(const gpu_queue *queue, const bloom_peer *peer, int set,
                     const bloom_image *src, const bloom_image *dst, const gpu_buffer *taps);

/* Records a frame: by set 0, with taps that are mirrored already; or by set 0 and set 1, three
 * means of 2 radius + 1 pixels along each axis. */
void bloom_peer_convolve(const bloom_peer *peer, VkCommandBuffer commands, const bloom_image *src,
                         uint32_t kernel);
void bloom_peer_blur(const bloom_peer *peer, const gpu_queue *queue, VkCommandBuffer commands,
                     const bloom_image *src, uint32_t radius);

#endif
