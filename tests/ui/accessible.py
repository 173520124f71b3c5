# SPDX-License-Identifier: Apache-2.0
"""What a screen reader sees of a program, asked over AT-SPI's D-Bus interfaces.

A tree has hundreds of things and every answer costs a change of process, so the questions about a generation are sent together and their
answers gathered: a few round trips a tree, where a question at a time takes seconds on a busy machine. GTK tells the names of all things
that it was ever asked for in one answer, so that the rest are questions about boxes and about things that have children.
"""
try:
    from gi.repository import Gio, GLib
except ImportError:
    Gio = None

ACCESSIBLE, COMPONENT, TEXT = 'org.a11y.atspi.Accessible', 'org.a11y.atspi.Component', 'org.a11y.atspi.Text'
CACHE = ('/org/a11y/atspi/cache', 'org.a11y.atspi.Cache')
PLACE, N_CHILDREN, NAME = 0, 4, 6   # fields of what it tells of a thing
PROPERTIES = 'org.freedesktop.DBus.Properties'
OF_WINDOW = 1   # coordinates
CHECKED, FOCUSABLE, FOCUSED, SENSITIVE = 4, 11, 12, 24   # bits of states
PATIENCE_MS = 60000


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
        """Name and number of children by place, of things that it was asked for before."""
        reply = self.connection.call_sync(program, *CACHE, 'GetItems', None, None, Gio.DBusCallFlags.NONE, PATIENCE_MS, None)
        array = reply.get_child_value(0)
        rows = map(array.get_child_value, range(array.n_children()))
        return {row.get_child_value(PLACE).unpack(): (row.get_child_value(NAME).get_string(), row.get_child_value(N_CHILDREN).get_int32())
                for row in rows}

    def children(self, things, told):
        """Gives the things their children, with roles, names and boxes; gives those that are visible, or may have something that is."""
        parents = [thing for thing in things if thing.place not in told or told[thing.place][1] > 0]
        for thing, answer in zip(parents, self.ask([(thing.place, ACCESSIBLE, 'GetChildren', None) for thing in parents])):
            thing.children = [Accessible(self, place) for place in (answer[0] if answer else [])]
            for child in thing.children:
                child.parent = thing
        young = [child for thing in parents for child in thing.children]
        roleless = [child for child in young if child.place not in self.roles]
        nameless = [child for child in young if child.place not in told]
        answers = iter(self.ask(
            [box_question(child.place) for child in young]
            + [(child.place, ACCESSIBLE, 'GetRoleName', None) for child in roleless]
            + [(child.place, PROPERTIES, 'Get', GLib.Variant('(ss)', (ACCESSIBLE, 'Name'))) for child in nameless]))
        for child, answer in zip(young, answers):
            child.box = answer[0] if answer else None
        self.roles.update({child.place: answer[0] for child, answer in zip(roleless, answers) if answer})
        names = {child.place: answer[0] for child, answer in zip(nameless, answers) if answer}
        for child in young:
            child.role = self.roles.get(child.place, '')
            child.name = told[child.place][0] if child.place in told else names.get(child.place, '')
        return young

    def with_states(self, things, *states):
        """Those of the things that have all of the states."""
        answers = self.ask([(thing.place, ACCESSIBLE, 'GetState', None) for thing in things])
        return [thing for thing, answer in zip(things, answers) if answer and all(answer[0][0] & 1 << state for state in states)]

    def tree(self, root):
        """Everything visible below @root, parents first."""
        told = self._told(root.place[0])
        told.pop(root.place, None)   # it does not count its windows
        generation = [root]
        while generation:
            generation = [thing for thing in self.children(generation, told) if thing.may_show()]
        visible, stack = [], [root]
        while stack:
            thing = stack.pop()
            if thing.box is not None and thing.may_show():
                visible.append(thing)
            stack.extend(reversed(thing.children))
        return visible

    def application(self, pid):
        """The accessible of the process once it has windows, or None."""
        registry = ('org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root')
        answer = self.ask([(registry, ACCESSIBLE, 'GetChildren', None)])[0]
        places = answer[0] if answer else []
        bus = ('org.freedesktop.DBus', '/org/freedesktop/DBus')
        pids = self.ask([(bus, 'org.freedesktop.DBus', 'GetConnectionUnixProcessID', GLib.Variant('(s)', (place[0],))) for place in places])
        for place, answer in zip(places, pids):
            if answer and answer[0] == pid:
                thing = Accessible(self, place)
                return thing if self.children([thing], {}) else None
        return None
