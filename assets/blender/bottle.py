"""The 30 ml dropper bottle: amber glass, tincture, collar with the batch number, rubber bulb, pipette."""

import math

from mathutils import Vector

import materials
from shapes import fillet, group, lathe, wrap_label

RADIUS = 1.68
SHOULDER = 5.6
NECK = 0.86
RIM = 7.35
WALL = 0.2
COLLAR = (1.12, 1.35)
LABEL = (0.7, 4.35)
LEVEL = 5.2


def glass_body(material):
    profile = fillet([(0, 0.12), (RADIUS - 0.6, 0.12, 0.1), (RADIUS - 0.4, 0, 0.08), (RADIUS, 0, 0.3),
                      (RADIUS, SHOULDER, 0.75), (NECK, SHOULDER + 0.75, 0.4), (NECK, RIM, 0.06),
                      (NECK - 0.2, RIM, 0.06), (NECK - 0.2, SHOULDER + 0.7, 0.4),
                      (RADIUS - WALL, SHOULDER - 0.1, 0.7), (RADIUS - WALL, 0.34, 0.35), (0, 0.34)])
    return lathe('glass', profile, material, 160)


def tincture(material):
    reach = RADIUS - WALL + 0.01
    return lathe('tincture', fillet([(0, 0.33), (reach, 0.33, 0.35), (reach, LEVEL + 0.08, 0.02),
                                     (reach - 0.12, LEVEL, 0.1), (0, LEVEL)]), material, 128)


def dropper(laser=None, filling=None):
    """Collar, bulb and pipette, standing on the collar's lower edge at z 0, the pipette below it."""
    radius, height = COLLAR

    def knurl(angle, z, r):
        ribbed = r > radius - 0.05 and 0.08 < z < height - 0.62
        return r - 0.03 * (0.5 + 0.5 * math.cos(angle * 60)) if ribbed else r

    collar = lathe('collar', list(reversed(fillet([
        (0.5, height), (radius - 0.25, height, 0.02), (radius, height, 0.1), (radius, height - 0.6, 0.01),
        (radius, height - 0.63), (radius, height * 0.35), (radius, 0.09), (radius, 0.07), (radius, 0, 0.04),
        (radius - 0.1, 0, 0.04), (radius - 0.1, height - 0.2), (0.3, height - 0.2)]))),
        materials.lid(), 480, knurl, 30)
    parts = [collar]
    if laser:
        plate = wrap_label('laser', radius + 0.004, height - 0.55, 0.42, 2.52, materials.laser_band(laser))
        parts.append(plate)
    parts.append(lathe('bulb', fillet([(0.72, height - 0.02), (0.72, height + 0.18, 0.05), (0.56, height + 0.25, 0.08),
                                       (0.60, height + 0.9, 0.5), (0.60, height + 1.7, 0.4),
                                       (0.42, height + 2.35, 0.35), (0, height + 2.35)]), materials.rubber(), 96))
    tip = -5.4
    parts.append(lathe('pipette', fillet([(0.36, height - 0.3), (0.36, tip + 1.3, 0.4), (0.15, tip + 0.7, 0.4), (0.15, tip, 0.04),
                                          (0.08, tip, 0.04), (0.08, tip + 0.7, 0.4), (0.28, tip + 1.35, 0.4),
                                          (0.28, height - 0.3)]), materials.glass('clear'), 64))
    if filling:
        parts.append(lathe('column', fillet([(0, tip + 0.02), (0.082, tip + 0.02), (0.082, tip + 0.72, 0.4), (0.284, tip + 1.37, 0.4),
                                             (0.284, -1.6, 0.02), (0, -1.65)]), filling, 48))
    return group('dropper', parts)


def build(product, prints, lid_on=True, **_):
    parts = [glass_body(materials.glass(product['glass'])), tincture(materials.resin_behind_glass()),
             wrap_label('label', RADIUS + 0.01, LABEL[0], LABEL[1], product['label']['width'],
                        materials.paper(prints['label'], prints['foil']))]
    if lid_on:
        cap = dropper(prints['lid'])
        cap.location.z = RIM - COLLAR[1] + 0.25
        parts.append(cap)
    return group(product['slug'], parts)
