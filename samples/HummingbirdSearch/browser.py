"""A page of headless Chromium, for page-test."""

import base64
import json
import os
import subprocess
import tempfile
import time


class Failed(Exception):
    """A page does not show what it should."""


class Page:
    """A page of a browser, asked by the DevTools protocol over two pipes."""

    def __init__(self, browser, url):
        self.directory = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        reading, self.requests = os.pipe()
        answers, writing = os.pipe()

        def connect():
            # The browser reads requests from 3 and writes answers to 4.
            copies = os.dup(reading), os.dup(writing)
            os.dup2(copies[0], 3)
            os.dup2(copies[1], 4)

        self.process = subprocess.Popen(
            [browser, "--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--no-first-run", "--user-data-dir=" + self.directory.name],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(reading)
        os.close(writing)
        self.answers = os.fdopen(answers, "rb")
        self.number = 0
        self.session = None
        self.events = []
        target = self.call("Target.createTarget", url=url)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def call(self, method, **parameters):
        """The result of a method of the protocol."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.requests, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if "method" in answer:
                self.events.append(answer)
            elif answer.get("id") == self.number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error']}")
                return answer["result"]

    def message(self):
        """The next message of the browser; each ends with a zero byte."""
        text = bytearray()
        while (byte := self.answers.read(1)) != b"\0":
            if not byte:
                raise Failed("the browser has ended")
            text += byte
        return json.loads(text)

    def value(self, script):
        """The value of an expression of JavaScript."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise Failed(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def holds(self, script):
        """Whether an expression is true; false if it throws."""
        return self.value(f"(() => {{ try {{ return Boolean({script}); }} catch {{ return false; }} }})()")

    def wait(self, script, what):
        """Waits until an expression is true."""
        end = time.monotonic() + 20
        while not self.holds(script):
            if time.monotonic() > end:
                text = self.value("document.body.innerText.slice(0, 300)")
                raise Failed(f"{what}: {script}: not seen in\n{text}")
            time.sleep(0.02)
        if what:
            print("page-test:", what)

    def type(self, field, text):
        """Types a text into a field, and presses Return."""
        self.value(f"document.getElementById('{field}').select()")
        self.value(f"document.getElementById('{field}').focus()")
        self.call("Input.insertText", text=text)
        self.press("Enter", 13, "\r")

    def press(self, key, code, text="", modifiers=0, commands=()):
        """Presses a key, by its name and its Windows code. Modifiers are 1 for Alt, 2 for Control, 8 for Shift."""
        for kind in "keyDown" if text else "rawKeyDown", "keyUp":
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code="Space" if key == " " else key, text=text,
                      windowsVirtualKeyCode=code, modifiers=modifiers,
                      commands=list(commands) if kind != "keyUp" else [])

    def keys(self, text):
        """Types a text key by key, into the field that has the focus."""
        for letter in text:
            self.press(letter, 0, letter)

    def undo(self):
        """Presses Control and Z."""
        self.press("z", 90, modifiers=2, commands=["undo"])

    def mouse(self, kind, place):
        """Moves, presses or releases the mouse."""
        self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left",
                  buttons=0 if kind == "mouseReleased" else 1, clickCount=1)

    def middle(self, element):
        """The middle of an element, an expression, which is scrolled into view."""
        return self.value(f"(e => {{ e.scrollIntoView({{ block: 'nearest' }}); const r = e.getBoundingClientRect();"
                          f" return [r.x + r.width / 2, r.y + r.height / 2]; }})({element})")

    def click(self, selector):
        """Presses the mouse in the middle of an element."""
        self.press_at(self.middle(f"document.querySelector({json.dumps(selector)})"))

    def press_at(self, place):
        """Moves the mouse to a point, and presses it."""
        for kind in "mouseMoved", "mousePressed", "mouseReleased":
            self.mouse(kind, place)

    def drag(self, first, last):
        """Presses the mouse in one element, and releases it in another one."""
        last, first = (self.middle(f"document.querySelector({json.dumps(selector)})") for selector in (last, first))
        self.mouse("mousePressed", first)
        for step in range(1, 5):
            self.mouse("mouseMoved", [a + (b - a) * step / 4 for a, b in zip(first, last)])
        self.mouse("mouseReleased", last)

    def screenshot(self, path):
        """Writes what the page shows to a file."""
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def bodies(self, path):
        """The bodies of all answers for URLs with a path, since `Network.enable`."""
        finished = {e["params"]["requestId"] for e in self.events if e["method"] == "Network.loadingFinished"}
        answers = [e["params"] for e in self.events if e["method"] == "Network.responseReceived"]
        return [self.call("Network.getResponseBody", requestId=answer["requestId"])["body"] for answer in answers
                if answer["requestId"] in finished and path in answer["response"]["url"]]

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.directory.cleanup()
