"""What stands behind and under a product: the studio, the mountains of the home page, the resin itself."""

import math

import bpy
from mathutils import Vector, noise

import materials
import stage
from shapes import curve_points, pebble, sheet, tube


def studio(context):
    stage.sweep()
    stage.plinth()
    stage.lights()


def table(context):
    """The sweep alone with a broad plinth top, for pictures from above and scenes with more on them."""
    stage.sweep()
    stage.plinth(size=(44, 34, stage.PLINTH_HEIGHT), at=(0, 6), turn=4)
    stage.lights()


def mountains(context):
    """Real relief at real distances, fading into warm haze layer by layer, behind a flat boulder."""
    haze = '#efe3d0'
    boulder = pebble('boulder', (15, 9, 4.2), 5, 0.035, materials.slate(), 7)
    boulder.location = (1.5, 1.5, -3.75)
    for index, (distance, height, hue) in enumerate([(420, 58, '#3f4a42'), (800, 150, '#566158'), (1500, 330, '#6a7068'), (2700, 720, '#7c7d76')]):
        width = distance * 1.6

        def place(u, v, index=index, distance=distance, height=height, width=width):
            x = (u - 0.5) * width
            y = distance * (1 + 0.55 * v)
            p = Vector((x / distance * 3.1 + index * 11.7, v * 1.7, index * 3.3))
            crest = math.sin(math.pi * min(1, v * 1.15)) ** 0.8
            relief = noise.ridged_multi_fractal(p, 0.95, 2.1, 7, 1.0, 2.0) * 0.42
            slope = 0.62 + 0.5 * (u - 0.35)
            return (x, y, height * crest * (relief * 0.85 + 0.15) * slope - height * 0.42)

        sheet(f'ridge {index}', 420, 120, place, materials.ridge(haze, 120, 3400, hue))
    sky = bpy.data.worlds.new('sky')
    sky.use_nodes = True
    tree = sky.node_tree
    coordinates = tree.nodes.new('ShaderNodeTexCoord')
    split = tree.nodes.new('ShaderNodeSeparateXYZ')
    ramp = tree.nodes.new('ShaderNodeValToRGB')
    tree.links.new(coordinates.outputs['Generated'], split.inputs[0])
    tree.links.new(split.outputs['Z'], ramp.inputs['Fac'])
    for element, (position, hue) in zip(ramp.color_ramp.elements, [(0.0, haze), (0.45, '#e2dccf')]):
        element.position, element.color = position, materials.colour(hue)
    tree.links.new(ramp.outputs['Color'], tree.nodes['Background'].inputs['Color'])
    tree.nodes['Background'].inputs['Strength'].default_value = 0.95
    bpy.context.scene.world = sky
    sun = bpy.data.lights.new('sun', 'SUN')
    sun.energy, sun.angle, sun.color = 2.2, math.radians(3), materials.colour('#ffe2b8')[:3]
    holder = bpy.data.objects.new('sun', sun)
    holder.rotation_euler = (math.radians(58), 0, math.radians(-72))
    bpy.context.collection.objects.link(holder)
    stage.soft_box('key', (-30, -16, 22), (0, 0, 3), (14, 34), 9000, '#fff1dc')
    stage.soft_box('edge', (22, 14, 14), (0, 0, 4), (7, 26), 4200, '#ffe2bd')


def resin_sea(context):
    """Folds of resin filling the frame, a thread of it coiling in."""
    material = materials.resin()

    def place(u, v):
        x, y = (u - 0.5) * 26, (v - 0.5) * 26
        p = Vector((x * 0.16, y * 0.16, 0))
        drift = Vector((noise.noise(p * 1.3 + Vector((4, 1, 0))), noise.noise(p * 1.3 + Vector((9, 7, 0))), 0))
        q = p * 1.2 + drift * 1.1
        fold = 1 - abs(noise.noise(q + Vector((2, 5, 0.3))) * 1.6)
        z = fold**3 * 0.9 + 0.35 * noise.noise(q * 2.3)
        return (x, y, z - 0.6)

    sheet('resin', 420, 420, place, material)
    coil = []
    for step in range(420):
        t = step / 419
        angle = t * math.tau * 5.5
        r = (1.15 - 0.9 * t) * (1 + 0.08 * math.sin(angle * 0.7))
        coil.append((2.6 + r * math.cos(angle), 0.4 + r * math.sin(angle) * 0.92, 0.1 + 1.75 * t))
    tip = Vector(coil[-1])
    coil += [tip + Vector((0.02 * i, 0, 0.10 * i)) for i in range(1, 120)]
    radii = [0.30 - 0.10 * i / 420 if i < 420 else max(0.09, 0.2 - 0.003 * (i - 420)) for i in range(len(coil))]
    tube('thread', coil, radii, material, 24)
    stage.soft_box('strip', (-14, 12, 16), (0, 0, 0), (3, 30), 5200, '#ffe3bd')
    stage.soft_box('window', (10, 22, 16), (0, 0, 0), (16, 8), 6000, '#ffd9a3')
    stage.soft_box('soft', (6, -12, 22), (0, 0, 0), (20, 12), 1200, '#fff4e4')
    world = bpy.data.worlds.new('dark')
    world.use_nodes = True
    world.node_tree.nodes['Background'].inputs['Color'].default_value = materials.colour('#2a1a0e')
    world.node_tree.nodes['Background'].inputs['Strength'].default_value = 0.4
    bpy.context.scene.world = world


BUILDERS = {'studio': studio, 'table': table, 'mountains': mountains, 'resin': resin_sea}


def build(kind, context):
    BUILDERS[kind](context)
