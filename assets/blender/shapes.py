"""Mesh builders. One Blender unit is one centimetre; z is up, the camera looks along +y."""

import math

import bpy
from mathutils import Vector, noise


def add_mesh(name, vertices, faces, material=None, smooth_angle=40):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    mesh.validate()
    mesh.update()
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(smooth_angle)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(thing)
    if material:
        mesh.materials.append(material)
    return thing


def fillet(points, steps=7):
    """Rounds the corners of a profile. Each point is (radius, height[, corner rounding])."""
    rounded = []
    for index, point in enumerate(points):
        corner = Vector(point[:2])
        rounding = point[2] if len(point) > 2 else 0
        if rounding == 0 or index in (0, len(points) - 1):
            rounded.append(tuple(corner))
            continue
        before = Vector(points[index - 1][:2]) - corner
        after = Vector(points[index + 1][:2]) - corner
        half = before.angle(after) / 2
        reach = min(rounding / math.tan(half), before.length * 0.499, after.length * 0.499)
        start = corner + before.normalized() * reach
        end = corner + after.normalized() * reach
        for step in range(steps + 1):
            t = step / steps
            rounded.append(tuple(start * (1 - t) ** 2 + corner * 2 * t * (1 - t) + end * t**2))
    return rounded


def lathe(name, profile, material=None, segments=160, ripple=None, smooth_angle=40):
    """Turns a profile about the z axis. `ripple(angle, height, radius)` may change the radius."""
    vertices, faces, rings = [], [], []
    for radius, height in profile:
        if radius < 1e-6:
            rings.append([len(vertices)])
            vertices.append((0, 0, height))
            continue
        ring = []
        for segment in range(segments):
            angle = math.tau * segment / segments
            r = ripple(angle, height, radius) if ripple else radius
            ring.append(len(vertices))
            vertices.append((r * math.cos(angle), r * math.sin(angle), height))
        rings.append(ring)
    for lower, upper in zip(rings, rings[1:]):
        for segment in range(segments):
            following = (segment + 1) % segments
            if len(lower) == 1:
                faces.append((lower[0], upper[following], upper[segment]))
            elif len(upper) == 1:
                faces.append((lower[segment], lower[following], upper[0]))
            else:
                faces.append((lower[segment], lower[following], upper[following], upper[segment]))
    return add_mesh(name, vertices, faces, material, smooth_angle)


def wrap_label(name, radius, bottom, height, width, material, columns=160):
    """A sheet bent round a cylinder, its middle facing the camera, printed through its UV map."""
    vertices, faces = [], []
    span = width / radius
    for column in range(columns + 1):
        angle = -math.pi / 2 - span / 2 + span * column / columns
        x, y = radius * math.cos(angle), radius * math.sin(angle)
        vertices += [(x, y, bottom), (x, y, bottom + height)]
    for column in range(columns):
        a = column * 2
        faces.append((a, a + 2, a + 3, a + 1))
    label = add_mesh(name, vertices, faces, material)
    layer = label.data.uv_layers.new(name='print')
    for loop in label.data.loops:
        column, top = divmod(loop.vertex_index, 2)
        layer.data[loop.index].uv = (column / columns, top)
    return label


def sheet(name, across, along, place, material=None, close_across=False):
    """A grid of points: `place(u, v)` gives each position for u and v from 0 to 1."""
    vertices, faces = [], []
    for i in range(along + 1):
        for j in range(across + 1):
            vertices.append(place(j / across, i / along))
    row = across + 1
    for i in range(along):
        for j in range(across):
            a = i * row + j
            faces.append((a, a + 1, a + row + 1, a + row))
    return add_mesh(name, vertices, faces, material, 60)


def tube(name, points, radii, material=None, sides=16):
    """A round tube through points, with a radius at each point and closed ends."""
    points = [Vector(p) for p in points]
    vertices, faces = [], []
    normal = None
    for index, point in enumerate(points):
        ahead = points[min(index + 1, len(points) - 1)]
        behind = points[max(index - 1, 0)]
        tangent = (ahead - behind).normalized()
        if normal is None:
            normal = tangent.orthogonal().normalized()
        normal = (normal - tangent * normal.dot(tangent)).normalized()
        side = tangent.cross(normal)
        for step in range(sides):
            angle = math.tau * step / sides
            offset = normal * math.cos(angle) + side * math.sin(angle)
            vertices.append(point + offset * radii[index])
    for index in range(len(points) - 1):
        for step in range(sides):
            a, b = index * sides + step, index * sides + (step + 1) % sides
            faces.append((a, b, b + sides, a + sides))
    faces.append(tuple(reversed(range(sides))))
    faces.append(tuple(range(len(vertices) - sides, len(vertices))))
    return add_mesh(name, vertices, faces, material, 50)


def curve_points(control, count):
    """Catmull-Rom points through the control points."""
    control = [Vector(p) for p in control]
    padded = [control[0] * 2 - control[1], *control, control[-1] * 2 - control[-2]]
    spans = len(control) - 1
    result = []
    for index in range(count):
        t = index / (count - 1) * spans
        span = min(int(t), spans - 1)
        t -= span
        a, b, c, d = padded[span : span + 4]
        result.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        )
    return result


def pebble(name, size, seed, roughness, material, detail=6):
    """A stone: a squashed ball worn by noise. `size` is its half extents."""
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=detail, radius=1)
    stone = bpy.context.object
    stone.name = name
    shift = Vector((seed * 7.3, seed * 3.1, seed * 5.7))
    for vertex in stone.data.vertices:
        p = vertex.co.normalized()
        worn = noise.fractal(p * 1.1 + shift, 1.0, 2.0, 3) * 0.22
        worn += noise.fractal(p * 4 + shift, 0.9, 2.1, 5) * roughness
        flat = Vector((p.x, p.y, math.copysign(abs(p.z) ** 0.55, p.z)))
        vertex.co = Vector(a * b for a, b in zip(flat * (1 + worn), size))
    for polygon in stone.data.polygons:
        polygon.use_smooth = True
    stone.data.materials.append(material)
    return stone


def slab(name, size, rounding, material):
    bpy.ops.mesh.primitive_cube_add(size=1)
    block = bpy.context.object
    block.name = name
    block.scale = size
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    bevel = block.modifiers.new('edge', 'BEVEL')
    bevel.width = rounding
    bevel.segments = 4
    block.data.use_auto_smooth = True
    for polygon in block.data.polygons:
        polygon.use_smooth = True
    block.data.materials.append(material)
    return block


def group(name, parts):
    """Parents parts to one empty, so that a whole product can be moved and turned."""
    holder = bpy.data.objects.new(name, None)
    bpy.context.collection.objects.link(holder)
    for part in parts:
        part.parent = holder
    return holder
