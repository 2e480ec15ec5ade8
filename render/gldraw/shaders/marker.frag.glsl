// A ring or a disc with a thin halo of the opposite lightness, so that it shows on any colour.
flat in vec4 ink;
flat in float ring;
flat in float disc;
in vec2 at;
uniform float pixel;
out vec4 color;
void main() {
	float d = length(at) - ring;
	if (disc < 0.5) d = abs(d);
	float stroke = clamp(1.0 * pixel + 0.5 - d, 0.0, 1.0);
	float halo = 0.55 * clamp(2.0 * pixel + 0.5 - d, 0.0, 1.0);
	float light = dot(ink.rgb, vec3(0.299, 0.587, 0.114));
	vec3 contrast = light > 0.45 ? vec3(0.05, 0.06, 0.08) : vec3(1.0);
	float a = max(stroke, halo) * ink.a;
	if (a <= 0.0) discard;
	color = vec4(mix(contrast, ink.rgb, stroke), a);
}
