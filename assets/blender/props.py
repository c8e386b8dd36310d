"""Things that stand beside a product. Each builder returns one object, made about its resting point."""

import math
import random

from mathutils import Matrix, Vector, noise

import bottle
import jar
import materials
from shapes import add_mesh, curve_points, fillet, group, lathe, pebble, sheet, slab, tube


def spoon(context, material=None, laden=True, length=11.5):
    """A small tasting spoon along +x, the bowl at the origin, lying with the bowl's belly on the table."""
    half, wide = 1.55, 1.02

    def place(u, v):
        across = u * 2 - 1
        x = -half + v * (length + half)
        if x < half:
            t = x / half
            width = wide * math.sqrt(max(0.0, 1 - t * t)) * (1 - 0.12 * t)
            width = max(width, 0.17 if x > 0 else 0.02)
            bowl = max(0.0, 1 - t * t)
            z = 0.62 - 0.55 * bowl * (1 - across * across * 0.92)
        else:
            t = (x - half) / (length - half)
            width = 0.17 + 0.19 * t**2.2 if t < 0.97 else 0.36 * math.sqrt(max(0, 1 - ((t - 0.97) / 0.03) ** 2))
            z = 0.62 + 0.95 * math.sin(t * 2.5) * 0.62 + 0.04 * (1 - across * across)
        return (x, across * width, z)

    body = sheet('spoon', 20, 160, place, material or materials.brass())
    thick = body.modifiers.new('metal', 'SOLIDIFY')
    thick.thickness = 0.09
    body.modifiers.new('smooth', 'SUBSURF').render_levels = 1
    parts = [body]
    if laden:
        def dollop(u, v):
            r, angle = v, math.tau * u
            x, y = r * math.cos(angle) * 1.15, r * math.sin(angle) * 0.74
            lump = 0.36 * (1 - v**2.4) * (1 + 0.35 * noise.noise(Vector((x * 1.6, y * 1.6, 1))))
            return (x - 0.1, y, 0.36 + lump - 0.05 * v)

        parts.append(sheet('dollop', 64, 24, dollop, materials.resin()))
    return group('spoon', parts)


def leaning_lid(context, tilt=66, rest=2.3):
    """The lid on edge, facing the camera, its back against a travertine block of height `rest`."""
    radius, height = jar.lid_rest(context.product)
    lid = jar.screw_lid((radius, height), context.prints['lid'], 'loose lid')
    lean = math.radians(tilt)
    lid.rotation_euler = (lean, 0, 0)
    lid.location.z = radius * math.sin(lean)
    block = slab('block', (radius * 2.1, 2.0, rest), 0.07, materials.travertine())
    block.location = (0.5, -radius * math.cos(lean) + rest / math.tan(lean) + 1.0, rest / 2)
    block.rotation_euler.z = 0
    return group('loose lid', [lid, block])


def teacup(context):
    cup = lathe('cup', fillet([(0, 0.35), (1.9, 0.35, 0.1), (2.0, 0, 0.08), (2.35, 0, 0.1), (2.5, 0.5, 0.3),
                               (3.9, 2.8, 2.0), (4.15, 6.2, 0.3), (4.1, 6.3, 0.05), (3.95, 6.25, 0.08),
                               (3.65, 2.9, 2.0), (2.2, 0.75, 0.6), (0, 0.7)]), materials.stoneware(), 160)
    drink = lathe('tea', [(0, 5.1), (3.84, 5.1), (3.9, 5.15)], materials.tea(), 128)
    path = curve_points([(3.9, 0, 5.3), (5.2, 0, 5.6), (6.1, 0, 4.6), (5.8, 0, 3.1), (4.8, 0, 2.2), (3.7, 0, 2.1)], 60)
    handle = tube('handle', path, [0.42 - 0.08 * math.sin(math.pi * i / 59) for i in range(60)], materials.stoneware(), 24)
    saucer = lathe('saucer', fillet([(0, 0.15), (2.6, 0.1, 0.1), (2.8, 0, 0.08), (3.1, 0, 0.1), (5.4, 0.75, 1.0), (6.8, 1.15, 0.1),
                                     (6.75, 1.28, 0.06), (5.3, 0.95, 1.0), (3.0, 0.42, 0.3), (0, 0.4)]),
                   materials.stoneware(), 160)
    for part in (cup, drink, handle):
        part.location.z = 0.38
    return group('teacup', [cup, drink, handle, saucer])


def dipper(context):
    """A honey dipper along +x, its head at the origin."""
    rings = []
    for index in range(8):
        x = -1.35 + index * 0.37
        bulge = 0.95 * math.sqrt(max(0.08, 1 - (x / 1.75) ** 2))
        rings += [(bulge * 0.66, x - 0.06), (bulge, x - 0.02, 0.05), (bulge, x + 0.17, 0.05), (bulge * 0.66, x + 0.20)]
    profile = fillet([(0, -1.62), (0.35, -1.6, 0.08), *rings, (0.3, 1.75, 0.3), (0.24, 2.4, 0.3), (0.24, 10, 0.2),
                      (0.34, 11.4, 0.2), (0.3, 11.9, 0.15), (0, 11.95)])
    stick = lathe('dipper', profile, materials.wood('#c08d56', '#8d5d30'), 96)
    coat = lathe('coat', fillet([(0, -1.72), (0.55, -1.68, 0.3), (1.0, -0.9, 0.6), (1.06, 0.1, 0.8), (0.95, 0.9, 0.4), (0.5, 1.2, 0.2), (0.3, 1.2)]),
                 materials.honey(), 96, lambda a, z, r: r * (1 + 0.05 * noise.noise(Vector((math.cos(a) * 2, math.sin(a) * 2, z * 1.5)))))
    for part in (stick, coat):
        part.rotation_euler = (0, math.radians(86), 0)
        part.location.z = 1.06
    return group('dipper', [stick, coat])


def pool(context, stuff='resin', radius=1.5, seed=1, height=0.2):
    """A puddle that has run a little unevenly."""
    material = {'resin': materials.resin, 'honey': materials.honey, 'tincture': materials.tincture}[stuff]()

    def place(u, v):
        angle = math.tau * u
        edge = radius * (1 + 0.22 * noise.noise(Vector((math.cos(angle) * 1.1 + seed * 5, math.sin(angle) * 1.1, seed))))
        r = edge * (1 - (1 - v) ** 1.0)
        return (r * math.cos(angle), r * math.sin(angle), height * (max(0, 1 - v**3.2)) ** 0.55 - 0.002)

    return sheet('pool', 96, 40, place, material)


def saffron(context, count=22, spread=1.6, seed=4):
    dice = random.Random(seed)
    material = materials.saffron_thread()
    threads = []
    for index in range(count):
        heading, bend = dice.uniform(0, math.tau), dice.uniform(-1.2, 1.2)
        length = dice.uniform(1.3, 2.2)
        r, a = spread * dice.random() ** 0.6, dice.uniform(0, math.tau)
        x, y, z = r * math.cos(a) * 1.4, r * math.sin(a), 0.05 + 0.28 * dice.random() * (1 - r / (spread * 1.3))
        control = [Vector((x, y, z))]
        for step in range(4):
            heading += bend * 0.35 + dice.uniform(-0.15, 0.15)
            lift = max(0.045, control[-1].z + dice.uniform(-0.12, 0.10))
            control.append(Vector((control[-1].x + math.cos(heading) * length / 4, control[-1].y + math.sin(heading) * length / 4, lift)))
        points = curve_points(control, 26)
        radii = [0.022 + 0.055 * (i / 25) ** 3 for i in range(26)]
        radii[-1] = 0.05
        threads.append(tube('thread', points, radii, material, 8))
    return group('saffron', threads)


def roots(context, seed=2):
    """Dried ashwagandha roots, a loose bundle along x."""
    dice = random.Random(seed)
    material = materials.root_bark()
    parts = []
    laid = [(6.6, 0.40, 6, -0.7, 0.38), (6.2, 0.34, -7, 0.25, 0.32), (5.8, 0.38, 14, 1.1, 0.36), (5.6, 0.30, -20, 0.1, 0.92), (3.6, 0.22, 34, -1.6, 0.2)]
    for index, (length, radius, turn, aside, lift) in enumerate(laid):
        control = [(t * length - length / 2, dice.uniform(-0.30, 0.30) * (1 + t), dice.uniform(-0.05, 0.05)) for t in (0, 0.3, 0.6, 1)]
        points = curve_points(control, 220)
        radii = []
        for i in range(220):
            t = i / 219
            ring = noise.noise(Vector((t * 60, index * 9, 0))) * 0.05 + noise.noise(Vector((t * 9, index * 5, 2))) * 0.12
            radii.append(radius * (1 - t * 0.72) * (1 + ring) * math.sqrt(min(1, 0.08 + t * 9)))
        root = tube('root', points, radii, material, 48)
        for vertex in root.data.vertices:
            crease = noise.fractal(vertex.co * Vector((0.7, 6, 6)) + Vector((index * 7, 0, 0)), 1, 2, 4)
            vertex.co += Vector((0, vertex.co.y, vertex.co.z)).normalized() * 0.03 * crease
        root.rotation_euler = (0, 0, math.radians(turn))
        root.location = (dice.uniform(-0.5, 0.5), aside, lift)
        parts.append(root)
    return group('roots', parts)


def mandarin(context, radius=2.7):
    def place(u, v):
        angle, polar = math.tau * u, math.pi * v
        dip = 0.10 * math.exp(-((math.pi - polar) / 0.25) ** 2) + 0.06 * math.exp(-(polar / 0.2) ** 2)
        r = radius * (1 - dip) * (1 + 0.012 * math.cos(angle * 9) * math.sin(polar) ** 2)
        return (r * math.sin(polar) * math.cos(angle), r * math.sin(polar) * math.sin(angle), radius * 0.88 - r * 0.88 * math.cos(polar))

    fruit = sheet('mandarin', 128, 96, place, materials.citrus_peel())
    return group('mandarin', [fruit])


def citrus_half(context, radius=2.6, tilt=72):
    cut = lathe('cut', [(0, 0.02), (radius * 0.5, 0.03), (radius * 0.97, 0), (radius, -0.05)], materials.citrus_flesh(context.drawing('citrus'), radius * 2), 128)
    peel = lathe('peel', [(radius * math.cos(t * math.pi / 2), -0.05 - radius * 0.92 * math.sin(t * math.pi / 2)) for t in [i / 40 for i in range(41)]],
                 materials.citrus_peel(), 128)
    for part in (cut, peel):
        part.rotation_euler = (math.radians(tilt), 0, 0)
        part.location.z = radius * 0.965
    return group('citrus half', [cut, peel])


def loose_dropper(context):
    """The dropper lying on its side along +x, a drop at the tip."""
    cap = bottle.dropper(context.prints['lid'], materials.tincture())
    cap.rotation_euler = (0, math.radians(-79.5), 0)
    cap.location = (0, 0, 1.13)
    spill = pool(context, 'tincture', 0.62, 4, 0.14)
    spill.location = (5.45, 0.1, 0)
    return group('loose dropper', [cap, spill])


def stone(context, size=(3, 2.2, 1.1), seed=3, kind='slate', roughness=0.05):
    material = materials.slate() if kind == 'slate' else materials.travertine()
    piece = pebble('stone', size, seed, roughness, material)
    piece.location.z = size[2] * 0.88
    return group('stone', [piece])


def companion(context, slug, **options):
    """Another product of the range."""
    product, prints = context.ranged(slug)
    return (bottle if product['container'] == 'bottle' else jar).build(product, prints, **options)


BUILDERS = {
    'spoon': spoon, 'leaning-lid': leaning_lid, 'teacup': teacup, 'dipper': dipper, 'pool': pool, 'saffron': saffron,
    'roots': roots, 'mandarin': mandarin, 'citrus-half': citrus_half, 'loose-dropper': loose_dropper, 'stone': stone,
    'companion': companion,
}


def build(context, spec):
    spec = dict(spec)
    kind, at, turn = spec.pop('kind'), spec.pop('at'), spec.pop('turn', 0)
    thing = BUILDERS[kind](context, **spec)
    thing.location = (at[0], at[1], at[2] if len(at) > 2 else 0)
    thing.rotation_euler.z = math.radians(turn)
    return thing
