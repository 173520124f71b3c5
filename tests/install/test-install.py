# SPDX-License-Identifier: Apache-2.0
"""What an installation has besides the programs, in TAP. usage: test-install.py BUILD_DIR"""
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

WANTED = ('share/applications/org.tileloom.Tileloom.desktop', 'share/metainfo/org.tileloom.Tileloom.metainfo.xml',
          'share/mime/packages/org.tileloom.Tileloom.xml', 'share/icons/hicolor/scalable/apps/org.tileloom.Tileloom.svg',
          'share/icons/hicolor/symbolic/apps/org.tileloom.Tileloom-symbolic.svg', 'share/man/man1/tileloom.1',
          'share/man/man1/tileloom-cli.1', 'share/tileloom/workloads/matmul-128.py')


def find(root, ending):
    """Whatever the prefix is."""
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if path.endswith('/' + ending):
                return path
    return None


def mime_name(root, name):
    """The type that the installed description gives to a file, by its own rules."""
    tree = xml.etree.ElementTree.parse(find(root, 'share/mime/packages/org.tileloom.Tileloom.xml'))
    space = '{http://www.freedesktop.org/standards/shared-mime-info}'
    for kind in tree.iter(space + 'mime-type'):
        for glob in kind.iter(space + 'glob'):
            if name.endswith(glob.get('pattern').lstrip('*')):
                return kind.get('type')
    return None


def main():
    if not shutil.which('meson'):
        print('1..0 # SKIP no meson')
        return 0
    root = tempfile.mkdtemp(prefix='tileloom-install.')
    failed = False
    try:
        subprocess.run(['meson', 'install', '-C', sys.argv[1], '--no-rebuild', '--quiet', '--destdir', root], check=True,
                       stdout=subprocess.DEVNULL)
        print('1..%d' % (len(WANTED) + 1))
        for number, ending in enumerate(WANTED, 1):
            found = find(root, ending) is not None
            failed |= not found
            print('%sok %d %s' % ('' if found else 'not ', number, ending))
        with open(find(root, WANTED[0]), encoding='utf-8') as file:
            known = mime_name(root, 'a.tileloom') + ';' in file.read()
        failed |= not known
        print('%sok %d the desktop file opens the type of projects' % ('' if known else 'not ', len(WANTED) + 1))
    finally:
        shutil.rmtree(root, ignore_errors=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
