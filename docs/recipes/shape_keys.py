"""The morph of a match as shape keys in Blender, with an animation of 60 frames.

    gwscope match A.ply B.ply --out out
    blender --background --python shape_keys.py -- out/morph.glb morph.blend
"""
import sys

import bpy

source, target = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=source)
morphs = [o for o in bpy.data.objects if o.type == "MESH" and o.data.shape_keys]
if not morphs:
    raise SystemExit(f"{source} has no morph targets")
for o in morphs:
    keys = o.data.shape_keys.key_blocks[1:]  # the first one is A itself
    print(o.name, len(o.data.vertices), "vertices,", len(keys), "shape keys:", ", ".join(k.name for k in keys))
bpy.ops.wm.save_as_mainfile(filepath=target)
