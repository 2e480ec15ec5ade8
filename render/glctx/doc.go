// Package glctx makes OpenGL contexts without a window on screen, and gives
// each a thread of its own.
//
// OpenGL binds a context to one operating-system thread. A [Thread] is a
// goroutine locked to such a thread, which owns one context; everybody else
// hands it functions with [Thread.Do]. Several threads may exist side by side,
// one that draws and one that computes, say; they share nothing.
//
// On Linux contexts come from EGL without any surface, so that pictures are drawn with no X server, on
// a graphics card or on Mesa's software rasteriser. Elsewhere, or where EGL fails, they come from a
// hidden GLFW window. GLFW wants its windows made and destroyed on the main thread, so this way needs
// [Options.Main], and [Options.OnMain] where Start is called there before a loop runs. On Windows it
// works without either, on the thread of the context itself. A context offers at least OpenGL 3.3 core,
// and all drawing keeps to that version.
//
// Order of ending: close every Thread before the window toolkit ends, for a
// GLFW context dies with it.
package glctx
