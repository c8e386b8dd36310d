"""Renders one picture of assets/catalogue.json.

blender -b --factory-startup --python-exit-code 1 --python scene.py -- <picture> <out.png> <width> <samples> <threads>
"""

import json
import os
import sys
from types import SimpleNamespace

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import backdrops  # noqa: E402
import bottle  # noqa: E402
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
    product = next(p for p in catalogue['products'] if p['slug'] == picture['product'])
    slug = product['slug']
    prints = {kind: drawing(f'{slug}-{kind}') for kind in ('label', 'foil', 'lid')}
    context = SimpleNamespace(product=product, prints=prints, drawing=drawing)

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
    stage.expose(width, height, samples, threads, **picture.get('exposure', {}))
    bpy.context.scene.cycles.seed = 7
    bpy.context.scene.render.filepath = target
    bpy.ops.render.render(write_still=True)


main(sys.argv[-5], sys.argv[-4], int(sys.argv[-3]), int(sys.argv[-2]), int(sys.argv[-1]))
