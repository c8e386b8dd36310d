"""The one stage: a plaster sweep, a travertine plinth, soft boxes and a camera."""

import math

import bpy
from mathutils import Vector

import materials
from shapes import sheet, slab

PLINTH_HEIGHT = 1.7


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def sweep(tone='#f3ede2', depth=46):
    """Floor and back wall in one curve, so that no horizon line shows."""
    bend = 26

    def place(u, v):
        x = (u - 0.5) * 320
        run = v * 260
        flat = 120 + depth - bend
        if run < flat:
            return (x, run - 120, 0)
        arc = run - flat
        quarter = bend * math.pi / 2
        if arc < quarter:
            angle = arc / bend
            return (x, depth - bend + bend * math.sin(angle), bend - bend * math.cos(angle))
        return (x, depth, bend + arc - quarter)

    backdrop = sheet('sweep', 2, 300, place, materials.plaster(tone))
    backdrop.location.z = -PLINTH_HEIGHT
    return backdrop


def plinth(size=(17, 11, PLINTH_HEIGHT), at=(0, 0.6), turn=7, kind='travertine'):
    block = slab('plinth', size, 0.09, materials.travertine() if kind == 'travertine' else materials.slate())
    block.location = (at[0], at[1], -size[2] / 2)
    block.rotation_euler.z = math.radians(turn)
    return block


def aim(thing, target):
    thing.rotation_euler = (Vector(target) - thing.location).to_track_quat('-Z', 'Y').to_euler()


def soft_box(name, location, target, size, power, tint='#ffffff', spread=180):
    lamp = bpy.data.lights.new(name, 'AREA')
    lamp.shape = 'RECTANGLE'
    lamp.size, lamp.size_y = size
    lamp.energy = power
    lamp.color = materials.colour(tint)[:3]
    lamp.spread = math.radians(spread)
    box = bpy.data.objects.new(name, lamp)
    box.location = location
    bpy.context.collection.objects.link(box)
    aim(box, target)
    return box


def lights(strength=1.0):
    """A tall key box on the left, a slim one behind on the right for the glass edge, a little bounce, a lit wall."""
    soft_box('key', (-27, -21, 25), (0, 0, 2), (12, 24), 20500 * strength, '#fff1de')
    soft_box('edge', (22, 15, 14), (0, 0, 4), (6, 24), 5200 * strength, '#ffe9cf')
    soft_box('fill', (32, -24, 12), (0, 0, 3), (20, 26), 1100 * strength, '#f2f3f2')
    soft_box('top', (-4, 20, 40), (0, 2, 0), (16, 8), 4200 * strength, '#fff6ea')
    soft_box('wall', (-34, 22, 34), (6, 46, 12), (20, 20), 13000 * strength, '#fff3e2')
    world = bpy.data.worlds.new('room')
    world.use_nodes = True
    world.node_tree.nodes['Background'].inputs['Color'].default_value = materials.colour('#f6efe2')
    world.node_tree.nodes['Background'].inputs['Strength'].default_value = 0.17 * strength
    bpy.context.scene.world = world


def camera(target, distance, turn=0, rise=10, lens=90, fstop=8, focus=None, shift=(0, 0)):
    """`turn` degrees to the right of the front, `rise` degrees above the table."""
    eye = bpy.data.cameras.new('camera')
    eye.lens = lens
    eye.clip_end = 100000
    eye.shift_x, eye.shift_y = shift
    holder = bpy.data.objects.new('camera', eye)
    a, b = math.radians(turn), math.radians(rise)
    holder.location = Vector(target) + Vector((math.sin(a) * math.cos(b), -math.cos(a) * math.cos(b), math.sin(b))) * distance
    bpy.context.collection.objects.link(holder)
    aim(holder, target)
    eye.dof.use_dof = True
    eye.dof.aperture_fstop = fstop / 50
    eye.dof.focus_distance = focus if focus else distance - 2.4
    bpy.context.scene.camera = holder
    return holder


def expose(width, height, samples, threads, exposure=0.42, look='Medium High Contrast'):
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.render.threads_mode = 'FIXED'
    scene.render.threads = threads
    scene.render.image_settings.file_format = 'PNG'
    scene.render.image_settings.color_depth = '16'
    scene.view_settings.view_transform = 'Filmic'
    scene.view_settings.look = look
    scene.view_settings.exposure = exposure
    cycles = scene.cycles
    cycles.device = 'CPU'
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.04
    cycles.adaptive_min_samples = min(8, samples)
    cycles.use_denoising = False
    # Caustics stay on: without them the contents of the glass go black. The clamp keeps fireflies out.
    cycles.caustics_reflective = cycles.caustics_refractive = True
    cycles.blur_glossy = 1.0
    cycles.sample_clamp_indirect = 2.5
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 12, 3, 5
    cycles.transmission_bounces, cycles.transparent_max_bounces = 10, 8
