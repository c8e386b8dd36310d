"""What stands behind and under a product: the studio, the mountains of the home page, the resin itself."""

import math

import bpy
from mathutils import Vector, noise

import materials
import stage
from shapes import lathe, sheet, tube


def studio(context):
    stage.sweep()
    stage.plinth()
    stage.lights()


def table(context):
    """The sweep alone with a broad plinth top, for pictures from above and scenes with more on them."""
    stage.sweep()
    stage.plinth(size=(44, 34, stage.PLINTH_HEIGHT), at=(0, 6), turn=4)
    stage.lights()


HAZE = '#f3e0c6'


AIR = 1.35


def ledge(context):
    """A split slab of slate: a flat top, an outline broken straight, sides in layers."""
    corners = [noise.noise(Vector((i * 3.7, 1.3, 0))) for i in range(40)]

    def outline(angle, height, radius):
        x, y = math.cos(angle), math.sin(angle)
        broken = 1e9
        for index in range(13):
            facing = math.tau * (index + 0.35 * corners[index]) / 13
            along = x * math.cos(facing) + y * math.sin(facing)
            if along > 0.2:
                broken = min(broken, (1 + 0.10 * corners[index + 13]) / along)
        layer = math.floor(height * 3.1 + 0.6 * noise.noise(Vector((x * 2, y * 2, 0))))
        step = noise.noise(Vector((x * 1.6 + layer * 9.1, y * 1.6, layer * 4.7)))
        chip = noise.fractal(Vector((x * 7, y * 7, height * 2)), 1, 2, 5)
        return radius * broken * (1 + 0.035 * step + 0.018 * chip)

    profile = [(0, -4.4), (1, -4.4)] + [(1, -4.3 + 4.24 * i / 110) for i in range(111)] + [(0.992, -0.01), (0.98, 0)]
    profile += [(0.98 * (1 - i / 40), 0) for i in range(1, 41)]
    slab_top = lathe('ledge', profile, materials.slate(), 720, outline, 30)
    slab_top.scale = (17, 9.5, 1)
    slab_top.location = (2.5, 2.5, 0)
    return slab_top


def mountains(context):
    """Ridge behind ridge, each paler with the air before it and lost in mist at its foot."""
    ledge(context)
    layers = [  # distance, foot and crest as heights over the eye at that distance, haze at the crest, rock
        (300, -0.090, -0.012, 0.14, '#143a30', 3.4, 3),
        (520, -0.075, 0.018, 0.32, '#1f4a40', 3.4, 17),
        (900, -0.050, 0.052, 0.5, '#2f6060', 3.6, 29),
        (1600, -0.030, 0.098, 0.66, '#4a7580', 3.4, 41),
        (2800, 0.000, 0.172, 0.8, '#6b8c9c', 3.0, 58),
    ]
    for index, (distance, foot, crest, thickness, hue, frequency, seed) in enumerate(layers):
        width = distance * 1.3
        low, high = foot * distance, crest * distance

        def place(u, v, distance=distance, width=width, low=low, high=high, frequency=frequency, seed=seed):
            x = (u - 0.5) * width
            p = Vector((u * 1.3 * frequency + seed, v * 0.55 * frequency + seed * 0.3, seed * 1.7))
            relief = noise.ridged_multi_fractal(p, 0.9, 2.15, 8, 1.0, 2.0) * 0.5
            broad = 0.5 + 0.5 * noise.noise(Vector((u * 3.1 + seed, seed, 0)))
            rise = min(1, v / 0.8) ** 0.9 if v < 0.8 else max(0, 1 - (v - 0.8) / 0.2) ** 0.5
            z = low + (high - low) * rise * (0.16 + 0.60 * relief + 0.36 * broad)
            return (x, distance * (1 + 0.3 * v), z)

        sheet(f'ridge {index}', 640, 150, place, materials.ridge(HAZE, AIR, thickness, low, low + (high - low) * 0.8, hue))
    sky = bpy.data.worlds.new('sky')
    sky.use_nodes = True
    tree = sky.node_tree
    coordinates = tree.nodes.new('ShaderNodeTexCoord')
    split = tree.nodes.new('ShaderNodeSeparateXYZ')
    ramp = tree.nodes.new('ShaderNodeValToRGB')
    path = tree.nodes.new('ShaderNodeLightPath')
    strength = tree.nodes.new('ShaderNodeMapRange')
    tree.links.new(coordinates.outputs['Generated'], split.inputs[0])
    tree.links.new(split.outputs['Z'], ramp.inputs['Fac'])
    for element, (position, hue) in zip(ramp.color_ramp.elements, [(0.05, HAZE), (0.26, '#e9ebea')]):
        element.position, element.color = position, materials.colour(hue)
    tree.links.new(ramp.outputs['Color'], tree.nodes['Background'].inputs['Color'])
    tree.links.new(path.outputs['Is Camera Ray'], strength.inputs['Value'])
    strength.inputs['To Min'].default_value, strength.inputs['To Max'].default_value = 0.35, AIR
    tree.links.new(strength.outputs['Result'], tree.nodes['Background'].inputs['Strength'])
    bpy.context.scene.world = sky
    sun = bpy.data.lights.new('sun', 'SUN')
    sun.energy, sun.angle, sun.color = 2.6, math.radians(4), materials.colour('#ffdcae')[:3]
    holder = bpy.data.objects.new('sun', sun)
    holder.rotation_euler = (math.radians(60), 0, math.radians(-68))
    bpy.context.collection.objects.link(holder)
    stage.soft_box('key', (-30, -14, 22), (0, 0, 3), (12, 26), 21000, '#fff1dc')
    stage.soft_box('edge', (22, 14, 14), (0, 0, 4), (6, 24), 5000, '#ffe2bd')


def glow(name, location, target, size, strength, tint):
    """A lit sheet that fades to its edges, so that its reflection in something glossy has no hard border."""
    panel = sheet(name, 1, 1, lambda u, v: ((u - 0.5) * size[0], (v - 0.5) * size[1], 0))
    surface = materials.Surface(name)
    spot = surface.place((2 / size[0], 2 / size[1], 1))
    fade = surface.node('ShaderNodeTexGradient', {'Vector': spot}, gradient_type='QUADRATIC_SPHERE').outputs['Fac']
    lamp = surface.node('ShaderNodeEmission', {'Color': materials.colour(tint), 'Strength': surface.math('MULTIPLY', fade, strength)})
    surface.tree.links.new(lamp.outputs['Emission'], surface.output.inputs['Surface'])
    panel.data.materials.append(surface.material)
    panel.location = location
    stage.aim(panel, target)
    return panel


def resin_sea(context):
    """Slow folds of resin filling the frame, a thread of it coiling in."""
    material = materials.resin(0.0)

    def place(u, v):
        x, y = (u - 0.5) * 34, (v - 0.42) * 40
        p = Vector((x * 0.085, y * 0.085, 0))
        drift = Vector((noise.noise(p * 1.2 + Vector((4, 1, 0))), noise.noise(p * 1.2 + Vector((9, 7, 0))), 0))
        q = p * 1.15 + drift * 1.25
        fold = 1 - abs(noise.noise(q + Vector((2, 5, 0.3))) * 1.5)
        z = fold**2 * 0.9 + 0.30 * noise.noise(q * 1.7 + Vector((1, 8, 2)))
        mound = math.exp(-((x - 3.4) ** 2 + (y - 1.2) ** 2) / 5.5)
        return (x, y, (z - 0.7) * (1 - 0.75 * mound) + 0.25 * mound)

    sheet('resin', 480, 480, place, material)
    coil, radii = [], []
    turns, steps = 4.6, 620
    for step in range(steps):
        t = step / (steps - 1)
        angle = t * math.tau * turns
        r = 1.65 * (1 - t) ** 0.75 * (1 + 0.06 * math.sin(angle * 0.37))
        coil.append((3.4 + r * math.cos(angle), 1.2 + r * math.sin(angle), 0.05 + 1.75 * t))
        radii.append(0.36 - 0.12 * t)
    for step in range(1, 160):
        rise = step * 0.07
        coil.append((3.4 + 0.05 * math.sin(rise * 0.8), 1.2, 1.80 + rise))
        radii.append(0.15 + 0.09 * math.exp(-rise * 2.2))
    tube('thread', coil, radii, material, 32)
    glow('window', (-15, 15, 11), (0, 2, 0), (26, 20), 15.0, '#ffb975')
    glow('far', (12, 26, 12), (2, 2, 0), (34, 14), 11.0, '#ffb56a')
    glow('side', (18, -2, 12), (2, 0, 0), (10, 16), 9.0, '#ffe3c2')
    world = bpy.data.worlds.new('dark')
    world.use_nodes = True
    world.node_tree.nodes['Background'].inputs['Color'].default_value = materials.colour('#5a3418')
    world.node_tree.nodes['Background'].inputs['Strength'].default_value = 0.25
    bpy.context.scene.world = world


BUILDERS = {'studio': studio, 'table': table, 'mountains': mountains, 'resin': resin_sea}


def build(kind, context):
    BUILDERS[kind](context)
