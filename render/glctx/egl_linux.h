#ifndef GWSCOPE_EGL_H
#define GWSCOPE_EGL_H

#include <stdbool.h>

// One OpenGL context made through EGL.
typedef struct {
	void *display, *context, *surface;
	const char *way; // how it was made, for people
} gws_egl;

// Opens a context; 0 and a reason if there is none.
int gws_egl_open(gws_egl *out, bool software, char *reason, int reason_len);
int gws_egl_make_current(const gws_egl *c);
void gws_egl_release(const gws_egl *c);
void gws_egl_destroy(gws_egl *c);
void *gws_egl_proc(const char *name);

#endif
