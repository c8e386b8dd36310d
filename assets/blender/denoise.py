"""Removes the grain that is left after rendering.

Debian's Blender brings no denoiser. This is the dual-buffer non-local means filter of Rousselle, Knaus and
Zwicker ("Adaptive Rendering with Non-Local Means Filtering", 2012): the picture is rendered twice with half the
samples, each half is filtered with weights found in the other, and the difference of the halves tells how noisy
each pixel is. Light is filtered apart from surface colour, so that the print on a label stays as sharp as it was.
"""

import numpy as np

REACH = 7
PATCH = 2
STRENGTH = 0.62


def box(field, radius):
    """Mean over a square window, edges repeated."""
    for axis in (0, 1):
        pad = [(0, 0)] * field.ndim
        pad[axis] = (radius, radius)
        padded = np.pad(field, pad, mode='edge')
        length = field.shape[axis]
        slices = [slice(None)] * field.ndim
        total = None
        for start in range(2 * radius + 1):
            slices[axis] = slice(start, start + length)
            part = padded[tuple(slices)]
            total = part.copy() if total is None else np.add(total, part, out=total)
        field = total / np.float32(2 * radius + 1)
    return field


def overlap(shift, length):
    return slice(max(0, -shift), length - max(0, shift)), slice(max(0, shift), length + min(0, shift))


def cross_filter(halves, guide, reach):
    """Filters each half with weights from the other; `guide` stops the filter at edges it can see."""
    variance = box((halves[0] - halves[1]) ** 2 / 2, 3) + 1e-7
    height, width = variance.shape[:2]
    sums = [half.copy() for half in halves]
    weights = [np.ones((height, width, 1), np.float32) for _ in halves]
    for dy in range(0, reach + 1):
        for dx in range(-reach if dy else 1, reach + 1):
            (here_y, there_y), (here_x, there_x) = overlap(dy, height), overlap(dx, width)
            here, there = (here_y, here_x), (there_y, there_x)
            noise = variance[here] + variance[there]
            sureness = 1 / (1e-6 + STRENGTH**2 * noise)
            unlike = 0 if guide is None else ((guide[here] - guide[there]) ** 2).sum(axis=2) * 2
            for index, half in enumerate(halves):
                gap = ((half[here] - half[there]) ** 2 - noise) * sureness
                gap = box((gap[..., 0] + gap[..., 1] + gap[..., 2]) / 3, PATCH)
                weight = np.exp(-np.maximum(gap, 0) - unlike)[..., None]
                other = 1 - index
                sums[other][here] += weight * halves[other][there]
                sums[other][there] += weight * halves[other][here]
                weights[other][here] += weight
                weights[other][there] += weight
    return sum(total / weight for total, weight in zip(sums, weights)) / 2


def denoise(halves):
    """Two halves, each with linear arrays (height, width, 3) 'Image', 'Albedo', 'Normal'; returns the clean picture."""
    albedo = cross_filter([half['Albedo'] for half in halves], None, 4)
    normal = cross_filter([half['Normal'] for half in halves], None, 2)
    surface = np.maximum(albedo, 0.04)
    light = [np.log1p(half['Image'] / surface) for half in halves]
    guide = np.concatenate([albedo * 5, normal * 2.2], axis=2)
    return np.expm1(cross_filter(light, guide, REACH)) * surface
