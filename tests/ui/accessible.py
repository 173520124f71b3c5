# SPDX-License-Identifier: Apache-2.0
"""What a screen reader sees of a program, asked over AT-SPI's D-Bus interfaces.

A tree has hundreds of things and every question costs a change of process. GTK tells names, parents and numbers of children of all things
that it was ever asked for in one answer. So children are asked of those that have more of them than it tells, roles once, and boxes of
things that are looked for and of what is around them: a few questions, sent together, where the whole tree takes some 700.
"""
import re
from ast import literal_eval
from collections import Counter, namedtuple

try:
    from gi.repository import Gio, GLib
except ImportError:
    Gio = None

ACCESSIBLE, COMPONENT, TEXT = 'org.a11y.atspi.Accessible', 'org.a11y.atspi.Component', 'org.a11y.atspi.Text'
CACHE = ('/org/a11y/atspi/cache', 'org.a11y.atspi.Cache')
# A thing, its program, its parent, its index there, number of children, interfaces, name, number of its role.
TOLD = re.compile(r"""\(\('([^']*)', '([^']*)'\), \('[^']*', '[^']*'\), \('([^']*)', '([^']*)'\), (-?\d+), (-?\d+), \[[^]]*\], """
                  r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"), \d+, """)
PROPERTIES = 'org.freedesktop.DBus.Properties'
OF_WINDOW = 1   # coordinates
CHECKED, FOCUSABLE, FOCUSED, SENSITIVE = 4, 11, 12, 24   # bits of states
PATIENCE_MS = 60000

Told = namedtuple('Told', 'parent index n_children name')


class Missing(Exception):
    """Something this machine lacks."""


def check_bindings():
    if Gio is None:
        raise Missing('python3-gi')


def box_question(place):
    return place, COMPONENT, 'GetExtents', GLib.Variant('(u)', (OF_WINDOW,))


class Accessible:
    """One thing shown: its role, its name and its box (x, y, width, height) in the window when it was asked."""

    def __init__(self, bus, place):
        self.bus = bus
        self.place = place
        self.role = self.name = ''
        self.box = None
        self.children = []
        self.parent = None

    def may_show(self):
        """Hidden things stay in the tree of GTK 4.8, with an empty box."""
        return self.box is None or (self.box[2] > 0 and self.box[3] > 0)

    def ask_box(self):
        """Where it is now, or None."""
        answer = self.bus.ask([box_question(self.place)])[0]
        return answer[0] if answer else None

    def _has_state(self, state):
        answer = self.bus.ask([(self.place, ACCESSIBLE, 'GetState', None)])[0]
        return bool(answer) and bool(answer[0][0] & 1 << state)

    @property
    def is_focused(self):
        return self._has_state(FOCUSED)

    @property
    def is_checked(self):
        return self._has_state(CHECKED)

    @property
    def is_sensitive(self):
        return self._has_state(SENSITIVE)

    @property
    def description(self):
        answer = self.bus.ask([(self.place, PROPERTIES, 'Get', GLib.Variant('(ss)', (ACCESSIBLE, 'Description')))])[0]
        return answer[0] if answer else ''

    @property
    def text(self):
        answer = self.bus.ask([(self.place, TEXT, 'GetText', GLib.Variant('(ii)', (0, -1)))])[0]
        return answer[0] if answer else ''


class AccessibilityBus:
    """@session_address: of the session bus that knows where the accessibility bus is."""

    def __init__(self, session_address):
        session = self._connect(session_address)
        answer = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None, Gio.DBusCallFlags.NONE,
                                   PATIENCE_MS, None)
        self.connection = self._connect(answer.unpack()[0])
        self.roles = {}   # by place: a thing keeps its role

    @staticmethod
    def _connect(address):
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        return Gio.DBusConnection.new_for_address_sync(address, flags, None, None)

    def ask(self, questions):
        """Sends all of (place, interface, method, arguments); the answers in their order, None where there is none."""
        answers, context = [None] * len(questions), GLib.MainContext.default()
        left = [len(questions)]

        def take(connection, result, index):
            left[0] -= 1
            try:
                answers[index] = connection.call_finish(result).unpack()
            except GLib.Error:   # it has no such interface, or went away
                pass

        for i, ((name, path), interface, method, arguments) in enumerate(questions):
            self.connection.call(name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, PATIENCE_MS, None, take, i)
        while left[0]:
            context.iteration(True)
        return answers

    def _told(self, program):
        """By place, of things that it was asked for before. Read from the text of the answer: a tenth of the time of its values."""
        reply = self.connection.call_sync(program, *CACHE, 'GetItems', None, None, Gio.DBusCallFlags.NONE, PATIENCE_MS, None)
        return {(row[1], row[2]): Told((row[3], row[4]), int(row[5]), int(row[6]), literal_eval(row[7]) if '\\' in row[7] else row[7][1:-1])
                for row in TOLD.finditer(reply.print_(False))}

    def with_states(self, things, *states):
        """Those of the things that have all of the states."""
        answers = self.ask([(thing.place, ACCESSIBLE, 'GetState', None) for thing in things])
        return [thing for thing, answer in zip(things, answers) if answer and all(answer[0][0] & 1 << state for state in states)]

    def tree(self, root):
        """Everything visible below @root, parents first."""
        snapshot = Snapshot(self, root)
        self.ask_roles(snapshot.told)
        return snapshot.visible(snapshot.told)

    def find(self, root, role, pattern, is_quick=False):
        """Things visible below @root of a role whose name matches. Quick: some of them, where there are any that were ever asked for."""
        snapshot = Snapshot(self, root, is_quick)
        named = [place for place, told in snapshot.told.items() if re.search(pattern, told.name)]
        self.ask_roles(named)
        found = snapshot.visible([place for place in named if self.roles.get(place) == role])
        return found if found or not is_quick else self.find(root, role, pattern)

    def ask_roles(self, places):
        new = [place for place in places if place not in self.roles]
        answers = self.ask([(place, ACCESSIBLE, 'GetRoleName', None) for place in new])
        self.roles.update({place: answer[0] for place, answer in zip(new, answers) if answer})

    def application(self, pid):
        """The accessible of the process once it has windows, or None."""
        registry = ('org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root')
        answer = self.ask([(registry, ACCESSIBLE, 'GetChildren', None)])[0]
        places = answer[0] if answer else []
        bus = ('org.freedesktop.DBus', '/org/freedesktop/DBus')
        pids = self.ask([(bus, 'org.freedesktop.DBus', 'GetConnectionUnixProcessID', GLib.Variant('(s)', (place[0],))) for place in places])
        for place, answer in zip(places, pids):
            if answer and answer[0] == pid:
                windows = self.ask([(place, ACCESSIBLE, 'GetChildren', None)])[0]
                return Accessible(self, place) if windows and windows[0] else None
        return None


class Snapshot:
    """The things of a program at one time.

    Quick: where a hidden thing stands in for one that was never asked for, as the number of children counts only visible ones, that one and
    everything in it are missing.
    """

    def __init__(self, bus, root, is_quick=False):
        self.bus = bus
        self.root = root
        self.told = {}
        self.boxes = {}   # of those that were asked
        self.things = {root.place: root}
        root.children = []
        self._discover(is_quick)

    def _discover(self, is_quick):
        """Asks for what the program has not told of yet, unless it is hidden."""
        unknown, asked = [self.root.place], set()   # the root does not count its windows
        while True:
            self.told = self.bus._told(self.root.place[0])
            n_told = Counter(told.parent for told in self.told.values())
            unknown += self._shown([place for place, told in self.told.items() if place not in asked
                                    and (told.n_children != n_told[place] if is_quick else told.n_children > 0)])
            if not self._descend(unknown, asked):
                return
            unknown = []

    def _descend(self, unknown, asked):
        """Asks for what is below things; says whether any of it is new."""
        is_new = False
        while unknown:
            asked.update(unknown)
            answers = self.bus.ask([(place, ACCESSIBLE, 'GetChildren', None) for place in unknown])
            young = [child for answer in answers if answer for child in answer[0] if child not in self.told and child not in asked]
            self._ask_boxes(young)
            unknown = [place for place in young if self._may_show(place)]
            is_new = is_new or bool(young)
        return is_new

    def _ask_boxes(self, places):
        new = [place for place in places if place not in self.boxes]
        for place, answer in zip(new, self.bus.ask([box_question(place) for place in new])):
            self.boxes[place] = answer[0] if answer else None

    def _may_show(self, place):
        """Hidden things stay in the tree of GTK 4.8, with an empty box; pages of stacks have none, but what is on them has."""
        box = self.boxes[place]
        return box is None or (box[2] > 0 and box[3] > 0)

    def _above(self, place):
        """The place and those around it up to the root, which is not among them; nothing if it is in no window any more."""
        way = []
        while place != self.root.place:
            told = self.told.get(place)
            if told is None or place in way:
                return []
            way.append(place)
            place = told.parent
        return way

    def _shown(self, places):
        """Those of the places that are not hidden, nor anything around them."""
        self._ask_boxes(places)
        ways = [way for way in (self._above(place) for place in places if self._may_show(place)) if way]
        self._ask_boxes(list(dict.fromkeys(place for way in ways for place in way)))
        return [way[0] for way in ways if all(map(self._may_show, way))]

    def _thing(self, place):
        if place not in self.things:
            thing = self.things[place] = Accessible(self.bus, place)
            thing.role, thing.name, thing.box = self.bus.roles.get(place, ''), self.told[place].name, self.boxes[place]
            around = self.told[place].parent
            while around != self.root.place and self.boxes[around] is None:   # a page of a stack
                around = self.told[around].parent
            thing.parent = self._thing(around)
            thing.parent.children.append(thing)
        return self.things[place]

    def visible(self, places):
        """Things at those of the places that are visible, parents first."""
        shown = [place for place in self._shown(places) if self.boxes[place] is not None]
        ways = {place: [self.told[each].index for each in reversed(self._above(place))] for place in shown}
        return list(map(self._thing, sorted(ways, key=ways.get)))
