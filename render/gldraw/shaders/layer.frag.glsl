// Copies a layer for blending.
uniform sampler2D layer;
out vec4 color;
void main() {
	color = texelFetch(layer, ivec2(gl_FragCoord.xy), 0);
#ifdef PREMULTIPLY
	color.rgb *= color.a;
#endif
}
