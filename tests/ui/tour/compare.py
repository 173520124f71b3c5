# SPDX-License-Identifier: Apache-2.0
"""The page Compare."""
import re


def test_compare(display, app):
    display.key('alt+3')
    app.find('button', r'[Rr]ace')


def test_explain(display, app):
    """Each step between two variants is timed; the picture says in words what each brought, and Esc closes it."""
    app.find('button', r'^Explain Difference$').click()
    app.find('button', r'^Measure Again$', seconds=120)
    app.find('label', r'^[\d.]+ times (faster|slower)')
    picture = app.find('image', r'^Gain of each step$')
    gains = picture.description.split('; ')
    assert len(gains) > 1 and all(re.search(r': ([\d.]+ times (faster|slower)|not distinguishable)$', gain) for gain in gains), gains
    display.key('Escape')
    app.gone('image', r'^Gain of each step$')


def test_explain_steps(display, app):
    """The same for the steps of the variant shown, from the program without any."""
    display.key('alt+1')
    app.find('button', r'^Explain$').click()
    app.find('button', r'^Stop$').click()
    app.find('button', r'^Measure Again$', seconds=60)
    app.find('label', r'^(Stopped|Interleaved)')
    display.key('Escape')
    app.gone('button', r'^Measure Again$')
