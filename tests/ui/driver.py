# SPDX-License-Identifier: Apache-2.0
"""Uses the window as a person would, on a private invisible display, by the names a screen reader hears.

    with Display() as display:
        app = display.launch(['build/app/tileloom', 'matmul.py'])
        app.find('tree item', r'loop j,').click()
        display.key('s')

Mouse and keyboard are real X events (xdotool); names, states and texts come over AT-SPI. Without the programs needed, Missing is raised
with their names, and a test skips with that reason.
"""
import os
import re
import select
import shutil
import subprocess
import tempfile
import time

from accessible import AccessibilityBus, Missing, check_bindings

PROGRAMS = {'Xvfb': 'xvfb', 'xdotool': 'xdotool', 'xwininfo': 'x11-utils', 'dbus-daemon': 'dbus-daemon', 'openbox': 'openbox'}
OPENBOX_RC = '''<?xml version="1.0"?><openbox_config xmlns="http://openbox.org/3.4/rc"><focus><focusNew>yes</focusNew></focus>
<placement><policy>Smart</policy><center>yes</center></placement><desktops><number>1</number><popupTime>0</popupTime></desktops>
<keyboard/><mouse/><applications><application type="normal" title="*Tileloom"><fullscreen>yes</fullscreen></application></applications>
</openbox_config>'''


COMPLAINT = re.compile(r'-(CRITICAL|ERROR)\b|\b(Gtk|GtkSourceView|Adwaita|Gsk|Gdk|GLib|GLib-GObject|GLib-GIO|Pango|GdkPixbuf)-WARNING')
# Of GTK 4.8 itself: a scrollbar that is shown between layout and drawing and is there in the next frame; a popover that is placed
# while the X server has not told yet on which monitor its window is. Of the session: its accessibility bus did not start in time.
OF_GTK = re.compile(r'Trying to snapshot GtkGizmo \S+ without a current allocation|gdk_monitor_get_geometry: assertion'
                    r'|Unable to acquire the address of the accessibility bus')

REST_S = 0.035   # without work; two frames
PATIENCE = 8   # seconds are so many at most, where others want the cores


def work_of(pid):
    """Whether its main thread sleeps, and for how many nanoseconds it has run."""
    try:
        with open('/proc/%d/task/%d/stat' % (pid, pid), encoding='ascii', errors='replace') as stat, \
             open('/proc/%d/task/%d/schedstat' % (pid, pid), encoding='ascii') as schedstat:
            return stat.read().rpartition(')')[2].split()[0] == 'S', schedstat.read().split()[0]
    except OSError:   # it has ended
        return True, '0'


class Display:
    """A private X server, session bus, window manager and home."""

    def __init__(self, width=1280, height=800, dark=False, text_scale=1):
        self.size = (width, height)
        self.dark = dark
        self.text_scale = text_scale
        self.helpers = []
        self.apps = []

    def __enter__(self):
        missing = sorted({package for program, package in PROGRAMS.items() if not shutil.which(program)})
        if missing or not any(os.path.exists(path)
                              for path in ('/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher')):
            raise Missing(', '.join(missing or ['at-spi2-core']))
        check_bindings()
        self.folder = tempfile.mkdtemp(prefix='tileloom-ui.')
        try:
            self._start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _start(self):
        home = os.path.join(self.folder, 'home')
        self.clear_home()
        os.makedirs(os.path.join(self.folder, 'run'), 0o700)
        env = {key: value for key, value in os.environ.items()
               if key not in ('WAYLAND_DISPLAY', 'AT_SPI_BUS_ADDRESS', 'DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'GTK_THEME', 'NO_AT_BRIDGE',
                              'GTK_A11Y',
                              'LC_ALL', 'G_DEBUG')}
        env.update(LANG='C.UTF-8', XDG_CONFIG_HOME=home + '/config', XDG_DATA_HOME=home + '/data', XDG_STATE_HOME=home + '/state',
                   XDG_CACHE_HOME=home + '/cache', XDG_RUNTIME_DIR=self.folder + '/run', GSETTINGS_BACKEND='keyfile', GDK_BACKEND='x11',
                   GSK_RENDERER='cairo', GDK_DEBUG='gl-disable', TILELOOM_NON_UNIQUE='1')
        if self.dark:
            env['ADW_DEBUG_COLOR_SCHEME'] = 'prefer-dark'
        self.env = env
        number = self._helper_that_tells(lambda fd: ['Xvfb', '-displayfd', str(fd), '-screen', '0', '%dx%dx24' % self.size, '-nolisten',
                                                     'tcp',
                                                     '-noreset', '-dpi', '96'])
        self.server = self.helpers[0]
        env['DISPLAY'] = ':' + number
        if self.text_scale != 1:   # what a desktop sets for it: the resolution of fonts
            subprocess.run(['xprop', '-root', '-f', 'RESOURCE_MANAGER', '8s', '-set', 'RESOURCE_MANAGER',
                            'Xft.dpi:\t%d\n' % (96 * self.text_scale)], env=env, check=True)
        env['DBUS_SESSION_BUS_ADDRESS'] = self._helper_that_tells(
            lambda fd: ['dbus-daemon', '--session', '--nofork', '--nopidfile', '--address=unix:path=%s/bus' % self.folder,
                        '--print-address=%d' % fd])
        with open(os.path.join(self.folder, 'rc.xml'), 'w', encoding='utf-8') as file:
            file.write(OPENBOX_RC)
        self.helpers.append(subprocess.Popen(['openbox', '--sm-disable', '--config-file', self.folder + '/rc.xml'], env=env,
                                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        self.bus = AccessibilityBus(env['DBUS_SESSION_BUS_ADDRESS'])

    def _helper_that_tells(self, argv_of):
        """Starts a program that writes one line to a descriptor, and gives the line."""
        reader, writer = os.pipe()
        self.helpers.append(subprocess.Popen(argv_of(writer), env=self.env, pass_fds=(writer,), stdin=subprocess.DEVNULL,
                                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        os.close(writer)
        text, end = b'', time.time() + 20
        while b'\n' not in text and time.time() < end:
            if select.select([reader], [], [], 0.2)[0]:
                data = os.read(reader, 4096)
                if not data:
                    break
                text += data
        os.close(reader)
        if b'\n' not in text:
            raise Missing('%s does not start' % argv_of(0)[0])
        return text.split(b'\n')[0].decode()

    def __exit__(self, *_):
        for app in self.apps:
            app.end()
        for helper in reversed(self.helpers):
            helper.terminate()
            try:
                helper.wait(5)
            except subprocess.TimeoutExpired:
                helper.kill()
                helper.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def launch(self, argv, **env):
        app = Application(self, argv, env)
        self.apps.append(app)
        return app

    def clear_home(self):
        """The next window has the usual layout and preferences, and knows nothing of earlier ones."""
        home = os.path.join(self.folder, 'home')
        deadline = time.monotonic() + 5
        while os.path.exists(home) and time.monotonic() < deadline:   # a program that ends may still write there
            shutil.rmtree(home, ignore_errors=True)
        for name in ('config/gtk-4.0', 'data', 'state', 'cache'):
            os.makedirs(os.path.join(home, name))
        with open(os.path.join(home, 'config/gtk-4.0/settings.ini'), 'w', encoding='utf-8') as file:
            file.write('[Settings]\ngtk-font-name=Cantarell 11\ngtk-enable-animations=false\ngtk-cursor-blink=false\n')

    def enable_animations(self):
        """In the windows to come, until clear_home."""
        with open(os.path.join(self.folder, 'home/config/gtk-4.0/settings.ini'), 'a', encoding='utf-8') as file:
            file.write('gtk-enable-animations=true\n')

    # -- real input --

    def xdotool(self, *args):
        subprocess.run(['xdotool', *[str(arg) for arg in args]], env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       check=True)

    def rest(self, seconds):
        """Until the X server and the programs have nothing to do; at most @seconds, as some always do. Before input, so that it is for what
        is shown by now and has the focus, and after it, so that the answer is shown."""
        end, before, since = time.time() + seconds, None, time.time()
        while time.time() < min(end, since + REST_S):
            work = [work_of(process.pid) for process in [self.server] + [app.process for app in self.apps if app.process.poll() is None]]
            if work != before or not all(is_asleep for is_asleep, _ in work):
                before, since = work, time.time()
            time.sleep(0.008)

    def key(self, *keys):
        self.rest(0.5)
        self.xdotool('key', '--delay', 30, *keys)
        self.rest(0.15)

    def type(self, text):
        self.rest(0.5)
        self.xdotool('type', '--delay', 20, '--', text)
        time.sleep(0.2)   # a search begins 150 ms after the last key

    def point(self, x, y):
        self.rest(0.5)
        self.xdotool('mousemove', x, y, 'sleep', 0.05)

    def press(self, button=1):
        self.xdotool('mousedown', button, 'sleep', 0.03, 'mouseup', button)
        self.rest(0.2)

    def click(self, x, y, button=1):
        self.point(x, y)
        self.press(button)

    def drag(self, x, y, to_x, to_y):
        self.rest(0.5)
        self.xdotool('mousemove', x, y, 'sleep', 0.1, 'mousedown', 1)
        way = [('mousemove', x + (to_x - x) * i // 20, y + (to_y - y) * i // 20, 'sleep', 0.02) for i in range(1, 21)]
        self.xdotool(*[word for move in way for word in move])
        self.rest(0.2)
        self.xdotool('mouseup', 1)
        self.rest(0.3)

    def screenshot(self, path):
        if shutil.which('import'):
            subprocess.run(['import', '-silent', '-window', 'root', path], env=self.env, check=False)


class Application:
    """One running program."""

    def __init__(self, display, argv, env):
        self.display = display
        self.log_path = os.path.join(display.folder, 'app-%d.log' % len(display.apps))
        with open(self.log_path, 'wb') as log:
            self.process = subprocess.Popen(argv, env={**display.env, **env}, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.root = self.wait(self._find_root, 60, 'no window after a minute')

    def _find_root(self):
        if self.process.poll() is not None:
            raise AssertionError('the program ended with %d: %s' % (self.process.returncode, self.log()))
        return self.display.bus.application(self.process.pid)

    def log(self):
        with open(self.log_path, encoding='utf-8', errors='replace') as file:
            return file.read()

    def complaints(self):
        """Lines in which a library says that it is used wrongly."""
        return [line for line in self.log().splitlines() if COMPLAINT.search(line) and not OF_GTK.search(line)]

    def wait(self, question, seconds, what):
        """Asks until the answer is true; @seconds are of a machine that is at nobody else's service."""
        end = time.time() + seconds * PATIENCE
        while True:
            answer = question()
            if answer:
                return answer
            if time.time() > end:
                raise AssertionError(what)
            time.sleep(0.1)

    def all(self, role, pattern):
        """All visible things of a role whose name matches, from top to bottom."""
        return self._from_top(self.display.bus.find(self.root, role, pattern))

    def _from_top(self, things):
        return [Thing(self.display, thing) for thing in sorted(things, key=lambda thing: thing.box[1])]

    def find(self, role, pattern, seconds=8):
        """One of them, once there are some."""
        return self.wait(lambda: (self._from_top(self.display.bus.find(self.root, role, pattern, True)) or [None])[0], seconds,
                         'no %s named /%s/' % (role, pattern))

    def gone(self, role, pattern, seconds=8):
        self.wait(lambda: not self.all(role, pattern), seconds, '%s named /%s/ is still there' % (role, pattern))

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def close(self, seconds=15):
        """Asks it to quit and gives its exit status."""
        self.display.key('ctrl+q')
        return self.process.wait(seconds * PATIENCE)


class Thing:
    """One accessible object, and the mouse on it."""

    def __init__(self, display, accessible):
        self.display = display
        self.role, self.name, self.box = accessible.role, accessible.name, accessible.box
        self.accessible = accessible

    @property
    def is_checked(self):
        return self.accessible.is_checked

    @property
    def description(self):
        return self.accessible.description

    def middle(self):
        """On the screen."""
        x, y, width, height = self.box
        shift_x, shift_y = self._popover_shift()
        return x + width // 2 + shift_x, y + height // 2 + shift_y

    def _popover_shift(self):
        """A popover has its own X window; its things are told as if it began where its parent does."""
        thing = self.accessible
        while thing and thing.name != 'GtkPopoverContent':
            thing = thing.parent
        if not thing or not thing.parent:
            return 0, 0
        x, y, width, height = thing.parent.ask_box()
        tree = subprocess.run(['xwininfo', '-root', '-children'], env=self.display.env, capture_output=True, text=True, check=True).stdout
        place = re.search(r' %dx%d\S+ +([+-]-?\d+)([+-]-?\d+)$' % (width, height), tree, re.MULTILINE)
        return (int(place[1].lstrip('+')) - x, int(place[2].lstrip('+')) - y) if place else (0, 0)

    def wait_until_idle(self):
        """Waits until it stays where it is: what was just shown is laid out anew, and a click would miss it."""
        self.display.rest(1)
        for _ in range(50):
            time.sleep(0.05)
            before, self.box = self.box, self.accessible.ask_box() or self.box
            if self.box == before:
                return

    def click(self, button=1):
        """Where it is once the pointer is there: figures that come meanwhile may move it."""
        for _ in range(10):
            self.wait_until_idle()
            spot = self.middle()
            self.display.point(*spot)
            self.box = self.accessible.ask_box() or self.box
            if self.middle() == spot:
                break
        self.display.press(button)

    def drag_to(self, x, y):
        self.wait_until_idle()
        self.display.drag(*self.middle(), x, y)
