"""Surface materials, shared by every picture so that the range looks like one shoot."""

import bpy


def colour(hex_code):
    """A '#rrggbb' colour in Blender's linear space."""
    channels = [int(hex_code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return (*linear, 1)


class Surface:
    """A principled surface with short names for the nodes that these pictures need."""

    def __init__(self, name, **inputs):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes['Principled BSDF']
        self.output = self.tree.nodes['Material Output']
        for key, value in inputs.items():
            self.shader.inputs[key.replace('_', ' ')].default_value = value

    def node(self, kind, inputs=None, **settings):
        node = self.tree.nodes.new(kind)
        for key, value in settings.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[key])
            else:
                node.inputs[key].default_value = value
        return node

    def feed(self, key, socket):
        self.tree.links.new(socket, self.shader.inputs[key])

    def place(self, scale=(1, 1, 1), location=(0, 0, 0), source='Object'):
        coordinates = self.node('ShaderNodeTexCoord')
        mapping = self.node('ShaderNodeMapping', {'Vector': coordinates.outputs[source]})
        mapping.inputs['Scale'].default_value = scale
        mapping.inputs['Location'].default_value = location
        return mapping.outputs['Vector']

    def noise(self, scale, detail=4, roughness=0.5, vector=None, distortion=0):
        inputs = {'Scale': scale, 'Detail': detail, 'Roughness': roughness, 'Distortion': distortion}
        inputs['Vector'] = vector if vector is not None else self.place()
        return self.node('ShaderNodeTexNoise', inputs).outputs['Fac']

    def ramp(self, factor, stops, interpolation='LINEAR'):
        node = self.node('ShaderNodeValToRGB', {'Fac': factor})
        elements = node.color_ramp.elements
        node.color_ramp.interpolation = interpolation
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, value) in zip(elements, stops):
            element.position = position
            element.color = colour(value) if isinstance(value, str) else (value, value, value, 1)
        return node.outputs['Color']

    def mix(self, factor, first, second, blend='MIX'):
        node = self.node('ShaderNodeMixRGB', {'Fac': factor, 'Color1': first, 'Color2': second}, blend_type=blend)
        return node.outputs['Color']

    def math(self, operation, *values):
        node = self.node('ShaderNodeMath', operation=operation)
        for index, value in enumerate(values):
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[index])
            else:
                node.inputs[index].default_value = value
        return node.outputs['Value']

    def bump(self, height, strength, distance=0.02, normal=None):
        inputs = {'Height': height, 'Strength': strength, 'Distance': distance}
        if normal is not None:
            inputs['Normal'] = normal
        socket = self.node('ShaderNodeBump', inputs).outputs['Normal']
        self.feed('Normal', socket)
        return socket

    def absorb(self, tint, density):
        volume = self.node('ShaderNodeVolumeAbsorption', {'Color': tint, 'Density': density})
        self.tree.links.new(volume.outputs['Volume'], self.output.inputs['Volume'])

    def let_light_through(self):
        """Light on its way to something behind the glass passes straight, tinted by the volume alone.

        Found by chance along refracted paths it would arrive as coarse grain.
        """
        path = self.node('ShaderNodeLightPath').outputs
        passing = self.math('MAXIMUM', path['Is Shadow Ray'], path['Is Diffuse Ray'])
        clear = self.node('ShaderNodeBsdfTransparent')
        mixed = self.node('ShaderNodeMixShader', {'Fac': passing})
        self.tree.links.new(self.shader.outputs['BSDF'], mixed.inputs[1])
        self.tree.links.new(clear.outputs['BSDF'], mixed.inputs[2])
        self.tree.links.new(mixed.outputs['Shader'], self.output.inputs['Surface'])

    def image(self, path, colour_data, vector=None, extension='CLIP'):
        picture = bpy.data.images.load(path, check_existing=True)
        if not colour_data:
            picture.colorspace_settings.name = 'Non-Color'
        node = self.node('ShaderNodeTexImage', extension=extension, interpolation='Cubic')
        node.image = picture
        if vector is not None:
            self.tree.links.new(vector, node.inputs['Vector'])
        return node.outputs['Color']


GLASS = {
    'amber': ((0.90, 0.60, 0.03, 1), 8.0),
    'violet': ((0.55, 0.10, 0.70, 1), 9.0),
    'clear': ((0.96, 0.90, 0.70, 1), 0.5),
    'black': ((0.2, 0.18, 0.15, 1), 40.0),
}


def glass(kind):
    tint, density = GLASS[kind]
    surface = Surface(f'{kind} glass', Transmission=1, Roughness=0.0, IOR=1.5, Base_Color=(1, 1, 1, 1))
    surface.absorb(tint, density)
    surface.let_light_through()
    return surface.material


def matte_black_glass():
    surface = Surface('coated glass', Base_Color=(0.004, 0.0035, 0.003, 1), Roughness=0.3, Specular=0.35, Clearcoat=0.15)
    surface.shader.inputs['Clearcoat Roughness'].default_value = 0.2
    return surface.material


def resin(wave=0.25):
    surface = Surface('resin', Roughness=0.05, Specular=0.6, Clearcoat=0.5)
    facing = surface.node('ShaderNodeLayerWeight', {'Blend': 0.35}).outputs['Facing']
    surface.feed('Base Color', surface.ramp(facing, [(0, '#140b05'), (0.6, '#241106'), (1, '#552a0c')]))
    surface.bump(surface.noise(1.3, 2), wave, 0.05)
    return surface.material


def resin_behind_glass():
    """Resin wetting the glass: no film of air between them, so no gloss of its own."""
    return Surface('wet resin', Base_Color=colour('#1c0d05'), Roughness=0.6, Specular=0.0).material


def tincture():
    return Surface('tincture', Base_Color=colour('#1c0d05'), Roughness=0.04).material


def honey():
    surface = Surface('honey', Transmission=1, Roughness=0.02, IOR=1.49, Base_Color=(1, 1, 1, 1))
    surface.absorb((0.975, 0.78, 0.10, 1), 1.7)
    surface.let_light_through()
    return surface.material


def paper(printed, foil):
    surface = Surface('label', Specular=0.35)
    vector = surface.node('ShaderNodeUVMap', uv_map='print').outputs['UV']
    inked = surface.image(printed, True, vector, 'EXTEND')
    gilt = surface.image(foil, False, vector, 'EXTEND')
    surface.feed('Base Color', inked)
    surface.feed('Metallic', gilt)
    surface.feed('Roughness', surface.math('MULTIPLY_ADD', gilt, -0.36, 0.62))
    fibre = surface.noise(14, 6, 0.7)
    raised = surface.math('MULTIPLY_ADD', gilt, -1.2, fibre)
    surface.bump(raised, 0.18, 0.02)
    return surface.material


def lid(laser=None, diameter=1):
    """Dark anodised metal; the lasered drawing takes the colour off, so it shows pale and dull."""
    surface = Surface('lid', Specular=0.4, Metallic=0.2)
    dark = colour('#13100e')
    surface.shader.inputs['Base Color'].default_value = dark
    surface.shader.inputs['Roughness'].default_value = 0.40
    if laser:
        vector = surface.place((1 / diameter, 1 / diameter, 1), (0.5, 0.5, 0))
        mark = surface.image(laser, False, vector)
        surface.feed('Base Color', surface.mix(mark, dark, colour('#cfc6b6')))
        surface.feed('Roughness', surface.math('MULTIPLY_ADD', mark, 0.2, 0.40))
        surface.bump(surface.math('MULTIPLY', mark, -1.0), 0.3, 0.01)
    return surface.material


def rubber():
    surface = Surface('rubber', Base_Color=colour('#100e0d'), Roughness=0.45, Specular=0.35)
    return surface.material


def brass(worn=0.28):
    surface = Surface('brass', Base_Color=colour('#c9a05f'), Metallic=1, Roughness=worn)
    surface.bump(surface.noise(6, 4, vector=surface.place((1, 12, 1))), 0.04, 0.01)
    return surface.material


def travertine():
    """Vein-cut: the beds run along x, through the top and the front alike, with open pits along them."""
    surface = Surface('travertine', Specular=0.3)
    beds = surface.noise(1.0, 9, 0.6, surface.place((0.30, 0.55, 2.0)), 0.9)
    drift = surface.noise(0.22, 4, 0.5)
    fine = surface.noise(11, 8, 0.7)
    shade = surface.math('ADD', surface.math('MULTIPLY', beds, 0.82), surface.math('MULTIPLY', drift, 0.18))
    tone = surface.ramp(shade, [(0.33, '#c9b799'), (0.44, '#dccdb4'), (0.54, '#e8decb'), (0.62, '#dfd2bb'), (0.74, '#eee6d6')])
    speck = surface.ramp(fine, [(0.35, '#d2c1a3'), (0.6, '#ffffff')])
    tone = surface.mix(0.3, tone, speck, 'MULTIPLY')
    holes = surface.noise(1.0, 8, 0.78, surface.place((1.3, 2.4, 4.6), (3, 1, 2)), 0.6)
    pits = surface.ramp(holes, [(0.335, 0.0), (0.37, 1.0)])
    surface.feed('Base Color', surface.mix(pits, colour('#8f7755'), tone))
    surface.shader.inputs['Roughness'].default_value = 0.5
    rough = surface.math('MULTIPLY_ADD', fine, 0.10, pits)
    surface.bump(rough, 0.7, 0.06)
    return surface.material


def slate():
    surface = Surface('slate', Specular=0.4)
    strata = surface.noise(1.0, 9, 0.6, surface.place((0.10, 0.10, 2.4)), 0.3)
    cloud = surface.noise(0.35, 6, 0.6)
    fine = surface.noise(7, 10, 0.72)
    shade = surface.math('ADD', surface.math('MULTIPLY', strata, 0.5), surface.math('MULTIPLY', cloud, 0.5))
    tone = surface.ramp(shade, [(0.35, '#3b3b3a'), (0.5, '#545351'), (0.64, '#72706b')])
    grit = surface.ramp(fine, [(0.3, '#a39c92'), (0.65, '#ffffff')])
    surface.feed('Base Color', surface.mix(0.6, tone, grit, 'MULTIPLY'))
    surface.shader.inputs['Roughness'].default_value = 0.62
    surface.bump(surface.math('MULTIPLY_ADD', strata, 1.2, fine), 0.5, 0.06)
    return surface.material


def plaster(tone='#efe6d6'):
    surface = Surface('sweep', Roughness=0.9, Specular=0.15)
    cloud = surface.noise(0.05, 3, 0.5)
    surface.feed('Base Color', surface.mix(surface.math('MULTIPLY', cloud, 0.12), colour(tone), colour('#d3c1a4')))
    surface.bump(surface.noise(1.2, 8, 0.6), 0.04, 0.05)
    return surface.material


def stoneware(tone='#efe8da'):
    surface = Surface('stoneware', Roughness=0.28, Specular=0.5)
    specks = surface.ramp(surface.noise(9, 2, 0.5), [(0.27, '#8a7558'), (0.32, '#ffffff')])
    surface.feed('Base Color', surface.mix(0.55, colour(tone), specks, 'MULTIPLY'))
    surface.bump(surface.noise(1.5, 2), 0.08, 0.05)
    return surface.material


def wood(tone='#b07a45', dark='#7a4d26'):
    surface = Surface('wood', Roughness=0.5, Specular=0.35)
    grain = surface.noise(1.6, 8, 0.65, surface.place((6, 6, 0.6)), 1.0)
    surface.feed('Base Color', surface.ramp(grain, [(0.3, dark), (0.65, tone)]))
    surface.bump(grain, 0.15, 0.03)
    return surface.material


def tea():
    return Surface('tea', Base_Color=colour('#6d3410'), Roughness=0.03, Clearcoat=1).material


def saffron_thread():
    surface = Surface('saffron', Roughness=0.5, Subsurface=0.15)
    grain = surface.noise(5, 3)
    surface.feed('Base Color', surface.ramp(grain, [(0.3, '#7d0f05'), (0.65, '#c42e0c')]))
    surface.shader.inputs['Subsurface Color'].default_value = colour('#d8431a')
    surface.shader.inputs['Subsurface Radius'].default_value = (0.05, 0.02, 0.01)
    return surface.material


def root_bark():
    surface = Surface('root', Roughness=0.8, Specular=0.2)
    grain = surface.noise(2.2, 9, 0.7, surface.place((1, 1, 1)), 0.5)
    surface.feed('Base Color', surface.ramp(grain, [(0.3, '#8a6a45'), (0.5, '#b9986c'), (0.7, '#d5bb92')]))
    surface.bump(grain, 0.8, 0.08)
    return surface.material


def citrus_peel():
    surface = Surface('peel', Roughness=0.33, Specular=0.5, Subsurface=0.08)
    tone = surface.ramp(surface.noise(0.6, 3), [(0.35, '#bd5406'), (0.65, '#d4700c')])
    surface.feed('Base Color', tone)
    surface.shader.inputs['Subsurface Color'].default_value = colour('#f0a030')
    surface.shader.inputs['Subsurface Radius'].default_value = (0.2, 0.1, 0.03)
    cells = surface.node('ShaderNodeTexVoronoi', {'Vector': surface.place(), 'Scale': 9.0}, feature='SMOOTH_F1')
    surface.bump(cells.outputs['Distance'], 0.35, 0.06)
    return surface.material


def citrus_flesh(drawing, diameter):
    surface = Surface('flesh', Roughness=0.22, Specular=0.5, Subsurface=0.12)
    vector = surface.place((1 / diameter, 1 / diameter, 1), (0.5, 0.5, 0))
    drawn = surface.image(drawing, True, vector)
    surface.feed('Base Color', drawn)
    surface.feed('Subsurface Color', drawn)
    surface.shader.inputs['Subsurface Radius'].default_value = (0.2, 0.1, 0.03)
    surface.bump(surface.noise(4, 4, 0.6), 0.25, 0.05)
    return surface.material


def leaf():
    return Surface('leaf', Base_Color=colour('#2f5a37'), Roughness=0.45).material


def ridge(haze, air, thickness, foot, crest, hue):
    """Rock behind air of that brightness: `thickness` of haze at the crest, closing entirely towards the foot (heights in z)."""
    surface = Surface('ridge', Roughness=0.95, Specular=0.05, Base_Color=colour(hue))
    height = surface.node('ShaderNodeSeparateXYZ', {'Vector': surface.place()}).outputs['Z']
    fade = surface.node('ShaderNodeMapRange', {'Value': height, 'From Min': foot, 'From Max': crest, 'To Min': 1.0, 'To Max': thickness}, interpolation_type='SMOOTHSTEP')
    mist = surface.node('ShaderNodeEmission', {'Color': colour(haze), 'Strength': air})
    mixed = surface.node('ShaderNodeMixShader', {'Fac': fade.outputs['Result']})
    surface.tree.links.new(surface.shader.outputs['BSDF'], mixed.inputs[1])
    surface.tree.links.new(mist.outputs['Emission'], mixed.inputs[2])
    surface.tree.links.new(mixed.outputs['Shader'], surface.output.inputs['Surface'])
    return surface.material


def laser_band(laser):
    """The batch number lasered on a curved collar: only the marks show, the metal beneath stays."""
    surface = Surface('laser', Base_Color=colour('#cfc6b6'), Roughness=0.6, Metallic=0.3)
    vector = surface.node('ShaderNodeUVMap', uv_map='print').outputs['UV']
    surface.feed('Alpha', surface.image(laser, False, vector, 'EXTEND'))
    return surface.material
