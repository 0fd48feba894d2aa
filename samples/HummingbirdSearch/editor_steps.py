"""What a person does with the filter editor of the page, step by step."""

import json
import os
import tempfile
import time

from browser import Failed

# Expressions about the editor, whose id is filter.
ROOT = "document.getElementById('filter').shadowRoot"
AREA = f"{ROOT}.querySelector('textarea')"
FOOTER = f"{ROOT}.querySelector('.footer').innerText"
COLOURED = f"{ROOT}.querySelector('pre').textContent.slice(0, -1)"
WRONG = f"[...{ROOT}.querySelectorAll('.wrong')].map(span => span.textContent).join('')"
OPTIONS = f"[...{ROOT}.querySelectorAll('.option:not([hidden])')]"
TEXTS = f"{OPTIONS}.map(option => option.firstChild.textContent)"
IS_OPEN = f"{AREA}.getAttribute('aria-expanded') === 'true'"
CHOSEN = f"{ROOT}.getElementById({AREA}.getAttribute('aria-activedescendant'))?.firstChild.textContent"
HEARD = f"{ROOT}.querySelector('[role=status]').textContent"

# A value of a state.
OPEN = "'open'"

HIDDEN = ["internalNotes", "customerRevenue", "isInternal", "email"]


def is_value(text):
    """That the editor has a text, and shows it."""
    return f"filter.value === {json.dumps(text)} && {COLOURED} === filter.value"


def kind(word):
    """The kind in whose colour a word is shown."""
    return f"[...{ROOT}.querySelectorAll('pre span')].find(span => span.textContent === {json.dumps(word)})?.dataset.kind"


def empty(page):
    """An empty editor with the focus."""
    page.value("filter.value = ''; filter.focus()")
    page.wait(f"!({IS_OPEN}) && {FOOTER} === ''", "the editor is empty")


def complete(page):
    """Completes by keyboard alone, and by mouse; fixes are undone."""
    page.call("Network.enable")
    page.wait("document.querySelectorAll('#rows tr').length === 20", "the page is there")
    empty(page)
    page.keys("pri")
    page.wait(f"{IS_OPEN} && {CHOSEN} === 'priority'", "letters open a list")
    page.press("Tab", 9)
    page.wait(is_value("priority") + f" && !({IS_OPEN})", "Tab takes the first completion")
    page.keys(" ")
    page.wait(f"{IS_OPEN} && {TEXTS}.includes('==') && {CHOSEN} === undefined", "operators follow a key")
    while page.value(CHOSEN) != "==":
        page.press("ArrowDown", 40)
    page.press("ArrowDown", 40)
    page.press("ArrowUp", 38)
    page.wait(f"{CHOSEN} === '=='", "arrow keys choose one")
    page.wait(f"{ROOT}.querySelector('.documentation').innerText.includes('Example')", "its documentation is beside")
    page.press("Enter", 13, "\r")
    page.wait(is_value("priority == ") + f" && {IS_OPEN} && {TEXTS}.includes('3')", "Enter takes it, values follow")
    page.press("Escape", 27)
    page.wait(f"!({IS_OPEN}) && {is_value('priority == ')}", "Escape closes the list")
    page.press(" ", 32, modifiers=2)
    page.wait(f"{IS_OPEN} && {TEXTS}.includes('3')", "Control and Space open it")
    page.press("Escape", 27)
    page.keys("3 AND sta")
    page.wait(f"{IS_OPEN} && {CHOSEN} === 'state'", "a key follows AND")
    page.press_at(page.middle(f"{OPTIONS}.find(option => option.firstChild.textContent === 'state')"))
    page.wait(is_value("priority == 3 AND state"), "a click takes one")
    page.wait("document.activeElement === filter", "the editor keeps the focus")
    page.keys(" == 'o")
    page.wait(f"{IS_OPEN} && {CHOSEN} === \"'open'\"", "values of a key are offered")
    page.press("Enter", 13, "\r")
    text = "priority == 3 AND state == 'open'"
    page.wait(is_value(text), "and quoted")
    page.wait(f"{kind('priority')} === 'key' && {kind('==')} === 'operator' && {kind('3')} === 'number'"
              f" && {kind('AND')} === 'keyword' && {kind(OPEN)} === 'string'", "colours are there")
    page.press("Enter", 13, "\r")
    page.wait("document.querySelectorAll('#rows tr').length > 0 && /^rows/.test(summary.textContent)"
              " && [...document.querySelectorAll('#rows td:nth-child(3)')].every(cell => cell.textContent === 'open')",
              "Enter without a list searches")
    page.value("filter.setSelectionRange(10, 10)")
    page.wait(f"{FOOTER}.startsWith('== ')", "the operator below the caret is explained")
    page.value("filter.setSelectionRange(99, 99)")
    page.wait("new FormData(form).get('filter') === filter.value", "the form has the text")
    page.undo()
    page.wait("filter.value.length < 33", "Control and Z takes a completion back")
    while len(page.value("filter.value")) > 0 and page.value("document.activeElement === filter"):
        page.undo()
    page.wait(is_value(""), "and everything")

    empty(page)
    page.keys("prority == 1")
    page.wait(f"{WRONG} === 'prority' && {FOOTER}.includes('Alt+Enter')", "an error away from the caret is shown at once")
    page.press("Enter", 13, modifiers=1)
    page.wait(is_value("priority == 1") + f" && {WRONG} === ''", "Alt and Enter fix it")
    page.undo()
    page.wait(is_value("prority == 1") + f" && {WRONG} === 'prority'", "undo takes the fix back")
    page.value("filter.setSelectionRange(99, 99)")
    page.press("Enter", 13, "\r", modifiers=8)
    page.wait("filter.value.endsWith('\\n') && " + f"{COLOURED} === filter.value", "Shift and Enter break the line")


def cover(page):
    """Compares the lines of the field with those of the coloured text that is seen."""
    empty(page)
    words = ["title", "==", "AND", "'printer'", "  ", "\\n", "\\t", "x" * 90, "🙂", "日本語", "é", "(", "-", "a-b-c", "x.y"]
    wrong = page.value(f"""(() => {{
        const words = {json.dumps(words)}, area = {AREA}, pre = {ROOT}.querySelector('pre');
        const random = below => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
        let seed = 7;
        const texts = Array.from({{ length: 200 }}, () =>
          Array.from({{ length: random(40) }}, () => words[random(words.length)] + (random(3) ? ' ' : '')).join(''));
        const wrong = texts.filter((text, index) => {{
          filter.style.width = `${{200 + 7 * (index % 100)}}px`;
          filter.value = text;
          area.style.height = '0';
          const height = area.scrollHeight;
          area.style.height = '';
          return height !== Math.round(pre.getBoundingClientRect().height);
        }});
        filter.style.width = '';
        return wrong;
    }})()""")
    expect(wrong == [], "the field and its colours have the same lines")


def hurry(page):
    """Types faster than answers arrive, and with an input method."""
    empty(page)
    page.value("""
        window.plain = filter.request; window.asked = []; window.shown = []; window.last = null;
        filter.request = async (url, options) => {
          const text = new URLSearchParams(url.split('?')[1]).get('text');
          asked.push(text);
          await new Promise(done => setTimeout(done, 250));
          const response = await plain(url, options);
          return { json: async () => { const answer = await response.json(); last = text; return answer; } };
        };
        filter.addEventListener('diagnostics', () => shown.push([last, filter.value]));
    """)
    text = "title CONTAINS 'printer' AND priority == 1"
    page.keys(text)
    page.wait(is_value(text), "letters are there before their answers")
    page.wait(f"shown.at(-1)?.[0] === {json.dumps(text)}", "the last text is answered")
    page.wait(f"{kind('AND')} === 'keyword' && {kind('1')} === 'number'", "with its colours")
    page.wait("shown.every(([answer, text]) => answer === text)", "no answer of an older text is shown")
    page.wait(f"asked.length < {len(text) // 2} && asked.at(-1) === filter.value", "one question at a time is asked")
    page.keys("0")
    page.wait(f"{kind('10')} === 'number'", "a letter takes the colour of its word at once")
    page.wait("last === filter.value", "and is answered")
    page.keys(" AND sta")
    page.press("Tab", 9)
    page.wait(is_value(text + "0 AND state") + " && document.activeElement === filter", "Tab waits for the answer")
    page.value("window.isStuck = false; filter.request = () => { isStuck = true; return new Promise(() => {}); }")
    page.keys(" == 'open'")
    page.wait("isStuck && filter.value.endsWith(\"'open'\")", "a server that never answers does not stop the typing")
    page.value("filter.request = plain")
    page.wait(f"{FOOTER}.includes('does not answer')", "which is said")
    page.wait(f"!{FOOTER}.includes('does not answer') && {kind(OPEN)}"
              " === 'string'", "until it answers again")

    empty(page)
    page.value("asked = []; filter.request = (url, options) => { asked.push(url); return plain(url, options); }")
    page.call("Input.imeSetComposition", text="prio", selectionStart=4, selectionEnd=4)
    time.sleep(0.3)
    page.wait(f"{is_value('prio')} && !({IS_OPEN}) && asked.length === 0", "an input method composes without a list")
    page.press("Enter", 13)
    page.call("Input.insertText", text="priority")
    page.wait(f"{is_value('priority')} && asked.length > 0", "and its text is answered")
    page.value("filter.request = plain")


def read(page):
    """What screen readers are told, and what an agent never reads."""
    empty(page)
    page.keys("t")
    page.wait(f"{IS_OPEN} && /^\\d+ completions?$/.test({HEARD})", "the number of completions is said")
    box = node(page)
    expect(box["name"]["value"] == "Filter", "the label names the editor")
    expect(property(box, "expanded") is True, "a screen reader knows that the list is open")
    expect(property(box, "activedescendant") is not None, "and which completion is chosen")
    page.wait(f"{OPTIONS}.filter(option => option.ariaSelected === 'true').length === 1"
              f" && {ROOT}.querySelector('[role=listbox]').id === {AREA}.getAttribute('aria-controls')", "in its list")
    page.press("Escape", 27)
    page.wait(f"!({IS_OPEN})", None)
    expect(property(node(page), "expanded") is False, "and that it is closed")
    page.keys("itel == 1 ")
    page.wait(f"{HEARD}.startsWith('Error: there is no key')", "an error is said")
    expect(property(node(page), "invalid") == "true", "and that the text is invalid")

    page.value("""
        window.plain = filter.request; window.waiting = 0;
        filter.request = async (url, options) => {
          waiting += 1;
          const answer = await (await plain(url, options)).json();
          return { json: async () => { waiting -= 1; return answer; } };
        };
    """)
    for name in HIDDEN:
        typed = f"owner.{name}" if name == "email" else name
        for text in typed, f"ANY comments.{name}", f"SUBQUERY(comments, $c, $c.{name} == 1).@count > 0":
            page.value(f"filter.value = ''; filter.value = {json.dumps(text)}")
            for cursor in 0, len(text) // 2, len(text):
                page.value(f"filter.setSelectionRange({cursor}, {cursor}); filter.refresh()")
                page.press(" ", 32, modifiers=2)
                page.wait("waiting === 0", None)
    empty(page)
    for letter in "abcdefghijklmnopqrstuvwxyz(@$'":
        page.value("filter.value = ''")
        page.keys(letter)
        page.wait("waiting === 0", None)
    page.value("filter.request = plain")
    bodies = page.bodies("/filter?")
    expect(len(bodies) > 60, "answers are collected")
    for body in bodies:
        answer = json.loads(body)
        offered = json.dumps([answer["items"], answer.get("documentation"),
                              [error.get("fix") for error in answer["diagnostics"]]])
        for name in HIDDEN:
            if name in offered:
                raise Failed(f"{name} is in {body}")
    print(f"page-test: a hidden key is in none of {len(bodies)} answers")


def node(page):
    """The editor in the tree of a screen reader."""
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    boxes = [node for node in nodes if node.get("role", {}).get("value") == "combobox"
             and node.get("name", {}).get("value") == "Filter"]
    expect(len(boxes) == 1, "the editor is a combobox")
    return boxes[0]


def property(box, name):
    """A property of a node of that tree."""
    for item in box.get("properties", []):
        if item["name"] == name:
            value = item["value"]
            return value.get("value", value.get("relatedNodes"))
    return None


def expect(condition, what):
    """Fails unless a condition is true."""
    if not condition:
        raise Failed(f"{what}: not seen")
    print("page-test:", what)


def measure(page):
    """How soon a key is seen, and how soon its answer."""
    empty(page)
    page.value("""
        window.times = []; window.late = 0;
        filter.addEventListener('keydown', () => { window.pressed = performance.now(); window.answered = 0; }, true);
        filter.addEventListener('input', () => {
          const pre = filter.shadowRoot.querySelector('pre');
          if (pre.textContent !== filter.value + '\\n') late += 1;
        });
        filter.addEventListener('diagnostics', () => requestAnimationFrame(() => {
          const isOpen = filter.shadowRoot.querySelector('textarea').ariaExpanded === 'true';
          times.push([performance.now() - pressed, isOpen]);
          answered += 1;
        }));
    """)
    text = ("title CONTAINS[c] 'printer' AND priority <= 3 AND state == 'open' "
            "AND owner.name BEGINSWITH 'A' OR ANY tags == 'beta'")
    for letter in text:
        page.keys(letter)
        page.wait("answered > 0", None)
    times = page.value("times")
    colours = sorted(time for time, _ in times)
    lists = sorted(time for time, is_open in times if is_open)
    expect(page.value("late") == 0, "each letter is there before the next frame")
    for what, values, most in ("colours", colours, 50), ("completions", lists, 100):
        median = values[len(values) // 2]
        print(f"page-test: {what} of {len(values)} keys: median {median:.1f} ms, most {values[-1]:.1f} ms")
        expect(median <= most, f"{what} are there within {most} ms")


def look(page):
    """Takes pictures of the editor, light and dark."""
    folder = os.environ.get("PAGE_PICTURES") or os.path.join(tempfile.gettempdir(), "search-server-page")
    os.makedirs(folder, exist_ok=True)
    for scheme in "light", "dark":
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for width in 1000, 390:
            page.call("Emulation.setDeviceMetricsOverride", width=width, height=760, deviceScaleFactor=1, mobile=False)
            empty(page)
            page.keys("priority <= 3 AND ANY tags == 'beta' AND title C")
            page.wait(IS_OPEN, None)
            page.press("ArrowDown", 40)
            page.screenshot(os.path.join(folder, f"list-{scheme}-{width}.png"))
            empty(page)
            page.keys("prority == 3 AND state == 'open' AND title CONTAINS[c] 'printer'")
            page.wait(f"{WRONG} === 'prority'", None)
            page.screenshot(os.path.join(folder, f"error-{scheme}-{width}.png"))
    print("page-test: pictures are in", folder)
