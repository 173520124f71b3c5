#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves the floors and the house rules that a machine can check. usage: lint.py TOP [--compile CC]; prints TAP."""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

TOP_LEVEL = {'app', 'core', 'ui', 'resources', 'data', 'tests', 'meson.build', 'meson_options.txt', 'README.md', 'LICENSE'}
MAX_LINES = 800
MAX_FILES = 40     # of C in a folder
MAX_COLUMNS = 140
# What stands in MAX and its like as a call and is none: casts and elements of arrays.
ONCE_AT_NO_COST = {'g_array_index', 'g_ptr_array_index', 'sizeof', 'strlen', 'gint', 'guint', 'gint64', 'guint64', 'gsize', 'gssize',
                   'double', 'float'}
# Words that were replaced by the field's terms, and the files that read formats which have them.
OLD_WORDS = re.compile(r"""\b(pacemaker|slowdown|contest(ant)?|rival|finalist|retime|phantom|crew|breeder|rationed|
                           homeless|unkept|inbox|foretell|foretold|moves.list|module.graph|TlGiven|TlSteps|TlKnown)s?\b""",
                       re.IGNORECASE | re.VERBOSE)
OLD_FORMATS = ('core/records/database-schema.c',)
UI_FLOORS = ('base', 'draw', 'session')   # of core/
# Headers of a library, and the folders that may include them.
WALLS = {
    r'llvm-c/': ('core/codegen/',),
    r'sqlite3\.h': ('core/records/', 'tests/records/'),
    r'xgboost/': ('core/cost-model/',),
    r'json-glib/': ('core/', 'app/', 'tests/bench/', 'tests/records/', 'tests/cost-model/', 'tests/graph/'),
    r'(gtk/|adwaita|gtksourceview)': ('ui/', 'app/main.c', 'tests/ui/'),
    r'(cairo|pango)': ('core/draw/', 'ui/', 'app/', 'tests/draw/', 'tests/ui/'),
}


def tracked_files(top):
    try:
        out = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard'], cwd=top, capture_output=True, text=True, check=True).stdout
        names = [name for name in out.splitlines() if os.path.isfile(os.path.join(top, name))]
        if names:
            return names
    except (OSError, subprocess.CalledProcessError):
        pass
    return [os.path.relpath(os.path.join(where, name), top) for where, _, files in os.walk(top) for name in files]


def read(top, name):
    with open(os.path.join(top, name), encoding='utf-8') as file:
        return file.read()


def includes(text):
    return re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', text, re.M)


def check_floors(top, sources):
    floors = [line.strip() for line in read(top, 'core/layers.txt').splitlines() if line.strip() and not line.startswith('#')]
    height = {name: index for index, name in enumerate(floors)}
    for name in sources:
        if not name.startswith('core/'):
            continue
        floor = name.split('/')[1]
        if floor not in height:
            yield f'{name}: folder {floor} is not in core/layers.txt'
            continue
        for target in includes(read(top, name)):
            parts = target.split('/')
            if parts[0] in ('ui', 'app', 'tests'):
                yield f'{name}: core includes {target}'
            elif parts[0] == 'core' and height.get(parts[1], -1) > height[floor]:
                yield f'{name}: floor {floor} includes {target}, a higher floor'


# The window knows the session, the pictures and the basics; the programs of app/ stand on top of all, main.c alone on ui/.
def check_window(top, sources):
    for name in sources:
        for target in includes(read(top, name)):
            parts = target.split('/')
            if name.startswith('ui/') and (parts[0] in ('app', 'tests') or (parts[0] == 'core' and parts[1] not in UI_FLOORS)):
                yield f'{name}: ui includes {target}; it may include {", ".join("core/" + floor for floor in UI_FLOORS)}'
            elif name.startswith('app/') and (parts[0] == 'tests' or (parts[0] == 'ui' and name != 'app/main.c')):
                yield f'{name}: app includes {target}'


def check_walls(top, sources):
    for name in sources:
        for target in includes(read(top, name)):
            for pattern, allowed in WALLS.items():
                if re.match(pattern, target) and not name.startswith(allowed):
                    yield f'{name}: includes {target}, which belongs to {", ".join(allowed)}'


def check_private_headers(top, sources):
    for name in sources:
        for target in includes(read(top, name)):
            folder = os.path.dirname(target)
            own_tests = ['tests/' + part + '/' for part in folder.split('/')[1:]]
            if target.endswith('-private.h') and folder and not name.startswith((folder + '/', *own_tests)):
                yield f'{name}: includes {target}, private to {folder}'


def check_include_style(top, sources):
    for name in sources:
        if name.startswith('tests/'):
            continue
        for target in re.findall(r'^\s*#\s*include\s*"([^"]+)"', read(top, name), re.M):
            if target.split('/')[0] not in ('core', 'ui', 'app') and target != 'tileloom-config.h':
                yield f'{name}: "{target}" does not start at the repository root'


def check_sizes(top, sources):
    for name in sources:
        lines = read(top, name).count('\n')
        if lines > MAX_LINES and not name.startswith('tests/'):
            yield f'{name}: {lines} lines, more than {MAX_LINES}'
    folders = collections.Counter(os.path.dirname(name) for name in sources if name.endswith('.c'))
    for folder, n_files in sorted(folders.items()):
        if n_files > MAX_FILES:
            yield f'{folder}: {n_files} C files, more than {MAX_FILES}'


def check_headers_of_files(top, sources):
    for name in sources:
        if 'SPDX-License-Identifier' not in read(top, name).split('\n', 1)[0]:
            yield f'{name}: the first line is no SPDX line'


def check_words(top, sources):
    for name in sources:
        for number, line in enumerate(read(top, name).splitlines(), 1):
            if re.search(r'\b(TODO|FIXME|XXX)\b', line):
                yield f'{name}:{number}: unfinished by its own words'


def check_plain_words(top, files):
    for name in files:
        if not re.match(r'(app|core|ui|resources|tests)/.*\.(c|h|ui|css|md|build)$|README\.md$', name):
            continue
        for number, line in enumerate(read(top, name).splitlines(), 1):
            word = OLD_WORDS.search(line)
            if word and name not in OLD_FORMATS:
                yield f'{name}:{number}: "{word.group()}" has a term of the field'
            if re.search(r'(/\*\*?|^ +\*|[a-z]\.) (What|Who|Whoever) [^?]*$', line) and name.endswith(('.c', '.h')):
                yield f'{name}:{number}: a sentence begins with a relative pronoun'


# Of the command line's drivers: a process that hangs is described and ended by the harness, after its limit.
def check_limits(top, files):
    for name in files:
        if re.match(r'tests/(bench|cli)/test-.*\.py$', name) and re.search(r'\bsubprocess\b|os\.(system|popen|wait)', read(top, name)):
            yield f'{name}: starts processes by itself; start, run_to_end and cli of harness.py have a limit'


def closing(text, start):
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == '(') - (text[at] == ')')
        if depth == 0:
            return at
    return len(text)


# GLib's macros evaluate one of their operands twice: 2^n calls where they stand inside each other.
def check_extrema(top, sources):
    for name in sources:
        text = re.sub(r'"(?:[^"\\\n]|\\.)*"|/\*.*?\*/', lambda match: re.sub(r'[^\n]', ' ', match.group()), read(top, name), flags=re.S)
        for match in re.finditer(r'\b(MAX|MIN|CLAMP|ABS) \(', text):
            inside = text[match.end():closing(text, match.end() - 1)]
            calls = [word for word in re.findall(r'\b([A-Za-z_]\w*) ?\(', inside) if not word.isupper() and word not in ONCE_AT_NO_COST]
            if calls:
                line = text[:match.start()].count('\n') + 1
                yield (f'{name}:{line}: {match.group(1)} evaluates {calls[0]} twice; '
                       'tl_max, tl_min and tl_clamp of core/base/extremum.h do not')


# It asks the display server where the pointer is, each time; tl_widget_set_tooltip() does not where the text stays.
def check_tooltips(top, sources):
    for name in sources:
        code = re.sub(r'/\*.*?\*/', '', read(top, name), flags=re.S)
        if name.startswith('ui/') and name != 'ui/widgets/tip.c' and 'gtk_widget_set_tooltip_text' in code:
            yield f'{name}: calls gtk_widget_set_tooltip_text'


def check_columns(top, sources):
    for name in sources:
        for number, line in enumerate(read(top, name).splitlines(), 1):
            if len(line) > MAX_COLUMNS:
                yield f'{name}:{number}: {len(line)} columns, more than {MAX_COLUMNS}'
            if re.match(r'/\* ?[-=*]{2}', line) and not re.fullmatch(r'/\* --- \S.* --- \*/', line):
                yield f'{name}:{number}: section markers are /* --- name --- */'


# Scripts that are test data keep their lines.
def check_columns_of_scripts(top, files):
    for name in files:
        if re.search(r'(meson\.build|meson_options\.txt|\.sh)$', name) or re.match(r'tests/(?!seeds/)[^/]+(/[^/]+)?\.py$', name):
            for number, line in enumerate(read(top, name).splitlines(), 1):
                if len(line) > MAX_COLUMNS:
                    yield f'{name}:{number}: {len(line)} columns, more than {MAX_COLUMNS}'


# A name stands for one type of the product.
def check_types(top, sources):
    seen = {}
    for name in sources:
        if name.startswith('tests/'):
            continue
        text = re.sub(r'/\*.*?\*/', '', read(top, name), flags=re.S)
        types = re.findall(r'^typedef (?:struct|enum|union)(?: \w+)?\s*\{.*?^\} *(\w+);', text, re.S | re.M)
        types += [tag.lstrip('_') for tag in re.findall(r'^(?:struct|enum|union) (\w+)\s*\{', text, re.M)]
        for found in sorted(set(types)):
            if found in seen:
                yield f'{name}: defines {found}, a type of {seen[found]}; give it a name of its own'
            seen.setdefault(found, name)


def check_names(top, sources):
    seen = {}
    for name in sources:
        base = os.path.basename(name)
        if not re.fullmatch(r'[a-z0-9]+(-[a-z0-9]+)*\.(c|h|def)', base):
            yield f'{name}: not kebab-case'
        if not name.startswith('tests/') and base in seen:
            yield f'{name}: same file name as {seen[base]}'
        seen[base] = name


# xgettext reads the files of the list alone: a message in another one would stay English.
def check_translations(top, files):
    listed = [line for line in read(top, 'resources/po/POTFILES').splitlines() if line and not line.startswith('#')]
    mark = {'.c': r'\b(N?_|ngettext) ?\("', '.ui': r'translatable="yes"'}
    marked = {name for name in files if name.startswith(('app/', 'core/', 'ui/', 'resources/')) and os.path.splitext(name)[1] in mark
              and re.search(mark[os.path.splitext(name)[1]], read(top, name))}
    for name in sorted(marked - set(listed)):
        yield f'{name}: has messages to translate; add it to resources/po/POTFILES'
    for name in listed:
        if name not in files:
            yield f'resources/po/POTFILES: {name} does not exist'
        elif os.path.splitext(name)[1] in mark and name not in marked:
            yield f'resources/po/POTFILES: {name} has no messages to translate'


def check_top_level(top, files):
    for entry in sorted({name.split('/')[0] for name in files}):
        if entry not in TOP_LEVEL and not entry.startswith('.') and not entry.startswith(('_build', 'build')):
            yield f'{entry}: not part of the agreed top level'


def library_headers(top, name, seen):
    """Headers of libraries that a header of this project includes, by itself or through others of the project."""
    found = set()
    for target in includes(read(top, name)):
        if not os.path.exists(os.path.join(top, target)):
            found.add(target)
        elif target not in seen:
            seen.add(target)
            found |= library_headers(top, target, seen)
    return found


# Libraries are most of what the compiler reads: headers that include the same ones, and no others, share their precompiled form.
def check_headers_compile(top, sources, compiler):
    flags = subprocess.run(['pkg-config', '--cflags', 'gio-unix-2.0', 'cairo', 'pangocairo', 'gtk4', 'libadwaita-1', 'gtksourceview-5',
                            'json-glib-1.0'],
                           capture_output=True, text=True, check=False).stdout.split()
    llvm = next((tool for tool in map(shutil.which, ('llvm-config-19', 'llvm-config-18', 'llvm-config-17', 'llvm-config-16')) if tool),
                None)
    if llvm:
        flags += ['-isystem', subprocess.run([llvm, '--includedir'], capture_output=True, text=True, check=True).stdout.strip()]
    command = [compiler, '-std=gnu17', '-I.', *flags]
    groups = collections.defaultdict(list)
    for name in sources:
        if name.endswith('.h') and name.startswith(('core/', 'ui/')):
            groups[frozenset(library_headers(top, name, {name}))].append(name)
    with tempfile.TemporaryDirectory() as folder:
        for libraries, names in groups.items():
            shared = os.path.join(folder, 'libraries.h')
            if len(names) > 2:
                with open(shared, 'w', encoding='utf-8') as file:
                    file.writelines(f'#include <{library}>\n' for library in sorted(libraries))
                subprocess.run([*command, '-x', 'c-header', shared, '-o', shared + '.gch'], cwd=top, capture_output=True, check=False)
            before = ['-include', shared] if len(names) > 2 else []
            for name in names:
                result = subprocess.run([*command, '-fsyntax-only', '-x', 'c', *before, '-include', name, '/dev/null'], cwd=top,
                                        capture_output=True, text=True, check=False)
                if result.returncode != 0:
                    yield f'{name}: does not compile alone: {result.stderr.splitlines()[0] if result.stderr else ""}'


def main():
    top = sys.argv[1]
    compiler = sys.argv[3] if len(sys.argv) > 3 and sys.argv[2] == '--compile' else 'cc'
    files = tracked_files(top)
    sources = [name for name in files if re.match(r'(app|core|ui|tests)/.*\.(c|h)$', name)]
    checks = [
        ('floors', check_floors(top, sources)),
        ('floors of the window', check_window(top, sources)),
        ('walls', check_walls(top, sources)),
        ('private headers', check_private_headers(top, sources)),
        ('include style', check_include_style(top, sources)),
        ('columns', check_columns(top, sources)),
        ('type names', check_types(top, sources)),
        ('columns of scripts', check_columns_of_scripts(top, files)),
        ('file sizes', check_sizes(top, sources)),
        ('SPDX lines', check_headers_of_files(top, sources)),
        ('unfinished words', check_words(top, sources)),
        ('plain words', check_plain_words(top, files)),
        ('limits of processes', check_limits(top, files)),
        ('file names', check_names(top, sources)),
        ('operands of extrema', check_extrema(top, sources)),
        ('tooltips', check_tooltips(top, sources)),
        ('translations', check_translations(top, files)),
        ('top level', check_top_level(top, files)),
        ('headers compile alone', check_headers_compile(top, sources, compiler)),
    ]
    print(f'1..{len(checks)}')
    failed = False
    for number, (title, problems) in enumerate(checks, 1):
        found = list(problems)
        failed |= bool(found)
        print(f'{"not ok" if found else "ok"} {number} {title}')
        for problem in found:
            print(f'# {problem}')
    return 1 if failed else 0


sys.exit(main())
