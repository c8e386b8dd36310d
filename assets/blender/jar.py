"""The screw-lid glass jar: body, contents, label and lid, sized by one specification."""

import math

from mathutils import noise, Vector

import materials
from shapes import fillet, group, lathe, sheet, wrap_label

WALL = 0.26
FLOOR = 0.42

# Centimetres. `label` is the bottom edge and height; its width comes with the product.
SIZES = {
    'jar': {'radius': 2.75, 'shoulder': 4.35, 'neck': 2.3, 'rim': 5.25, 'lid': (2.62, 1.45), 'label': (0.55, 3.35)},
    'travel-jar': {'radius': 3.45, 'shoulder': 2.5, 'neck': 3.05, 'rim': 3.2, 'lid': (3.32, 1.15), 'label': (0.42, 1.8)},
}


def glass_body(size, material):
    radius, shoulder, neck, rim = (size[k] for k in ('radius', 'shoulder', 'neck', 'rim'))
    outer = fillet([(0, 0.10), (radius - 0.75, 0.10, 0.1), (radius - 0.6, 0, 0.1), (radius, 0, 0.42),
                    (radius, shoulder, 0.5), (neck, shoulder + 0.12, 0.12), (neck, rim, 0.09),
                    (neck - WALL, rim, 0.09), (neck - WALL, shoulder + 0.05, 0.25),
                    (radius - WALL, shoulder - 0.32, 0.4), (radius - WALL, FLOOR, 0.5), (0, FLOOR)])
    return lathe('glass', outer, material, 192)


def resin_fill(size, material, wetted, level, lively):
    """The contents, a hair wider than the bore so that they wet the glass; the top keeps its swirl."""
    reach = size['radius'] - WALL + 0.012

    side = fillet([(0, FLOOR - 0.01), (reach, FLOOR - 0.01, 0.5), (reach, level)])
    body = lathe('contents', side, wetted, 128)

    def top(u, v):
        r, angle = reach * v, math.tau * u
        x, y = r * math.cos(angle), r * math.sin(angle)
        twist = angle * 1.0 + 5.2 * v
        calm = max(0, 1 - v) ** 0.7 * min(1, v * 5)
        z = 0.16 * math.sin(twist * 2) * calm + 0.22 * math.exp(-((v / 0.28) ** 2))
        z += 0.10 * noise.noise(Vector((x * 0.7, y * 0.7, 3)))
        z = z * lively * (1 - v**6) + 0.10 * v**14
        return (x, y, level + z)

    return [body, sheet('surface', 128, 64, top, material)]


def screw_lid(lid_size, laser=None, name='lid'):
    radius, height = lid_size
    material = materials.lid(laser, radius * 2)

    def knurl(angle, z, r):
        if r < radius - 0.02 or not 0.14 < z < height - 0.22:
            return r
        return r - 0.035 * (0.5 + 0.5 * math.cos(angle * 110)) ** 1.5

    profile = fillet([(0, height - 0.03), (radius - 0.30, height - 0.03, 0.05), (radius - 0.24, height, 0.04),
                      (radius, height, 0.14), (radius, height - 0.21, 0.01), (radius, height - 0.24),
                      (radius, height * 0.5), (radius, 0.16), (radius, 0.12), (radius, 0, 0.05),
                      (radius - 0.12, 0, 0.05), (radius - 0.12, height - 0.2, 0.05), (0, height - 0.2)])
    return lathe(name, list(reversed(profile)), material, 880, knurl, 30)


def build(product, prints, lid_on=True, level=None, lively=1.0):
    size = SIZES[product['container']]
    coated = product['glass'] == 'coated'
    body = glass_body(size, materials.matte_black_glass() if coated else materials.glass(product['glass']))
    parts = [body]
    if product.get('contents') == 'honey':
        filling = wetted = materials.honey()
    else:
        filling, wetted = materials.resin(), materials.resin_behind_glass()
    level = level if level is not None else size['shoulder'] - 0.55
    parts += resin_fill(size, filling, wetted, level, lively)
    bottom, height = size['label']
    height = product['label'].get('height', height)
    bottom = product['label'].get('bottom', bottom)
    parts.append(wrap_label('label', size['radius'] + 0.012, bottom, height, product['label']['width'],
                            materials.paper(prints['label'], prints['foil'])))
    if lid_on:
        lid = screw_lid(size['lid'], prints['lid'])
        lid.location.z = size['rim'] + 0.02 - (size['lid'][1] - 0.2)
        parts.append(lid)
    return group(product['slug'], parts)


def lid_rest(product):
    return SIZES[product['container']]['lid']
