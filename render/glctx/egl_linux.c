// EGL through dlopen: the few functions and constants of EGL 1.5 that an
// off-screen OpenGL context needs, so that neither building nor starting the
// program asks for EGL's headers or library.

#include "egl_linux.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int32_t EGLint;
typedef unsigned int EGLBoolean, EGLenum;
typedef void *EGLDisplay, *EGLConfig, *EGLContext, *EGLSurface, *EGLDevice;

enum {
	EGL_NONE = 0x3038,
	EGL_EXTENSIONS = 0x3055,
	EGL_SURFACE_TYPE = 0x3033,
	EGL_PBUFFER_BIT = 0x0001,
	EGL_RENDERABLE_TYPE = 0x3040,
	EGL_OPENGL_BIT = 0x0008,
	EGL_OPENGL_API = 0x30A2,
	EGL_WIDTH = 0x3057,
	EGL_HEIGHT = 0x3056,
	EGL_CONTEXT_MAJOR = 0x3098,
	EGL_CONTEXT_MINOR = 0x30FB,
	EGL_CONTEXT_PROFILE_MASK = 0x30FD,
	EGL_CONTEXT_CORE_BIT = 0x0001,
	EGL_CONTEXT_RESET_STRATEGY = 0x31BD,
	EGL_LOSE_CONTEXT_ON_RESET = 0x31BF,
	EGL_PLATFORM_SURFACELESS_MESA = 0x31DD,
	EGL_PLATFORM_DEVICE_EXT = 0x313F,
	MAX_DEVICES = 16,
};

static struct {
	void *(*GetProcAddress)(const char *);
	EGLint (*GetError)(void);
	EGLDisplay (*GetDisplay)(void *);
	EGLDisplay (*GetPlatformDisplayEXT)(EGLenum, void *, const EGLint *);
	EGLBoolean (*QueryDevicesEXT)(EGLint, EGLDevice *, EGLint *);
	const char *(*QueryDeviceStringEXT)(EGLDevice, EGLint);
	EGLBoolean (*Initialize)(EGLDisplay, EGLint *, EGLint *);
	const char *(*QueryString)(EGLDisplay, EGLint);
	EGLBoolean (*BindAPI)(EGLenum);
	EGLBoolean (*ChooseConfig)(EGLDisplay, const EGLint *, EGLConfig *, EGLint, EGLint *);
	EGLContext (*CreateContext)(EGLDisplay, EGLConfig, EGLContext, const EGLint *);
	EGLSurface (*CreatePbufferSurface)(EGLDisplay, EGLConfig, const EGLint *);
	EGLBoolean (*MakeCurrent)(EGLDisplay, EGLSurface, EGLSurface, EGLContext);
	EGLBoolean (*DestroyContext)(EGLDisplay, EGLContext);
	EGLBoolean (*DestroySurface)(EGLDisplay, EGLSurface);
	EGLBoolean (*ReleaseThread)(void);
} egl;

static bool loaded;

static void load_once(void) {
	void *lib = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
	if (!lib) lib = dlopen("libEGL.so", RTLD_NOW | RTLD_GLOBAL);
	if (!lib) return;
#define NEED(f) \
	if (!(*(void **)&egl.f = dlsym(lib, "egl" #f))) return;
	NEED(GetProcAddress)
	NEED(GetError)
	NEED(GetDisplay)
	NEED(Initialize)
	NEED(QueryString)
	NEED(BindAPI)
	NEED(ChooseConfig)
	NEED(CreateContext)
	NEED(CreatePbufferSurface)
	NEED(MakeCurrent)
	NEED(DestroyContext)
	NEED(DestroySurface)
	NEED(ReleaseThread)
#undef NEED
	// Client extensions: present since EGL 1.5, absent on old drivers.
	*(void **)&egl.GetPlatformDisplayEXT = egl.GetProcAddress("eglGetPlatformDisplayEXT");
	*(void **)&egl.QueryDevicesEXT = egl.GetProcAddress("eglQueryDevicesEXT");
	*(void **)&egl.QueryDeviceStringEXT = egl.GetProcAddress("eglQueryDeviceStringEXT");
	loaded = true;
}

static bool has(const char *extensions, const char *name) {
	size_t n = strlen(name);
	for (const char *p = extensions; p && (p = strstr(p, name)); p += n)
		if ((p == extensions || p[-1] == ' ') && (p[n] == ' ' || p[n] == 0)) return true;
	return false;
}

static const char *failed;

// open_on makes a context on a display. Displays are shared by the whole
// process and never terminated: that would take other threads' contexts along.
static bool open_on(EGLDisplay d, bool surface, const char *way, gws_egl *out) {
	if (!d || !egl.Initialize(d, NULL, NULL)) {
		failed = "the display does not open";
		return false;
	}
	if (!egl.BindAPI(EGL_OPENGL_API)) {
		failed = "the driver offers no desktop OpenGL";
		return false;
	}
	const EGLint want[] = {
		EGL_SURFACE_TYPE, surface ? EGL_PBUFFER_BIT : 0,
		EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	EGLConfig config;
	EGLint n = 0;
	if (!egl.ChooseConfig(d, want, &config, 1, &n) || n < 1) {
		failed = "no fitting configuration";
		return false;
	}
	// The newest that tells of a lost context, then compute, then the least for drawing, each
	// that tells of a loss first.
	static const EGLint versions[][3] = {{4, 5, 1}, {4, 3, 1}, {4, 3, 0}, {3, 3, 1}, {3, 3, 0}};
	EGLContext c = NULL;
	for (int i = 0; i < (int)(sizeof versions / sizeof *versions) && !c; i++) {
		const EGLint attributes[] = {
			EGL_CONTEXT_MAJOR, versions[i][0],
			EGL_CONTEXT_MINOR, versions[i][1],
			EGL_CONTEXT_PROFILE_MASK, EGL_CONTEXT_CORE_BIT,
			versions[i][2] ? EGL_CONTEXT_RESET_STRATEGY : EGL_NONE, EGL_LOSE_CONTEXT_ON_RESET,
			EGL_NONE};
		c = egl.CreateContext(d, config, NULL, attributes);
	}
	if (!c) {
		failed = "the driver offers no OpenGL 3.3 core";
		return false;
	}
	EGLSurface s = NULL;
	if (surface) {
		const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
		s = egl.CreatePbufferSurface(d, config, size);
		if (!s) {
			egl.DestroyContext(d, c);
			failed = "no off-screen surface";
			return false;
		}
	}
	*out = (gws_egl){d, c, s, way};
	return true;
}

// on_card asks a fresh context whether a graphics card draws.
static bool on_card(const gws_egl *c) {
	if (!gws_egl_make_current(c)) return false;
	const unsigned char *(*get_string)(unsigned int) = (const unsigned char *(*)(unsigned int))egl.GetProcAddress("glGetString");
	const char *renderer = get_string ? (const char *)get_string(0x1F01 /* GL_RENDERER */) : NULL;
	bool card = renderer && !strstr(renderer, "llvmpipe") && !strstr(renderer, "softpipe") && !strstr(renderer, "swrast");
	gws_egl_release(c);
	return card;
}

int gws_egl_open(gws_egl *out, bool software, char *reason, int reason_len) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_once(&once, load_once);
	if (!loaded) {
		snprintf(reason, reason_len, "libEGL.so.1 is not installed");
		return 0;
	}
	pthread_mutex_lock(&lock);
	failed = "no display";
	gws_egl found = {0};
	const char *client = egl.QueryString(NULL, EGL_EXTENSIONS);
	bool platforms = egl.GetPlatformDisplayEXT && has(client, "EGL_EXT_platform_base");

	EGLDevice devices[MAX_DEVICES];
	EGLint count = 0;
	if (platforms && egl.QueryDevicesEXT && has(client, "EGL_EXT_platform_device") &&
	    !egl.QueryDevicesEXT(MAX_DEVICES, devices, &count))
		count = 0;
	bool is_software[MAX_DEVICES] = {0};
	for (int i = 0; i < count; i++)
		is_software[i] = egl.QueryDeviceStringEXT &&
			has(egl.QueryDeviceStringEXT(devices[i], EGL_EXTENSIONS), "EGL_MESA_device_software");

	if (software)
		for (int i = 0; i < count && !found.context; i++)
			if (is_software[i])
				open_on(egl.GetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL), false, "software device", &found);
	if (!found.context && platforms && has(client, "EGL_MESA_platform_surfaceless"))
		open_on(egl.GetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL), false, "surfaceless", &found);
	if (!software && !(found.context && on_card(&found)))
		// Cards whose maker's driver knows no surfaceless platform show up here only.
		for (int i = 0; i < count; i++) {
			gws_egl other = {0};
			if (is_software[i] || !open_on(egl.GetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL), false, "device", &other))
				continue;
			if (found.context && !on_card(&other)) {
				gws_egl_destroy(&other);
				continue;
			}
			if (found.context) gws_egl_destroy(&found);
			found = other;
			break;
		}
	if (!found.context)
		open_on(egl.GetDisplay(NULL), true, "default display", &found);

	if (!found.context) snprintf(reason, reason_len, "%s", failed);
	pthread_mutex_unlock(&lock);
	*out = found;
	return found.context != NULL;
}

int gws_egl_make_current(const gws_egl *c) {
	egl.BindAPI(EGL_OPENGL_API);
	return egl.MakeCurrent(c->display, c->surface, c->surface, c->context);
}

void gws_egl_release(const gws_egl *c) {
	egl.MakeCurrent(c->display, NULL, NULL, NULL);
	egl.ReleaseThread();
}

void gws_egl_destroy(gws_egl *c) {
	if (c->surface) egl.DestroySurface(c->display, c->surface);
	if (c->context) egl.DestroyContext(c->display, c->context);
	*c = (gws_egl){0};
}

void *gws_egl_proc(const char *name) { return egl.GetProcAddress(name); }
