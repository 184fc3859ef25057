/* SPDX-License-Identifier: MIT
 *
 * Scans of one type and one operation. Parameters, of which the first two are undefined at the end:
 *
 *   KERNEL       what its names begin with
 *   JOIN(a, b)   a o b, of vectors
 *   SCALAR       the type of an item
 *   MASK         the signed integer of the same width
 *   LANES        items in a vector
 *
 * A row of 16 items is one vector or several. Its trees (fftcore/kernel/scan_association.h) are
 * made in four steps, each of which joins what 2^k items make with what the 2^k before them make.
 * The totals of 16 rows are one more row, and of those of 16 groups of rows a node is kept for
 * each bit of their number.
 */
#define NAME__(kernel, name) kernel##_##name
#define NAME_(kernel, name) NAME__(kernel, name)
#define NAME(name) NAME_(KERNEL, name)
#define VECTOR NAME(vector)
#define MASKS NAME(masks)
#define ROW NAME(row)
#define VECTORS ((int)FFTC_SCAN_ROW / LANES)

typedef SCALAR VECTOR __attribute__((vector_size(LANES * sizeof(SCALAR)), may_alias));
typedef MASK MASKS __attribute__((vector_size(LANES * sizeof(MASK)), may_alias));

/* What items make from the last head on, and whether there was one: all bits of `headed` are 1. */
typedef struct ROW {
    VECTOR value[VECTORS];
    MASKS headed[VECTORS];
} ROW;

FORCE VECTOR NAME(select)(MASKS mask, VECTOR yes, VECTOR no)
{
    return (VECTOR)((mask & (MASKS)yes) | (~mask & (MASKS)no));
}

FORCE VECTOR NAME(fill)(SCALAR x)
{
    return (VECTOR){LIST(FILL)(x)};
}

/* One step within vectors; `cut`: there are segments. */
#define STEP(k)                                                                                 \
    for (int i = 0; i < VECTORS; ++i) {                                                         \
        VECTOR old = x->value[i];                                                               \
        VECTOR joined = JOIN(__builtin_shufflevector(old, old, LIST(RISE##k)), old);            \
        joined = __builtin_shufflevector(old, joined, LIST(BLEND##k));                          \
        x->value[i] = cut ? NAME(select)(x->headed[i], old, joined) : joined;                   \
        if (cut) {                                                                              \
            x->headed[i] |= __builtin_shufflevector(x->headed[i], x->headed[i], LIST(RISE##k)); \
        }                                                                                       \
    }

/* Replaces each item of a row by the tree that ends with it. */
FORCE void NAME(rise)(ROW *x, bool cut)
{
    STEP(0)
#if LANES > 2
    STEP(1)
#endif
#if LANES > 4
    STEP(2)
#endif
#if LANES > 8
    STEP(3)
#endif
    for (int half = 1; half < VECTORS; half *= 2) {
        for (int i = half; i < VECTORS; i = (i + 1) | half) {
            int from = (i & ~(half - 1)) - 1;
            VECTOR last = __builtin_shufflevector(x->value[from], x->value[from], LIST(LAST));
            VECTOR joined = JOIN(last, x->value[i]);
            x->value[i] = cut ? NAME(select)(x->headed[i], x->value[i], joined) : joined;
            if (cut) {
                x->headed[i] |=
                    __builtin_shufflevector(x->headed[from], x->headed[from], LIST(LAST));
            }
        }
    }
}
#undef STEP

/* value o each item of the row. */
FORCE void NAME(prepend)(SCALAR value, MASK headed, ROW *x, bool cut)
{
    for (int i = 0; i < VECTORS; ++i) {
        VECTOR joined = JOIN(NAME(fill)(value), x->value[i]);
        x->value[i] = cut ? NAME(select)(x->headed[i], x->value[i], joined) : joined;
        x->headed[i] |= headed;
    }
}

/* Each item is replaced by the one before it, the first by the identity. */
FORCE void NAME(shift)(ROW *x, SCALAR identity, bool cut)
{
    VECTOR before = NAME(fill)(identity);
    MASKS headed = {0};
    for (int i = 0; i < VECTORS; ++i) {
        VECTOR own = x->value[i];
        MASKS own_headed = x->headed[i];
        x->value[i] = __builtin_shufflevector(before, own, LIST(SHIFT));
        if (cut) {
            x->headed[i] = __builtin_shufflevector(headed, own_headed, LIST(SHIFT));
        }
        before = own;
        headed = own_headed;
    }
}

FORCE ROW NAME(load)(const SCALAR *src)
{
    ROW x;
    for (int i = 0; i < VECTORS; ++i) {
        __builtin_memcpy(&x.value[i], src + i * LANES, sizeof(VECTOR));
        x.headed[i] = (MASKS){0};
    }
    return x;
}

/* The heads of a row, from 16 bits. */
FORCE MASKS NAME(heads)(uint32_t bits, int vector)
{
    MASKS number = (MASKS){LIST(NUMBERS)} + (MASK)(vector * LANES);
    return -(((MASKS){0} + (MASK)bits) >> number & (MASK)1);
}

FORCE SCALAR NAME(last)(const ROW *x)
{
    return x->value[VECTORS - 1][LANES - 1];
}

FORCE SCALAR NAME(join_scalars)(SCALAR earlier, SCALAR later)
{
    VECTOR joined = JOIN(NAME(fill)(earlier), NAME(fill)(later));
    return joined[0];
}

/* The groups of a block that are done: node k is the total of 2^k of them, where bit k of their
 * number is set. */
typedef struct NAME(nodes) {
    SCALAR value[5];
    MASK headed[5];
} NAME(nodes);

FORCE void NAME(push)(NAME(nodes) * nodes, uint32_t number, SCALAR value, MASK headed)
{
    uint32_t k = 0;
    for (; (number >> k & 1) != 0; ++k) {
        value = headed != 0 ? value : NAME(join_scalars)(nodes->value[k], value);
        headed |= nodes->headed[k];
    }
    nodes->value[k] = value;
    nodes->headed[k] = headed;
}

/* The tree of the first `number` groups' totals, joined with what is before them: *headed says
 * whether a segment begins among the groups. */
FORCE SCALAR NAME(prepend_nodes)(const NAME(nodes) * nodes, uint32_t number, SCALAR before,
                                 SCALAR identity, MASK *headed)
{
    SCALAR value = identity;
    *headed = 0;
    for (uint32_t k = 0; k < 5; ++k) {
        if ((number >> k & 1) != 0) {
            value = *headed != 0 ? value : NAME(join_scalars)(nodes->value[k], value);
            *headed |= nodes->headed[k];
        }
    }
    return *headed != 0 ? value : NAME(join_scalars)(before, value);
}

FORCE void NAME(store)(SCALAR *dst, const ROW *x, bool nontemporal)
{
    for (int i = 0; i < VECTORS; ++i) {
        if (nontemporal) {
            fftc_store_nontemporal(dst + i * LANES, (fftc_real)x->value[i]);
        } else {
            __builtin_memcpy(dst + i * LANES, &x->value[i], sizeof(VECTOR));
        }
    }
}

/* Makes the trees of a group's rows; *totals receives theirs. */
FORCE void NAME(group)(const SCALAR *src, const uint32_t *heads, ROW *rows, ROW *totals, bool cut)
{
    SCALAR value[FFTC_SCAN_ROW];
    MASK headed[FFTC_SCAN_ROW];
    for (int r = 0; r < (int)FFTC_SCAN_ROW; ++r) {
        ROW x = NAME(load)(src + r * (int)FFTC_SCAN_ROW);
        for (int i = 0; cut && i < VECTORS; ++i) {
            x.headed[i] = NAME(heads)(heads[r / 2] >> r % 2 * 16 & 0xffff, i);
        }
        NAME(rise)(&x, cut);
        rows[r] = x;
        value[r] = NAME(last)(&x);
        headed[r] = cut ? x.headed[VECTORS - 1][LANES - 1] : 0;
    }
    *totals = NAME(load)(value);
    for (int i = 0; cut && i < VECTORS; ++i) {
        __builtin_memcpy(&totals->headed[i], headed + i * LANES, sizeof(MASKS));
    }
    NAME(rise)(totals, cut);
}

/* Stores a group, given what all items before each of its rows make. */
FORCE void NAME(finish)(ROW *rows, const ROW *before, const uint32_t *heads, SCALAR *dst,
                        const fftc_scan_block *block, bool nontemporal, bool cut)
{
    SCALAR value[FFTC_SCAN_ROW];
    SCALAR identity;
    SCALAR shown;
    __builtin_memcpy(value, before->value, sizeof value);
    __builtin_memcpy(&identity, block->request->identity, sizeof identity);
    __builtin_memcpy(&shown, block->request->shown, sizeof shown);
    for (int r = 0; r < (int)FFTC_SCAN_ROW; ++r) {
        ROW x = rows[r];
        if (block->exclusive) {
            NAME(shift)(&x, identity, cut);
        }
        NAME(prepend)(value[r], 0, &x, cut);
        for (int i = 0; cut && block->exclusive && i < VECTORS; ++i) {
            MASKS head = NAME(heads)(heads[r / 2] >> r % 2 * 16 & 0xffff, i);
            x.value[i] = NAME(select)(head, NAME(fill)(shown), x.value[i]);
        }
        NAME(store)(dst + r * (int)FFTC_SCAN_ROW, &x, nontemporal);
    }
}

/* A group of which some items may not be there: identities take their places. */
typedef struct NAME(padded) {
    SCALAR item[FFTC_SCAN_GROUP];
    uint32_t heads[FFTC_SCAN_GROUP / 32];
} NAME(padded);

static void NAME(pad)(const SCALAR *src, const uint32_t *heads, size_t items, SCALAR identity,
                      NAME(padded) * padded)
{
    for (size_t i = 0; i < FFTC_SCAN_GROUP; ++i) {
        padded->item[i] = i < items ? src[i] : identity;
    }
    for (size_t i = 0; i < FFTC_SCAN_GROUP / 32; ++i) {
        size_t left = i * 32 < items ? items - i * 32 : 0;
        uint32_t used = left >= 32 ? ~0u : (1u << left) - 1u;
        padded->heads[i] = heads != NULL && left != 0 ? heads[i] & used : 0;
    }
}

FORCE void NAME(block)(const fftc_scan_block *block, const fftc_scan_total *before,
                       fftc_scan_total *total, bool wanted, bool cut)
{
    NAME(nodes) nodes = {{0}, {0}};
    NAME(padded) padded;
    SCALAR first;
    SCALAR identity;
    __builtin_memcpy(&first, before->value, sizeof first);
    __builtin_memcpy(&identity, block->request->identity, sizeof identity);
    uint32_t groups = 0;
    for (size_t done = 0; done < block->items; done += FFTC_SCAN_GROUP, ++groups) {
        bool whole = block->items - done >= FFTC_SCAN_GROUP;
        const SCALAR *src = (const SCALAR *)block->src + done;
        const uint32_t *heads = cut ? block->heads + done / 32 : NULL;
        ROW rows[FFTC_SCAN_ROW];
        ROW totals;
        if (!whole) {
            NAME(pad)(src, heads, block->items - done, identity, &padded);
            src = padded.item;
            heads = padded.heads;
        }
        NAME(group)(src, heads, rows, &totals, cut);
        if (wanted) {
            ROW row_before = totals;
            NAME(shift)(&row_before, identity, cut);
            MASK headed;
            SCALAR group_before = NAME(prepend_nodes)(&nodes, groups, first, identity, &headed);
            NAME(prepend)(group_before, headed, &row_before, cut);
            SCALAR *dst = (SCALAR *)block->dst + done;
            NAME(finish)
            (rows, &row_before, heads, whole ? dst : padded.item, block,
             whole && block->nontemporal, cut);
            if (!whole) {
                __builtin_memcpy(dst, padded.item, (block->items - done) * sizeof(SCALAR));
            }
        }
        NAME(push)
        (&nodes, groups, NAME(last)(&totals), cut ? totals.headed[VECTORS - 1][LANES - 1] : 0);
    }
    MASK headed;
    SCALAR value = NAME(prepend_nodes)(&nodes, groups, identity, identity, &headed);
    __builtin_memcpy(total->value, &value, sizeof value);
    total->headed = cut && headed != 0;
}

static void NAME(scan)(const fftc_scan_block *block, const fftc_scan_total *before,
                       fftc_scan_total *total)
{
    if (block->heads != NULL) {
        NAME(block)(block, before, total, block->dst != NULL, true);
    } else if (block->dst != NULL) {
        NAME(block)(block, before, total, true, false);
    } else {
        NAME(block)(block, before, total, false, false);
    }
    if (block->nontemporal) {
        fftc_settle();
    }
}

static void NAME(join)(const fftc_scan_request *request, fftc_scan_total *before,
                       const fftc_scan_total *total)
{
    SCALAR earlier;
    SCALAR later;
    (void)request;
    __builtin_memcpy(&earlier, before->value, sizeof earlier);
    __builtin_memcpy(&later, total->value, sizeof later);
    later = total->headed ? later : NAME(join_scalars)(earlier, later);
    __builtin_memcpy(before->value, &later, sizeof later);
    before->headed = before->headed || total->headed;
}

#undef NAME__
#undef NAME_
#undef NAME
#undef VECTOR
#undef MASKS
#undef ROW
#undef VECTORS
#undef KERNEL
#undef JOIN
