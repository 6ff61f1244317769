// gl_frames egl|glx COUNT: draws so many frames in a window of X, and says at its end how many
// times it has swapped.  77: there is no such screen, or no GL on it.
#include <EGL/egl.h>
#include <GL/gl.h>
#include <GL/glx.h>
#include <X11/Xlib.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace {

constexpr int kSide = 64;

struct Canvas {
    Display* display = XOpenDisplay(nullptr);
    Window window = 0;

    Canvas() {
        if (display == nullptr) throw std::runtime_error("no display");
    }
    void open(Visual* visual, int depth) {
        const Window root = DefaultRootWindow(display);
        XSetWindowAttributes wanted{};
        wanted.colormap = XCreateColormap(display, root, visual, AllocNone);
        window = XCreateWindow(display, root, 0, 0, kSide, kSide, 0, depth, InputOutput, visual,
                               CWColormap | CWBorderPixel, &wanted);
        XMapWindow(display, window);
    }
};

void draw(int frame) {
    glClearColor(frame % 2 == 0 ? 0.0F : 1.0F, 0.0F, 0.0F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
}

int draw_with_glx(Canvas& canvas, int count) {
    int wanted[] = {GLX_RGBA, GLX_DOUBLEBUFFER, None};
    XVisualInfo* chosen = glXChooseVisual(canvas.display, DefaultScreen(canvas.display), wanted);
    if (chosen == nullptr) throw std::runtime_error("no visual with two buffers");
    canvas.open(chosen->visual, chosen->depth);
    const GLXContext context = glXCreateContext(canvas.display, chosen, nullptr, True);
    if (context == nullptr || glXMakeCurrent(canvas.display, canvas.window, context) == False)
        throw std::runtime_error("no GLX context");
    int swapped = 0;
    for (; swapped < count; ++swapped) {
        draw(swapped);
        glXSwapBuffers(canvas.display, canvas.window);
    }
    return swapped;
}

int draw_with_egl(Canvas& canvas, int count) {
    const EGLDisplay display = eglGetDisplay(canvas.display);
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                             EGL_NONE};
    EGLConfig config = nullptr;
    EGLint configs = 0;
    if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE ||
        eglChooseConfig(display, wanted, &config, 1, &configs) == EGL_FALSE || configs == 0)
        throw std::runtime_error("no EGL with windows");
    const int number = DefaultScreen(canvas.display);
    canvas.open(DefaultVisual(canvas.display, number), DefaultDepth(canvas.display, number));
    eglBindAPI(EGL_OPENGL_API);
    const EGLSurface surface = eglCreateWindowSurface(display, config, canvas.window, nullptr);
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, nullptr);
    if (eglMakeCurrent(display, surface, surface, context) == EGL_FALSE)
        throw std::runtime_error("no EGL context");
    int swapped = 0;
    for (int frame = 0; frame < count; ++frame) {
        draw(frame);
        if (eglSwapBuffers(display, surface) == EGL_TRUE) ++swapped;
    }
    return swapped;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("gl_frames egl|glx COUNT\n", stderr);
        return 2;
    }
    const int count = std::atoi(argv[2]);
    try {
        Canvas canvas;
        const bool by_egl = std::strcmp(argv[1], "egl") == 0;
        const int swapped = by_egl ? draw_with_egl(canvas, count) : draw_with_glx(canvas, count);
        std::printf("%d swaps\n", swapped);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 77;
    }
}
