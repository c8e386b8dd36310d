"""Renders one picture of assets/catalogue.json.

blender -b --factory-startup --python-exit-code 1 --python scene.py -- <picture> <out.png> <width> <samples> <threads>
"""

import json
import os
import sys
import tempfile
from types import SimpleNamespace

import bpy
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import backdrops  # noqa: E402
import bottle  # noqa: E402
import denoise  # noqa: E402
import jar  # noqa: E402
import props  # noqa: E402
import stage  # noqa: E402

ASSETS = os.path.dirname(HERE)
PRINTS = os.path.join(ASSETS, 'out', 'prints')


def drawing(name):
    return os.path.join(PRINTS, f'{name}.png')


def main(name, target, width, samples, threads):
    with open(os.path.join(ASSETS, 'catalogue.json'), encoding='utf8') as file:
        catalogue = json.load(file)
    picture = next(p for p in catalogue['pictures'] if p['name'] == name)

    def ranged(slug):
        product = next(p for p in catalogue['products'] if p['slug'] == slug)
        return product, {kind: drawing(f'{slug}-{kind}') for kind in ('label', 'foil', 'lid')}

    product, prints = ranged(picture['product'])
    context = SimpleNamespace(product=product, prints=prints, drawing=drawing, ranged=ranged)

    stage.clear()
    backdrops.build(picture.get('backdrop', 'studio'), context)
    if 'place' in picture:
        place = picture['place']
        builder = bottle if product['container'] == 'bottle' else jar
        thing = builder.build(product, prints, lid_on=place.get('lid', True), **place.get('options', {}))
        x, y, *z = place.get('at', (0, 0))
        thing.location = (x, y, z[0] if z else 0)
        thing.rotation_euler.z = place.get('turn', 0) * 3.14159265 / 180
    for spec in picture.get('props', []):
        props.build(context, spec)
    stage.camera(**picture['camera'])
    height = round(width * picture['height'] / picture['width'])
    stage.expose(width, height, samples // 2, threads, **picture.get('exposure', {}))
    with tempfile.TemporaryDirectory() as folder:
        halves = [expose_half(folder, seed) for seed in (7, 8)]
    develop(denoise.denoise(halves), target)


def expose_half(folder, seed):
    """Renders with this seed; returns colour, surface colour and normals as linear arrays."""
    scene, layer = bpy.context.scene, bpy.context.view_layer
    layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source = tree.nodes.new('CompositorNodeRLayers')
    files = tree.nodes.new('CompositorNodeOutputFile')
    files.base_path = folder
    files.format.file_format, files.format.color_depth = 'OPEN_EXR', '32'
    files.file_slots.clear()
    passes = {'Image': 'Image', 'Albedo': 'Denoising Albedo', 'Normal': 'Denoising Normal'}
    for name, socket in passes.items():
        files.file_slots.new(f'{name}-{seed}-')
        tree.links.new(source.outputs[socket], files.inputs[f'{name}-{seed}-'])
    scene.cycles.seed = seed
    bpy.ops.render.render()
    return {name: read(os.path.join(folder, f'{name}-{seed}-{scene.frame_current:04d}.exr')) for name in passes}


def read(path):
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = 'Linear'
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[..., :3]


def develop(colour, target):
    """Saves linear light through the scene's film curve."""
    height, width = colour.shape[:2]
    image = bpy.data.images.new('developed', width, height, float_buffer=True)
    image.colorspace_settings.name = 'Linear'
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = colour
    image.pixels.foreach_set(pixels.ravel())
    image.save_render(target, scene=bpy.context.scene)


main(sys.argv[-5], sys.argv[-4], int(sys.argv[-3]), int(sys.argv[-2]), int(sys.argv[-1]))
